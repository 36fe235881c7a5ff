package cli

import "strings"

// do sets the fields of the command from its flags, and runs it. In a browser the flag library would be a tenth of the
// download: its templates call methods by name, so the linker keeps all methods of all types.
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
