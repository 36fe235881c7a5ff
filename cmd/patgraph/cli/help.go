//go:build !js

package cli

import (
	"cmp"
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
			{"patgraph help --man check | man -l -", "in a viewer for manual pages"},
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
	name, err := p.Argument(args, "command or topic", "")
	switch {
	case err != nil:
		return err
	case f.Man:
		name = cmp.Or(name, "patgraph")
	case name == "":
		return p.Out.Print(p.Overview())
	}
	var page []byte
	known := names(p.Commands)
	if f.Man {
		page = p.Man(name)
	} else if c := findCommand(p.Commands, name); c != nil {
		page = p.Usage(c, f.All)
	}
	for _, l := range p.Languages {
		if slices.Contains(l.Dialects, name) {
			name = l.Name // its page is that of the dialect
		}
	}
	for _, t := range manual.Topics() {
		known = append(known, t.Name)
		if t.Name == name && !f.Man {
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
