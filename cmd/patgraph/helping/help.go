package helping

import "github.com/patgraph/patgraph/cmd/patgraph/command"

type helpFlags struct{ All bool }

// Help is the command that shows how the others are used.
func Help() *command.Command {
	f := &helpFlags{}
	return &command.Command{
		Name: "help", Args: "[COMMAND]", Summary: "show how a command is used",
		Examples: []command.Example{{Line: "patgraph help check", Says: "the same as patgraph check --help"}},
		Options:  []command.Option{{Name: "all", To: command.Switch(&f.All), Usage: "with all flags, not only those that are used most"}},
		Run:      f.help,
		Offer: func(p *command.Program, offer func(text, says string)) {
			for _, name := range command.Names(p.Commands) {
				offer(name, "")
			}
		},
	}
}

// help shows the overview or the usage of a command.
func (f *helpFlags) help(p *command.Program, args []string) error {
	switch len(args) {
	case 0:
		return p.Out.Print(command.Overview(p.Commands))
	case 1:
		found, err := command.Find(p.Commands, args[0])
		if err != nil {
			return err
		}
		return p.Out.Print(found.Usage(f.All))
	}
	return command.Wrong("patgraph help takes one command")
}
