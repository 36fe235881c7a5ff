package main

import (
	"io"
	"runtime"

	"github.com/urfave/cli/v2"
)

// A command is one command of patgraph.
type command struct {
	name     string
	args     string // how its arguments are called in help
	summary  string
	details  string
	examples []example
	options  []option
	hidden   bool
	raw      bool // its arguments are words of another command line
	run      func(p *program, c *cli.Context) error
}

type example struct{ line, says string }

// A program is patgraph with the streams it works on.
type program struct {
	stdin     io.Reader
	stdout    io.Writer
	stderr    io.Writer
	out, err  *sink
	commands  []*command
	frontends []frontend
}

func newProgram(stdin io.Reader, stdout, stderr io.Writer) *program {
	return &program{
		stdin: stdin, stdout: stdout, stderr: stderr,
		out: newSink("standard output", stdout), err: newSink("standard error", stderr),
		commands: commands(), frontends: frontends,
	}
}

// commands are in the order in which people meet them.
func commands() []*command {
	analysis := options(commonOptions, displayOptions, analysisOptions, debugOptions)
	return []*command{
		{
			name: "check", args: "PATH...", summary: "report what cannot fit together in programs",
			details: "Reads files, folders (all programs below them that no ignore file names) and -,\n" +
				"which is standard input, and reports every error and warning in them.",
			examples: []example{
				{"patgraph check .", "everything below this folder"},
				{"echo '<.a b, .c d>' | patgraph check -", "a program from standard input"},
				{"patgraph check --format json lib app.k", "for other programs"},
				{"patgraph check --format sarif . >patgraph.sarif", "for services that review code"},
			},
			options: options([]option{reportOption}, analysis), run: (*program).check,
		},
		{
			name: "types", args: "PATH...", summary: "show the derived signature of every definition",
			details: "For every definition: the pattern of what it takes and of what it gives.\n" +
				"Errors in one definition leave the others derived.",
			examples: []example{
				{"patgraph types lib.k", "the signatures of a file"},
				{"echo '.a .b' | patgraph types --all -", "those of every expression, too"},
			},
			options: options([]option{allOption, formatOption}, analysis), run: (*program).types,
		},
		{
			name: "explain", args: "[CODE...]", summary: "explain the code of a diagnostic",
			details:  "Without a code: a list of all codes.",
			examples: []example{{"patgraph explain P0302", "what it means, a program that has it, and the mended one"}},
			options:  displayOptions, run: (*program).explain,
		},
		{
			name: "version", summary: "show the version",
			examples: []example{{"patgraph version --format json", "for other programs"}},
			options:  []option{{name: "format", kind: isChoice, choices: []string{"text", "json"}, preset: "text", usage: "how to write it"}},
			run:      (*program).version,
		},
		{
			name: "help", args: "[COMMAND]", summary: "show how a command is used",
			examples: []example{{"patgraph help check", "the same as patgraph check --help"}},
			run:      (*program).help,
		},
		{
			name: "completion", args: "bash|zsh|fish", summary: "write a script that completes command lines in a shell",
			examples: []example{
				{"source <(patgraph completion bash)", "in ~/.bashrc"},
				{"patgraph completion zsh >~/.zfunc/_patgraph", "in a folder of fpath"},
				{"patgraph completion fish >~/.config/fish/completions/patgraph.fish", ""},
			},
			run: (*program).completion,
		},
		{name: "__complete", hidden: true, raw: true, run: (*program).complete},
	}
}

// run does what a command line says and returns the exit code.
func (p *program) run(argv []string) int {
	err := p.dispatch(argv[1:])
	return exit(p.stderr, err)
}

func (p *program) dispatch(args []string) error {
	l, err := parseLine(p.commands, args)
	if err != nil {
		return err
	}
	switch {
	case l.help && (l.command == nil || l.command.hidden):
		return p.out.write(p.overview())
	case l.help:
		return p.out.write(p.usage(l.command))
	case l.command == nil:
		return &usageError{message: "which command? One of " + listOf(p.names())}
	}
	app := &cli.App{
		Name: "patgraph", HideHelp: true, HideVersion: true,
		Writer: p.stderr, ErrWriter: p.stderr,
		// Errors become exit codes in one place, which is ours.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError: func(_ *cli.Context, err error, _ bool) error {
			return &usageError{message: err.Error(), command: l.command.name}
		},
	}
	app.Commands = []*cli.Command{{
		Name: l.command.name, HideHelp: true, OnUsageError: app.OnUsageError,
		Action: func(c *cli.Context) error { return l.command.run(p, c) },
	}}
	for i := range l.command.options {
		app.Commands[0].Flags = append(app.Commands[0].Flags, l.command.options[i].flag())
	}
	return app.Run(l.argv())
}

// names lists the commands that are shown.
func (p *program) names() []string {
	var names []string
	for _, c := range p.commands {
		if !c.hidden {
			names = append(names, c.name)
		}
	}
	return names
}

// workers is the number of files to analyse at the same time.
func workers(c *cli.Context) int {
	if n := c.Int("j"); n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}
