package mutate

import (
	"fmt"
	"io"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Show writes a mutant, with the lines of its edits before and after, its truths, and the whole report. The writer has
// to keep errors of writing.
func Show(w io.Writer, m *Mutant) {
	r := m.Language.analyze(m.Program, m.Source, false, nil)
	score := Judge(m, r.Diagnostics)
	fmt.Fprintf(w, "== %s (%s)\n", m.ID, m.Split)
	old := m.Language.file(m.Program, m.Original)
	line := ""
	shift := int32(0)
	for _, e := range m.Edits {
		before := lines(old, e.Span)
		after := lines(r.File, lang.Span{Start: e.Span.Start + shift, End: e.Span.Start + shift + int32(len(e.Text))})
		shift += int32(len(e.Text)) - (e.Span.End - e.Span.Start)
		if text := before + "|" + after; text != line {
			line = text
			fmt.Fprintf(w, "%s%s", marked("- ", before), marked("+ ", after))
		}
	}
	at := func(s lang.Span) string {
		p := r.File.Position(s.Start)
		return fmt.Sprintf("%d:%d `%s`", p.Line, p.Column, clip(r.File.Text(s)))
	}
	for i, t := range m.Truths {
		fmt.Fprintf(w, "truth %d in %s:", i+1, t.Definition)
		for _, p := range t.Places {
			if !p.Use {
				fmt.Fprintf(w, " %s", at(p.Span))
			}
		}
		fmt.Fprintln(w)
	}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		secondary := ""
		if d.Secondary {
			secondary = " (secondary)"
		}
		fmt.Fprintf(w, "%s[%s]%s in %s: %s\n", d.Severity, d.Code, secondary, d.Definition, d.Message)
		fmt.Fprintf(w, "  at %s: %s\n", at(d.Span), d.Label)
		for _, x := range d.Related {
			fmt.Fprintf(w, "  and %s: %s\n", at(x.Span), x.Message)
		}
		for _, n := range d.Notes {
			fmt.Fprintf(w, "  note: %s\n", n)
		}
		for _, h := range d.Help {
			fmt.Fprintf(w, "  help: %s\n", h)
		}
		for _, f := range d.Fixes {
			fmt.Fprintf(w, "  fix (%s, checked %t): %s\n", f.Grade, f.Checked, f.Title)
		}
		for n, b := range d.Blame {
			fmt.Fprintf(w, "  blame %d %s %.2f\n", n+1, at(b.Span), b.Score)
		}
		x := d.Explanation
		if x == nil {
			continue
		}
		for _, s := range x.Steps {
			fmt.Fprintf(w, "  step %s: %s\n", s.Rule, s.Concludes)
		}
		for _, c := range x.Core {
			fmt.Fprintf(w, "  core %s %s %s: %s\n", c.Rule, c.Part, at(c.Span), c.Text)
		}
		fmt.Fprintf(w, "  minimal %t, checked %t\n", x.Minimal, x.Checked)
	}
	fmt.Fprintf(w, "in slice %t, rank %d, exact %d, fix %t, restores %t\n\n", score.InSlice, score.Rank, score.Exact,
		score.Fix, score.Restores)
}

// lines returns the lines that a span touches.
func lines(f *lang.File, s lang.Span) string {
	var b strings.Builder
	last := f.Position(s.End).Line
	for n := f.Position(s.Start).Line; n <= last; n++ {
		b.Write(f.Line(n))
		b.WriteByte('\n')
	}
	return b.String()
}

func marked(mark, text string) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		b.WriteString(mark + l)
	}
	return b.String()
}

// clip shortens a text to one short line.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}
