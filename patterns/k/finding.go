//go:build !js

package k

import (
	"context"
	"math"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/search"
)

func init() { Language.Finding = finding } // a page in a browser does without it

const arrow = "-->"

// finding finds functions by patterns in the notation of signatures.
var finding = &search.Finding{
	Family: "k",
	Arrow:  arrow,
	Query:  readQuery,
	Signature: func(r *patterns.Result, d int32) (search.Signature, bool) {
		if r.Front.(*program).tree.Defs[d].Main {
			return search.Signature{}, false // no program can use it
		}
		return searched(r, r.Solver.View(d)), true
	},
	Code: conversionCode,
}

func searched(r *patterns.Result, v patterns.View) search.Signature {
	p, _ := r.PatternWithin(v.Scheme, math.MaxInt, v.In, v.Out)
	return search.Signature{Pattern: p, Of: r}
}

// readQuery reads a pattern as a program: a filter, a function whose input and output are unrelated, and a filter.
func readQuery(query, dialect string, of *patterns.Result) (search.Signature, *search.QueryError) {
	in, out, _ := search.Split(query, arrow)
	var text []byte
	if of != nil {
		for _, t := range of.TypeDefs {
			if t.Type != patterns.NoType {
				text = append(append(text, strings.TrimSuffix(string(of.File.Text(t.Span)), ";")...), "\n;"...)
			}
		}
	}
	text = append(text, "unrelated = unrelated;\npattern = "...)
	sides := [2]search.Side{in, out}
	var start [2]int
	for i := range sides {
		s := &sides[i]
		if s.IsHole() {
			s.Text = "(...)"
		} else if s.Text[0] == '?' {
			s.Text, s.At = s.Text[1:], s.At+1
		}
		start[i] = len(text) + 1
		text = append(append(append(text, '?'), s.Text...), [2]string{"\nunrelated ", "\n;"}[i]...)
	}
	r := Analyze(context.Background(), lang.NewFile("pattern", text), Options{Dialect: dialectOf(dialect), Brief: true})
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		if d.Severity != lang.Error {
			continue
		}
		e := &search.QueryError{Unknown: d.Code == lang.UnknownType}
		for i, s := range sides {
			at := int(d.Span.Start) - start[i]
			if i > 0 && (at < 0 || out.IsHole()) {
				continue
			}
			e.At = s.At + min(max(at, 0), len(s.Text))
			if e.Message = d.Message.String(); at > len(s.Text) && !e.Unknown {
				e.Message = "`?" + s.Text + "` is not complete"
			}
		}
		return search.Signature{}, e
	}
	t := r.Front.(*program).tree
	if last := &t.Defs[len(t.Defs)-1]; len(t.Defs) == 2 && last.Root != k.NoNode {
		kids := t.Kids(last.Root)
		if t.Nodes[last.Root].Op == k.OpComp && len(kids) == 3 && t.Nodes[kids[0]].Op == k.OpFilter &&
			t.Nodes[kids[2]].Op == k.OpFilter {
			return searched(r, r.Solver.View(1)), nil
		}
	}
	return search.Signature{}, &search.QueryError{Message: "a pattern has one filter on each side of `-->`",
		At: in.At}
}

// conversionCode writes the use of a function with a conversion.
func conversionCode(dialect, name string, c *search.Conversion) string {
	d := dialectOf(dialect)
	label := d.LabelText(c.Label)
	wrap := "{() " + label + "}"
	if c.Union && d == k.K6 {
		wrap = "|" + label
	}
	switch c.Kind {
	case search.FieldBefore:
		return "." + label + " " + name
	case search.FieldAfter:
		return name + " ." + label
	case search.Each:
		return "| " + name + " ^"
	case search.Wrap:
		return wrap + " " + name
	case search.WrapAfter:
		return name + " " + wrap
	}
	fields := make([]string, len(c.Fields))
	for i, f := range c.Fields {
		fields[i] = "." + d.LabelText(f.From) + " " + d.LabelText(f.To)
	}
	return "{" + strings.Join(fields, ", ") + "} " + name
}
