//go:build !js

package cli

import (
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/manual"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// Help is the command that shows the use of the others.
func Help() *Command {
	return &Command{
		Name: "help", Args: "[COMMAND | TOPIC]", Summary: "show how a command is used, or a page of the manual",
		Examples: [][2]string{
			{"patgraph help check", "the same as patgraph check --help"},
			{"patgraph help batches", "how to check many programs"},
		},
		Run: (*Flags).help,
		Offer: func(p *Program, offer func(text, says string)) {
			commands := names(p.Commands)
			for _, name := range commands {
				offer(name, "")
			}
			for _, t := range manual.Topics() {
				if !slices.Contains(commands, t.Name) {
					offer(t.Name, t.Title)
				}
			}
		},
	}
}

// help shows the overview, the usage of a command, a page of the manual, or both for a name of both.
func (f *Flags) help(p *Program, args []string) error {
	switch len(args) {
	case 0:
		return p.Out.Print(p.Overview())
	case 1:
	default:
		return Wrong("patgraph help takes one command or topic")
	}
	var page []byte
	name, known := args[0], names(p.Commands)
	if c := findCommand(p.Commands, name); c != nil {
		page = p.Usage(c, f.All)
	}
	for _, t := range manual.Topics() {
		known = append(known, t.Name)
		if t.Name == name {
			if page != nil {
				page = append(page, '\n')
			}
			style := f.Style(p, p.Stdout)
			page = append(page, manual.Render(t.Text, min(plainWidth, style.Width))...)
		}
	}
	if page != nil {
		return p.Out.Print(page)
	}
	var hints []string
	for _, n := range lang.Nearest(name, slices.Values(known), 2) {
		hints = append(hints, "patgraph help "+n)
	}
	return Wrong("there is no command and no topic "+words.Quote(name), hints...)
}
