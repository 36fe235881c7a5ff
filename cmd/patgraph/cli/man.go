//go:build !js

package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/manual"
)

// manWidth is the number of columns of man(1) on a terminal, without its margins.
const manWidth = 66

// Man is a page for man(1), in roff: of the program for "patgraph", of a command, of a topic of the manual, or of a
// command and the topic of its name; nil if there is neither. Commands are in section 1, other topics in section 7.
func (p *Program) Man(name string) []byte {
	var b strings.Builder
	title := func(name string, section int, says string) {
		fmt.Fprintf(&b, "# %s %d \"\" \"patgraph %s\" \"patgraph\"\n\n## NAME\n\n%s \\- %s\n\n",
			name, section, batch.VersionText(), name, markdown.Replace(says))
	}
	if name == "patgraph" {
		title(name, 1, "derives the types of programs and explains type errors")
		b.WriteString("## SYNOPSIS\n\n**patgraph** *COMMAND* [*FLAGS*] [*ARGUMENTS*]\n\n## COMMANDS\n\n")
		for _, c := range p.Commands {
			if !c.Hidden {
				manItem(&b, "patgraph "+c.Name+" "+c.Args, c.Summary+"; patgraph-"+c.Name+"(1)")
			}
		}
		b.WriteString("## TOPICS\n\n")
		for _, t := range manual.Topics() {
			section := 7
			if findCommand(p.Commands, t.Name) != nil {
				section = 1 // its page has the topic, too
			}
			manItem(&b, fmt.Sprintf("patgraph-%s(%d)", t.Name, section), t.Title)
		}
		return md2man.Render([]byte(b.String()))
	}
	topics := manual.Topics()
	topic := slices.IndexFunc(topics, func(t manual.Topic) bool { return t.Name == name })
	switch c := findCommand(p.Commands, name); {
	case c != nil:
		title("patgraph-"+name, 1, c.Summary)
		p.manCommand(&b, c)
	case topic >= 0:
		title("patgraph-"+name, 7, topics[topic].Title)
	default:
		return nil
	}
	if topic >= 0 {
		// It has the layout of a terminal: man(1) makes the tables wider than its lines.
		_, text, _ := strings.Cut(topics[topic].Text, "\n")
		fmt.Fprintf(&b, "## MANUAL\n\n~~~~~~\n%s\n~~~~~~\n", manual.Render(text, manWidth))
	}
	return md2man.Render([]byte(b.String()))
}

func (p *Program) manCommand(b *strings.Builder, c *Command) {
	b.WriteString("## SYNOPSIS\n\n**patgraph " + c.Name + "** [*FLAGS*] " + markdown.Replace(c.Args) + "\n\n")
	if c.Details+c.More != "" {
		b.WriteString("## DESCRIPTION\n\n" + markdown.Replace(strings.TrimSpace(c.Details+"\n\n"+c.More)) + "\n\n")
	}
	groups, _ := c.NewFlags(p.Languages).groups(c.Name, true)
	for _, g := range groups {
		b.WriteString("## FLAGS: " + strings.ToUpper(g.name) + "\n\n")
		for _, row := range g.rows {
			manItem(b, row[0], row[1])
		}
	}
	b.WriteString("## EXAMPLES\n\n")
	for _, e := range c.Examples {
		manItem(b, e[0], e[1])
	}
	b.WriteString("## SEE ALSO\n\npatgraph(1)")
	for _, t := range manual.Topics() {
		if t.Name != c.Name && slices.Contains(t.Commands, c.Name) {
			b.WriteString(", patgraph-" + t.Name + "(7)")
		}
	}
	b.WriteString("\n")
}

// manItem writes a term and what it means, if anything.
func manItem(b *strings.Builder, term, says string) {
	b.WriteString("**" + markdown.Replace(strings.TrimSpace(term)) + "**\n")
	if says != "" {
		b.WriteString(": " + markdown.Replace(says) + "\n")
	}
	b.WriteString("\n")
}

// markdown escapes what has a meaning in Markdown.
var markdown = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]",
	"<", "\\<", ">", "\\>", "|", "\\|", "#", "\\#", "~", "\\~")
