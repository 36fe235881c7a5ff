package main

import (
	"context"
	"io"
	"runtime"

	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/patterns/language"
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
	languages language.Table
	context   context.Context // ends what goes on until then; nil: a signal does

	createKept cache.Create // makes the files of results; nil: as usual
}

func newProgram(stdin io.Reader, stdout, stderr io.Writer) *program {
	return &program{
		stdin: stdin, stdout: stdout, stderr: stderr,
		out: newSink("standard output", stdout), err: newSink("standard error", stderr),
		commands: commands(), languages: languages.All,
	}
}

// commands are in the order in which people meet them.
func commands() []*command {
	analysis := options(commonOptions, displayOptions, analysisOptions, configOptions, debugOptions)
	return []*command{
		{
			name: "check", args: "PATH...", summary: "report what cannot fit together in programs",
			details: "Reads files, folders (all programs below them that no ignore file names) and -,\n" +
				"which is standard input, and reports every error and warning in them, and in the\n" +
				"libraries that --with or patgraph.toml put before them, each checked once.\n\n" + globsHelp,
			examples: []example{
				{"patgraph check .", "everything below this folder"},
				{"echo '<.a b, .c d>' | patgraph check -", "a program from standard input"},
				{"patgraph check --exclude '*_test.k' .", "but not these"},
				{"patgraph check --with core.k app.k", "with the definitions of a library"},
				{"git archive HEAD | patgraph check --input tar", "the programs of a commit"},
				{"patgraph check --format json lib app.k", "for other programs"},
				{"patgraph check --watch .", "again and again, as files change"},
				{"patgraph check -o patgraph.sarif .", "for services that review code"},
				{"patgraph check --baseline known.json .", "only what is new since --write-baseline"},
			},
			options: options([]option{reportOption, outputOption, partialOption, resumeOption, summaryOption, statsOption, watchOption, progressOption}, inputFlags, baselineOptions, analysis, cacheOptions), run: (*program).check,
		},
		{
			name: "types", args: "PATH...", summary: "show the derived signature of every definition",
			details: "For every definition: the pattern of what it takes and of what it gives.\n" +
				"Errors in one definition leave the others derived.\n\n" +
				"With --codes, about the types that programs write down: canonical form and name,\n" +
				"size, number of values, the least of them. --code NAME FILE tells about one type,\n" +
				"--equal A B FILE compares two (exit status 0 equal, 1 different). Types are given\n" +
				"by name, as a code such as '<{} z, nat s>', or by canonical name.",
			examples: []example{
				{"patgraph types lib.k", "the signatures of a file"},
				{"patgraph types --with lib.k --all-files app.k", "those of a library, too"},
				{"echo '.a .b' | patgraph types --all -", "those of every expression, too"},
				{"patgraph types --partiality lib.k", "and where each is undefined"},
				{"patgraph types --codes lib.k", "the types themselves"},
				{"patgraph types --code nat --unfold 2 lib.k", "one of them, two levels deep"},
				{"patgraph types --equal nat '<{} z, nat s>' lib.k", "whether two are one"},
			},
			options: options([]option{allOption, allFilesOption, totalityOption}, codeOptions, []option{formatOption, outputOption, progressOption}, inputFlags, analysis, cacheOptions), run: (*program).types,
		},
		{
			name: "why", args: "FILE:LINE:COL | FILE NAME", summary: "say why an expression has its pattern",
			details: "For each thing that is known of what the expression takes and gives: the shortest\n" +
				"way from the program to it. A name asks about a whole definition.",
			examples: []example{
				{"patgraph why lib.k:8:32", "the innermost expression at a place"},
				{"echo 'f = .a .b;' | patgraph why - f", "a definition from standard input"},
				{"patgraph why lib.k f --at 12", "what was known after step 12"},
			},
			options: options([]option{treeOption, narrateOption, atOption, documentOption}, displayOptions, analysisOptions, configOptions, debugOptions),
			run:     (*program).why,
		},
		{
			name: "explain", args: "[CODE | RULE | FILE[:LINE[:COL]]]...", summary: "explain codes, typing rules and the errors of a place",
			details: "A code or a rule has a page. Of a file, the errors and warnings that touch the\n" +
				"place are shown with their whole derivation. Without an argument: a list of all\n" +
				"codes and rules.",
			examples: []example{
				{"patgraph explain P0302", "what it means, a program that has it, and the mended one"},
				{"patgraph explain merge", "what a rule states, with an example"},
				{"patgraph explain lib.k:8:32 --tree", "why there is an error at a place"},
			},
			options: options([]option{treeOption, narrateOption, fullOption, documentOption, strictOption}, displayOptions, analysisOptions, configOptions, debugOptions),
			run:     (*program).explain,
		},
		{
			name: "trace", args: "FILE [NAME]", summary: "list the steps by which definitions are derived",
			details: "Each step makes two patterns one; its number can be asked about by patgraph why --at.",
			examples: []example{
				{"patgraph trace lib.k f", "the steps of a definition"},
				{"echo '.a .b' | patgraph trace -", "those of a program from standard input"},
			},
			options: options([]option{documentOption}, displayOptions, analysisOptions, configOptions, debugOptions),
			run:     (*program).trace,
		},
		{
			name: "graph", args: "FILE[:LINE[:COL]] [NAME]...", summary: "draw patterns, their history, errors and calls",
			details: "Draws the solved pattern graph, the history of a derivation, the derivation of an\n" +
				"error, or who calls whom. Names choose definitions; a place is where to look.\n" +
				"DOT and the outline (txt) need nothing else; for SVG, PNG and positions (json)\n" +
				"the picture program patgraph-graphviz, or an installed dot, is started.",
			examples: []example{
				{"patgraph graph lib.k -o lib.svg", "the patterns of all definitions"},
				{"patgraph graph lib.k f --view history -o f.png", "how a definition was derived"},
				{"patgraph graph lib.k --error 1 -o why.svg", "why the first error is one"},
				{"patgraph graph lib.k --view calls --format txt", "who calls whom, as text"},
				{"patgraph graph lib.k -o pictures/ --format svg", "every view, and every error, into a folder"},
			},
			options: options(graphOptions, analysisOptions, configOptions, debugOptions), run: (*program).graph,
		},
		&runCommand,
		fmtCommand,
		migrateCommand,
		&replCommand,
		mergeCommand,
		configCommand(),
		cacheCommand,
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
		return &usageError{message: "which command? One of " + words.Or(p.names())}
	}
	app := &cli.App{
		Name: "patgraph", HideHelp: true, HideVersion: true,
		Writer: p.stderr, ErrWriter: p.stderr,
		DisableSliceFlagSeparator: true, // paths have commas
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
