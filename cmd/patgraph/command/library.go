//go:build !js

package command

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// do has the library read the flags into the fields of the command, and runs it.
func (p *Program) do(flags, args []string) error {
	c := p.Command
	var wrong error // what an option says of its value, which the library would wrap
	app := &cli.App{
		Name: c.Name, HideHelp: true, HideVersion: true,
		Writer: p.Stderr, ErrWriter: p.Stderr,
		// Errors become exit codes in one place, which is ours.
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

// flag is the option as the library knows it, with its preset; wrong gets what is wrong with a
// value.
func (o *Option) flag(wrong *error) cli.Flag {
	o.begin()
	return &cli.GenericFlag{Name: o.Name, Value: &setter{o, wrong}}
}

// String is the value, as the library wants it.
func (s *setter) String() string {
	if s.option == nil {
		return ""
	}
	return s.option.To.text()
}
