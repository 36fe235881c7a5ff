package helping

import (
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/manual"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

type helpFlags struct{ All bool }

// Help is the command that shows the use of the others.
func Help() *command.Command {
	f := &helpFlags{}
	return &command.Command{
		Name: "help", Args: "[COMMAND | TOPIC]", Summary: "show how a command is used, or a page of the manual",
		Examples: [][2]string{
			{"patgraph help check", "the same as patgraph check --help"},
			{"patgraph help batches", "how to check many programs"},
		},
		Options: []command.Option{{Name: "all", To: command.Switch(&f.All),
			Usage: "with all flags, not only the most common ones"}},
		Run: f.help,
		Offer: func(p *command.Program, offer func(text, says string)) {
			names := command.Names(p.Commands)
			for _, name := range names {
				offer(name, "")
			}
			for _, t := range manual.Topics() {
				if !slices.Contains(names, t.Name) {
					offer(t.Name, t.Title)
				}
			}
		},
	}
}

// help shows the overview, the usage of a command, a page of the manual, or both for a name of both.
func (f *helpFlags) help(p *command.Program, args []string) error {
	switch len(args) {
	case 0:
		return p.Out.Print(p.Overview())
	case 1:
	default:
		return command.Wrong("patgraph help takes one command or topic")
	}
	var page []byte
	name, names := args[0], command.Names(p.Commands)
	if c := command.Named(p.Commands, name); c != nil {
		page = p.Usage(c, f.All)
	}
	for _, t := range manual.Topics() {
		names = append(names, t.Name)
		if t.Name == name {
			if page != nil {
				page = append(page, '\n')
			}
			style := (&command.Display{}).Style(p, p.Stdout)
			page = append(page, manual.Render(t.Text, min(command.PlainWidth, style.Width))...)
		}
	}
	if page != nil {
		return p.Out.Print(page)
	}
	var hints []string
	for _, n := range lang.Nearest(name, slices.Values(names), 2) {
		hints = append(hints, "patgraph help "+n)
	}
	return command.Wrong("there is no command and no topic "+words.Quote(name), hints...)
}
