//go:build !js

package cli

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// do has the flag library set the fields of the command, and runs it.
func (p *Program) do(flags, args []string) error {
	c := p.Command
	var wrong error // an option's error about its value, which the library would wrap
	app := &cli.App{
		Name: c.Name, HideHelp: true, HideVersion: true,
		Writer: p.Stderr, ErrWriter: p.Stderr,
		// Exit turns errors into exit codes, not the library.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError: func(_ *cli.Context, err error, _ bool) error {
			if wrong != nil {
				return wrong
			}
			return Wrong(err.Error())
		},
		Action: func(x *cli.Context) error { return c.Run(p, x.Args().Slice()) },
	}
	for i := range c.Options {
		app.Flags = append(app.Flags, c.Options[i].flag(&wrong))
	}
	return app.Run(slices.Concat([]string{c.Name}, flags, []string{"--"}, args))
}

// flag is the option as a flag of the library, set to its preset; wrong receives an error about a value.
func (o *Option) flag(wrong *error) cli.Flag {
	o.begin()
	return &cli.GenericFlag{Name: o.Name, Value: &setter{o, wrong}}
}

// String is the value, as the library requires.
func (s *setter) String() string {
	if s.option == nil {
		return ""
	}
	return s.option.To.text()
}
