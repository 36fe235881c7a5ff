//go:build !js

package cli

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// do has the flag library set the options of the command, and runs the command.
func (p *Program) do(l *line) error {
	f := l.command.NewFlags(p.Languages)
	var wrong error // an option's error about its value, which the library would wrap
	app := &cli.App{
		Name: "patgraph", HideHelp: true, HideVersion: true, Writer: p.Stderr, ErrWriter: p.Stderr,
		OnUsageError: func(_ *cli.Context, err error, _ bool) error {
			if wrong != nil {
				return wrong
			}
			return Wrong(err.Error())
		},
		ExitErrHandler: func(*cli.Context, error) {}, // exit turns errors into exit codes
		Action:         func(x *cli.Context) error { return p.runNoting(f, x.Args().Slice()) },
	}
	for _, o := range f.options {
		app.Flags = append(app.Flags, &cli.GenericFlag{Name: o.Name, Value: &setter{f, o.Name, &wrong}})
	}
	words := []string{app.Name}
	for _, g := range l.flags {
		words = append(words, "--"+g.option.Name+"="+g.value)
	}
	return app.RunContext(p.Context, slices.Concat(words, []string{"--"}, l.args))
}

// A setter sets an option for the flag library.
type setter struct {
	flags *Flags
	name  string
	wrong *error
}

// Set sets the option to the text that was typed.
func (s *setter) Set(text string) error {
	err := s.flags.Set(s.name, text)
	if err != nil {
		*s.wrong = err
	}
	return err
}

// String is the value, as the library requires.
func (s *setter) String() string { return "" }
