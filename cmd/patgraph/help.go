package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/manual"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// help shows the overview, the usage of a command, or a page of the manual; of a
// name that is both, both.
func (p *program) help(c *cli.Context) error {
	if c.NArg() == 0 {
		return p.out.write(p.overview())
	}
	if c.NArg() > 1 {
		return &usageError{message: "patgraph help takes one command or topic", command: "help"}
	}
	var page []byte
	name, names := c.Args().First(), p.names()
	if found := commandNamed(p.commands, name); found != nil {
		page = p.usage(found)
	}
	for _, t := range manual.Topics() {
		names = append(names, t.Name)
		if t.Name == name {
			if page != nil {
				page = append(page, '\n')
			}
			width := min(helpWidth, style(p.stdout, "never", false, 0, false).Width)
			page = append(page, manual.Render(t.Text, width)...)
		}
	}
	if page != nil {
		return p.out.write(page)
	}
	e := &usageError{message: "there is no command and no topic " + words.Quote(name), command: "help"}
	for _, n := range lang.Nearest(name, slices.Values(names), 2) {
		e.hints = append(e.hints, "patgraph help "+n)
	}
	return e
}

// overview is the help of the whole program.
func (p *program) overview() []byte {
	var b strings.Builder
	b.WriteString("patgraph derives what programs of pattern languages take and give, and says why they fail.\n\n")
	b.WriteString("usage: patgraph COMMAND [FLAGS] [ARGUMENTS]\n\ncommands:\n")
	var rows [][2]string
	for _, c := range p.commands {
		if !c.hidden {
			rows = append(rows, [2]string{strings.TrimSpace(c.name + " " + c.args), c.summary})
		}
	}
	table(&b, helpColumn, rows)
	b.WriteString("\ntopics of the manual:\n")
	rows = nil
	for _, t := range manual.Topics() {
		rows = append(rows, [2]string{t.Name, t.Title})
	}
	table(&b, helpColumn, rows)
	b.WriteString("\nexamples:\n")
	var examples [][2]string
	for _, c := range p.commands[:2] {
		examples = append(examples, [2]string{c.examples[0].line, c.examples[0].says})
	}
	table(&b, exampleColumn, append(examples,
		[2]string{"patgraph help check", "all flags of a command"}, [2]string{"patgraph help k", "a page of the manual"}))
	b.WriteString("\nexit status: 0 nothing to report, 1 errors found, 2 wrong usage or an input that\n" +
		"cannot be read, 3 a defect of patgraph. Flags may stand before or after paths.\n")
	return []byte(b.String())
}

// usage is the help of one command.
func (p *program) usage(c *command) []byte {
	var b strings.Builder
	b.WriteString("patgraph " + c.name + ": " + c.summary + "\n\nusage: patgraph " + c.name)
	if len(c.options) > 0 {
		b.WriteString(" [FLAGS]")
	}
	if c.args != "" {
		b.WriteString(" " + c.args)
	}
	b.WriteString("\n")
	if c.details != "" {
		b.WriteString("\n" + c.details + "\n")
	}
	b.WriteString("\nexamples:\n")
	var rows [][2]string
	for _, e := range c.examples {
		rows = append(rows, [2]string{e.line, e.says})
	}
	table(&b, exampleColumn, rows)
	rows = nil
	for _, t := range manual.Topics() {
		if slices.Contains(t.Commands, c.name) {
			rows = append(rows, [2]string{"patgraph help " + t.Name, t.Title})
		}
	}
	if rows != nil {
		b.WriteString("\nmanual:\n")
		table(&b, helpColumn, rows)
	}
	if len(c.options) > 0 {
		b.WriteString("\nflags:\n")
		rows = nil
		for i := range c.options {
			o := &c.options[i]
			name := o.spelling()
			if o.alias != "" {
				name += ", " + dashes(o.alias)
			}
			switch v := o.placeholder(); {
			case v != "" && o.bare != "":
				name += "[=" + v + "]"
			case v != "":
				name += " " + v
			}
			says := o.usage
			if o.preset != "" {
				says += " (default: " + o.preset + ")"
			}
			rows = append(rows, [2]string{name, says})
		}
		table(&b, helpColumn, rows)
	}
	return []byte(b.String())
}

const (
	helpWidth     = 80
	helpColumn    = 32
	exampleColumn = 50
)

// table writes rows of two columns; a first column that is too wide stands on a
// line of its own.
func table(b *strings.Builder, widest int, rows [][2]string) {
	column := 0
	for _, r := range rows {
		if n := len(r[0]) + 2; n > column && n <= widest {
			column = n
		}
	}
	for _, r := range rows {
		b.WriteString("  " + r[0])
		at := len(r[0])
		if r[1] == "" {
			b.WriteString("\n")
			continue
		}
		if at+2 > column {
			if at+2+len(r[1])+2 <= helpWidth {
				b.WriteString("  " + r[1] + "\n")
				continue
			}
			b.WriteString("\n  ")
			at = 0
		}
		b.WriteString(strings.Repeat(" ", column-at))
		at = column
		for i, word := range strings.Fields(r[1]) {
			if i > 0 {
				if 2+at+1+len(word) > helpWidth {
					b.WriteString("\n  " + strings.Repeat(" ", column))
					at = column
				} else {
					b.WriteString(" ")
					at++
				}
			}
			b.WriteString(word)
			at += len(word)
		}
		b.WriteString("\n")
	}
}
