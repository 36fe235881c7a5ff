package command

import "strings"

// do sets the fields of the command as its flags say, and runs it. In a browser the library
// would be a tenth of what is loaded: its templates call methods by their names, so that
// every method of every type stays in the binary.
func (p *Program) do(flags, args []string) error {
	c := p.Command
	var wrong error
	for i := range c.Options {
		c.Options[i].begin()
	}
	for _, f := range flags {
		name, value, _ := strings.Cut(strings.TrimPrefix(f, "--"), "=")
		s := setter{c.option(name), &wrong}
		if err := s.Set(value); err != nil {
			return err
		}
	}
	return c.Run(p, args)
}
