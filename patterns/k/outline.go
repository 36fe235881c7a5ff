//go:build !js

package k

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

const usage = `f = .x;  $t = <{} a>;             define; what is there already is replaced
.x f                              evaluate on {}
{"x": 1} -> .x f                  evaluate on a value in JSON, in k6 as {{}|0 x} -> .x f
it -> .y                          evaluate on the last value
`

// A page of a browser has no session of commands.
func init() { Language.Typing = typing }

var typing = &language.Typing{
	Usage: usage,
	Outline: func(f *lang.File, dialect string) *language.Outline {
		return outline(k.ParseAs(f, dialectOf(dialect)))
	},
	OutlineOf: func(r *patterns.Result) *language.Outline {
		return outline(r.Front.(*program).tree, r.Diagnostics)
	},
	Words: wordsOf,
}

// outline returns what a parsed text defines.
func outline(t *k.Tree, ds []lang.Diagnostic) *language.Outline {
	_, main := t.Main()
	o := &language.Outline{Main: main, Unfinished: t.Unfinished, Diagnostics: ds,
		Labels: func() []string { return labels(t) }}
	add := func(name string, span lang.Span, typ bool, first, root k.NodeID) {
		o.Definitions = append(o.Definitions,
			language.Definition{Name: name, Span: span, Type: typ, Uses: uses(t, first, root)})
	}
	for i := range t.Types {
		d := &t.Types[i]
		add("$"+t.Syms.Text(d.Name), d.Span, true, d.First, d.Root)
	}
	for i := range t.Defs {
		if d := &t.Defs[i]; !d.Main {
			add(t.Syms.Text(d.Name), d.Span, false, d.First, d.Root)
		}
	}
	slices.SortFunc(o.Definitions, func(a, b language.Definition) int { return int(a.Span.Start - b.Span.Start) })
	divide(t, o)
	return o
}

// divide gives each definition its text: from the end of the previous one, and with the comments after it on its line.
// Text after the last definition belongs to it unless there is a main expression.
func divide(t *k.Tree, o *language.Outline) {
	src := string(t.File.Src)
	from := int32(0)
	for i := range o.Definitions {
		d := &o.Definitions[i]
		end := d.Span.End
		for _, c := range t.Comments {
			if c.Start >= end && strings.Trim(src[end:c.Start], " \t") == "" {
				end = c.End
			}
		}
		if i == len(o.Definitions)-1 && !o.Main {
			end = int32(len(src))
		}
		d.Text = strings.TrimRight(src[from:end], " \t\r\n")
		if i > 0 {
			d.Text = strings.TrimPrefix(strings.TrimPrefix(d.Text, "\r"), "\n") // the end of the line before
		}
		from = end
	}
}

// uses lists the names that a definition references.
func uses(t *k.Tree, first, root k.NodeID) []string {
	if root == k.NoNode {
		return nil
	}
	var names []string
	for e := first; e <= root; e++ {
		switch n := &t.Nodes[e]; n.Op {
		case k.OpRef:
			names = append(names, t.Syms.Text(n.Sym))
		case k.OpCodeName:
			names = append(names, "$"+t.Syms.Text(n.Sym))
		}
	}
	return names
}

// labels lists the labels of a text that are written as names.
func labels(t *k.Tree) []string {
	var list []string
	for sym, n := range t.LabelCounts() {
		label := t.Syms.Text(lang.Sym(sym))
		if n > 0 && label != "" && k.InName(t.Dialect, label[0]) && k.K4.LabelText(label) == label {
			list = append(list, label)
		}
	}
	return list
}
