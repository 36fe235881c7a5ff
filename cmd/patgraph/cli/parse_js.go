package cli

// do sets the options of the command, and runs it. In a browser the flag library would be a tenth of the download: its
// templates call methods by name, so the linker keeps all methods of all types.
func (p *Program) do(l *line) error {
	f := l.command.NewFlags(p.Languages)
	for _, g := range l.flags {
		if err := f.Set(g.option.Name, g.value); err != nil {
			return err
		}
	}
	return p.runNoting(f, l.args)
}
