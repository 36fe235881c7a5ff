package cli

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/manual"
	"github.com/patgraph/patgraph/lang"
)

// Overview is the help of the whole program.
func (p *Program) Overview() []byte {
	var b strings.Builder
	b.WriteString("patgraph derives the types of programs in k, Relay, TensorScript and ONNX, " +
		"and explains type errors.\n\n")
	b.WriteString("usage: patgraph COMMAND [FLAGS] [ARGUMENTS]\n\ncommands:\n")
	var rows [][2]string
	for _, c := range p.Commands {
		if !c.Hidden {
			rows = append(rows, [2]string{strings.TrimSpace(c.Name + " " + c.Args), c.Summary})
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
	rows = nil
	for _, c := range p.Commands[:min(2, len(p.Commands))] {
		rows = append(rows, c.Examples[0])
	}
	table(&b, exampleColumn,
		append(rows, [2]string{"patgraph help check", "how a command is used"},
			[2]string{"patgraph help k", "a page of the manual"}))
	b.WriteString("\nexit status: 0 nothing to report, 1 errors found, 2 wrong usage or an input that cannot be read,\n" +
		"3 a bug in patgraph; of run also 4 undefined, 5 endless or out of fuel or memory. Flags may\n" +
		"be before or after paths.\n")
	return []byte(b.String())
}

// mostExamples is the maximum number of examples in the short help.
const mostExamples = 4

// Usage is the help of a command: the short one, which fits a screen, or all.
func (p *Program) Usage(c *Command, all bool) []byte {
	var b strings.Builder
	b.WriteString("patgraph " + c.Name + ": " + c.Summary + "\n\nusage: patgraph " + c.Name)
	f := c.NewFlags(p.Languages)
	if len(f.options) > 0 {
		b.WriteString(" [FLAGS]")
	}
	if c.Args != "" {
		b.WriteString(" " + c.Args)
	}
	b.WriteString("\n")
	for _, text := range []string{c.Details, c.More} {
		if text != "" && (all || text != c.More) {
			b.WriteString("\n" + text + "\n")
		}
	}
	groups, left := f.groups(c.Name, all)
	examples := c.Examples
	if left > 0 {
		examples = examples[:min(len(examples), mostExamples)]
	}
	b.WriteString("\nexamples:\n")
	table(&b, exampleColumn, examples)
	// The columns of all groups are aligned.
	width := 0
	for _, g := range groups {
		width = max(width, widest(helpColumn, g.rows))
	}
	for _, g := range groups {
		b.WriteString("\n" + g.name + ":\n")
		tableAt(&b, width, g.rows)
	}
	more := ""
	if left > 0 {
		more = "patgraph " + c.Name + " --help --all has " + lang.Count(left, "more flag", "more flags") + ".\n"
	}
	var pages []string
	for _, t := range manual.Topics() {
		if slices.Contains(t.Commands, c.Name) {
			pages = append(pages, "patgraph help "+t.Name)
		}
	}
	if pages != nil {
		more += "The manual has pages about it: " + strings.Join(pages, ", ") + ".\n"
	}
	if more != "" {
		b.WriteString("\n" + more)
	}
	return []byte(b.String())
}

// A helpGroup is a heading in help with its flags.
type helpGroup struct {
	name string
	rows [][2]string
}

// groups are the options that the help of a command shows, by group, and the number of those it omits.
func (f *Flags) groups(command string, all bool) (groups []helpGroup, left int) {
	for i := range f.options {
		o := &f.options[i]
		if _, rare := o.of(command); rare && !all {
			left++
			continue
		}
		at := slices.IndexFunc(groups, func(g helpGroup) bool { return g.name == o.Group })
		if at < 0 {
			at = len(groups)
			groups = append(groups, helpGroup{name: o.Group})
		}
		groups[at].rows = append(groups[at].rows, o.row(all))
	}
	// Groups of this command alone come first.
	slices.SortStableFunc(groups, func(a, b helpGroup) int {
		return cmp.Compare(slices.Index(commonGroups, a.name), slices.Index(commonGroups, b.name))
	})
	return groups, left
}

// row is an option in help.
func (o *Option) row(all bool) [2]string {
	name := o.Spelling()
	if o.Alias != "" {
		name += ", " + dashes(o.Alias)
	}
	switch v := o.holder(); {
	case v != "" && o.Bare != "":
		name += "[=" + v + "]"
	case v != "":
		name += " " + v
	}
	says := o.says()
	switch {
	case !all || o.More == "":
	case o.More[0] == ',':
		says += o.More
	case o.More[0] == '(':
		says += " " + o.More
	default:
		says += "; " + o.More
	}
	if preset := cmp.Or(o.Preset, o.Default); preset != "" {
		says += " (default: " + preset + ")"
	}
	return [2]string{name, says}
}

const (
	helpWidth     = 100
	helpColumn    = 32
	exampleColumn = 52
)

// widest is the start of the second column. First columns that are too wide do not count.
func widest(most int, rows [][2]string) int {
	column := 0
	for _, r := range rows {
		if n := len(r[0]) + 2; n > column && n <= most {
			column = n
		}
	}
	return column
}

// table writes rows of two columns; a first column that is too wide has its own line.
func table(b *strings.Builder, most int, rows [][2]string) { tableAt(b, widest(most, rows), rows) }

func tableAt(b *strings.Builder, column int, rows [][2]string) {
	margin := "\n  " + strings.Repeat(" ", column)
	for _, r := range rows {
		b.WriteString("  " + r[0])
		at := len(r[0])
		switch fits := at+2 <= column; {
		case r[1] == "":
		case !fits && at+2+utf8.RuneCountInString(r[1])+2 <= helpWidth:
			b.WriteString("  " + r[1])
		default:
			if fits {
				b.WriteString(strings.Repeat(" ", column-at))
			} else {
				b.WriteString(margin)
			}
			b.WriteString(strings.Join(manual.Wrap(r[1], helpWidth-2-column), margin))
		}
		b.WriteString("\n")
	}
}
