//go:build !js

package k

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/search"
	"github.com/patgraph/patgraph/unify"
)

func init() { Language.Finding = finding }

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
	Gap:    gap,
	Takes:  takes,
	Hashes: Hashes,
	Code:   conversionCode,
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
	// wrong is an error at a place of the program.
	wrong := func(at int32, message string) (search.Signature, *search.QueryError) {
		side := 0
		if int(at) >= start[1] && !out.IsHole() {
			side = 1
		}
		s, offset := &sides[side], max(0, int(at)-start[side])
		if offset > len(s.Text) {
			offset, message = len(s.Text), "`?"+s.Text+"` is not complete"
		}
		return search.Signature{}, &search.QueryError{At: s.At + offset, Message: message}
	}
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error {
			s, err := wrong(d.Span.Start, d.Message.String())
			err.Unknown = d.Code == lang.UnknownType
			return s, err
		}
	}
	t := r.Front.(*program).tree
	last := &t.Defs[len(t.Defs)-1]
	kids := t.Kids(max(last.Root, 0))
	if len(t.Defs) != 2 || last.Root == k.NoNode || t.Nodes[last.Root].Op != k.OpComp || len(kids) != 3 ||
		t.Nodes[kids[0]].Op != k.OpFilter || t.Nodes[kids[2]].Op != k.OpFilter {
		return wrong(0, "a pattern has one filter on each side of `"+arrow+"`")
	}
	for e := last.First; e < last.Root; e++ {
		if n := &t.Nodes[e]; n.Op == k.OpFilterVar && slices.Contains(k.BuiltinTypes, t.Syms.Text(n.Sym)) {
			name := t.Syms.Text(n.Sym)
			return wrong(n.Start, "`"+name+"` is a variable here; the type is `$"+name+"`")
		}
	}
	return searched(r, r.Solver.View(1)), nil
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

// takes returns which definitions take a value: its type can be that of their input, and no part of it is of another
// kind.
func takes(r *patterns.Result, v any) []search.Match {
	x := search.New()
	var defs []int32
	var inputs [][]patterns.PatternNode
	for d := range r.Definitions {
		if r.Definitions[d].Sound() && r.Solver.Derivation(int32(d)).Derived {
			s := searched(r, r.Solver.View(int32(d)))
			x.Add(&s.Pattern, r)
			defs, inputs = append(defs, int32(d)), append(inputs, s.Nodes)
		}
	}
	in := v.(value).Value
	var fit []search.Match
	for _, m := range x.Taking(x.Pattern(typeOfValue(in, r), r)) {
		c := comparison{types: r.Types, labels: r.Labels, nodes: inputs[m.Entry]}
		if _, differs := c.departure(in, state{node: 0}); !differs {
			m.Entry = int(defs[m.Entry])
			fit = append(fit, m)
		}
	}
	slices.SortFunc(fit, func(a, b search.Match) int { return a.Entry - b.Entry })
	return fit
}

// typeOfValue returns what is known of the types of a value, as the input of a pattern.
func typeOfValue(v eval.Value, r *patterns.Result) *patterns.Pattern {
	a := r.Front.(*program)
	p := &patterns.Pattern{Nodes: make([]patterns.PatternNode, 2), Roots: []int32{0, 1}}
	p.Nodes[0].Flat, p.Nodes[1].Flat = unify.Open, unify.Open
	queue := []eval.Value{v, nil}
	for i := 0; i < len(queue); i++ {
		n := patterns.PatternNode{Flat: unify.Open}
		if i == 1 { // the output
			continue
		}
		switch v := queue[i]; v.Kind() {
		case eval.Int:
			n.Type = a.intType
		case eval.String:
			n.Type = a.stringType
		case eval.Bool:
			n.Type = a.boolType
		case eval.Product:
			n.Flat = unify.MakeFlat(unify.Product, true)
		case eval.Variant: // JSON has one text for a variant and a product of one field
			n.Flat = unify.MakeFlat(unify.Product|unify.Union, false)
		case eval.Vector:
			n.Flat = unify.MakeFlat(unify.Product|unify.Vector, true)
		}
		labels := eval.Labels(queue[i])
		for k, part := range eval.Parts(queue[i]) {
			if len(queue) == mostSeen {
				break
			}
			label := strconv.Itoa(k)
			if labels != nil {
				label = labels[k]
			}
			n.Edges = append(n.Edges, patterns.PatternEdge{Label: label, To: int32(len(queue))})
			queue, p.Nodes = append(queue, part), append(p.Nodes, patterns.PatternNode{Flat: unify.Open})
		}
		p.Nodes[i] = n
	}
	return p
}

// gap returns what the innermost expression at a place would have to take and give: the pattern of a function that is
// not known, in its place. It returns false if no expression is there.
func gap(ctx context.Context, r *patterns.Result, at int32) (search.Signature, bool) {
	a := r.Front.(*program)
	var e lang.Span
	in := int32(-1)
	for d := range a.tree.Defs {
		if def := &a.tree.Defs[d]; def.Bad || def.Root == k.NoNode || !def.Span.Contains(lang.Span{Start: at, End: at}) {
			continue
		}
		for _, site := range a.Sites(int32(d)) {
			s := a.Span(site)
			if s.Start <= at && at <= s.End && !s.Empty() && (in < 0 || s.End-s.Start < e.End-e.Start) {
				e, in = s, int32(d)
			}
		}
	}
	if in < 0 {
		return search.Signature{}, false
	}
	name := "unrelated"
	for a.tree.Syms.Lookup(name) != lang.NoSym {
		name += "1"
	}
	start := a.tree.Defs[in].Span.Start
	with := Analyze(ctx, a.tree.File.Edited([]lang.Edit{
		{Span: lang.Span{Start: start, End: start}, Text: name + " = " + name + ";\n"},
		{Span: e, Text: " " + name + " "},
	}), Options{Dialect: a.tree.Dialect, Limits: a.options.Limits, Recursion: a.options.Recursion, Brief: true})
	if with.Err != nil {
		return search.Signature{}, false
	}
	b := with.Front.(*program)
	of := b.tree.Syms.Lookup(name)
	for d := range b.tree.Defs {
		def := &b.tree.Defs[d]
		if def.Name == of || def.Bad || def.Root == k.NoNode || !with.Solver.Derivation(int32(d)).Derived {
			continue
		}
		for site := def.First; site <= def.Root; site++ {
			if n := &b.tree.Nodes[site]; n.Op == k.OpRef && n.Sym == of {
				with.Solver.Restore(int32(d))
				s := with.Solver.Quotient(b.Ends(int32(d), int32(site)))
				return search.Signature{Pattern: with.Pattern(s), Of: with}, true
			}
		}
	}
	return search.Signature{}, false
}
