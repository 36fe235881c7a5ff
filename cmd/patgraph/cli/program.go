package cli

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Program is patgraph with its streams. It runs one command line.
type Program struct {
	Stdin     io.Reader
	Stdout    io.Writer
	Stderr    io.Writer
	Out, Err  *Sink
	Commands  []*Command
	Command   *Command // the running command
	Languages language.Table
	Context   context.Context // cancels the work; a signal ends the process

	// Unsaved returns texts that replace those of files; see inputs.Options.
	Unsaved func(path string) ([]byte, bool)

	CreateKept cache.Create // creates the files of cached results; nil: the default
}

// NewProgram makes a program with some commands.
func NewProgram(commands []*Command, stdin io.Reader, stdout, stderr io.Writer) *Program {
	return &Program{
		Stdin: stdin, Stdout: stdout, Stderr: stderr,
		Out: NewSink("standard output", stdout), Err: NewSink("standard error", stderr),
		Commands: commands, Languages: languages.All, Context: context.Background(),
	}
}

// Run runs a command line and returns the exit code.
func (p *Program) Run(argv []string) int {
	return exit(p.Stderr, p.dispatch(argv[1:]))
}

func (p *Program) dispatch(typed []string) (err error) {
	l := readLine(p.Commands, typed)
	switch {
	case len(typed) == 0:
		return p.Out.Print(p.Overview())
	case l.unknown != "":
		return noCommand(p.Commands, l.unknown)
	}
	defer func() {
		if usage, ok := errors.AsType[*usageError](err); ok && l.command != nil {
			usage.command = l.command.Name
		}
	}()
	if err := l.accept(); err != nil {
		return err
	}
	switch {
	case l.help && (l.command == nil || l.command.Hidden):
		return p.Out.Print(p.Overview())
	case l.help:
		return p.Out.Print(p.Usage(l.command, l.all))
	case l.command == nil:
		return Wrong("which command? One of " + words.Or(names(p.Commands)))
	}
	p.Command = l.command
	return p.do(l)
}

// runNoting runs the command, and notes flags without effect: those for a language in which it read no program.
func (p *Program) runNoting(f *Flags, args []string) error {
	f.met = new(sync.Map)
	err := p.Command.Run(f, p, args)
	if _, wrong := errors.AsType[*usageError](err); wrong || f.Quiet {
		return err
	}
	met := make(map[string]bool)
	f.met.Range(func(language, _ any) bool {
		met[language.(string)] = true
		return true
	})
	for i := range f.options {
		o := &f.options[i]
		isMet := func(language string) bool { return met[language] }
		if o.Language != "" && f.Given(o.Name) && len(met) > 0 && !met[""] &&
			!slices.ContainsFunc(strings.Split(o.Language, " or "), isMet) {
			p.Err.Print([]byte("patgraph: " + o.Spelling() + " has no effect: it is for " + o.Language +
				", and no program in " + o.Language + " was read\n"))
		}
	}
	return err
}

// Emit writes the output for one input.
func (p *Program) Emit(o *batch.Outcome) error {
	if err := p.Out.Print(o.Out); err != nil {
		return err
	}
	return p.Err.Print(o.Err)
}

// A Command is one command of patgraph. Its options are those of the table that name it.
type Command struct {
	Name     string
	Args     string // its arguments, as named in help
	Summary  string
	Details  string
	More     string      // details shown only by the full help
	Examples [][2]string // command lines and their purposes
	Kind     Kind
	Hidden   bool
	Raw      bool // its arguments are the words of another command line
	Run      func(f *Flags, p *Program, args []string) error
	// Offer lists the possible arguments, for completion; nil: files, if the arguments are files.
	Offer func(p *Program, offer func(text, says string))
}

// Argument returns the argument of a command that takes at most one, or a default. The message about several arguments
// says what the argument is.
func (p *Program) Argument(args []string, what, byDefault string) (string, error) {
	switch len(args) {
	case 0:
		return byDefault, nil
	case 1:
		return args[0], nil
	}
	return "", Wrong("patgraph " + p.Command.Name + " takes one " + what)
}

// names lists the visible commands.
func names(commands []*Command) []string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// findCommand is the command with a name, or nil.
func findCommand(commands []*Command, name string) *Command {
	i := slices.IndexFunc(commands, func(c *Command) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return commands[i]
}

// noCommand is the error for an unknown command, with suggestions.
func noCommand(commands []*Command, name string) error {
	var hints []string
	for _, n := range lang.Nearest(name, slices.Values(names(commands)), 2) {
		hints = append(hints, "patgraph "+n)
	}
	if hints == nil && (strings.ContainsAny(name, "./\\") || name == "-") {
		hints = []string{"patgraph check " + name}
	}
	return Wrong("there is no command "+words.Quote(name), hints...)
}

// offerWords offers a list of words.
func offerWords(words []string) func(*Program, func(text, says string)) {
	return func(_ *Program, offer func(text, says string)) {
		for _, w := range words {
			offer(w, "")
		}
	}
}
