package onnx

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// mostCalls is the maximum number of calls of a function for which a value in it is explained.
const mostCalls = 5

// inCalls adds to an explanation the type of a value of a function in each call of it. It returns the different types.
func (p *program) inCalls(w *patterns.Why, def onnx.NodeID) (types []string) {
	type called struct {
		at  onnx.NodeID
		typ string
	}
	calls, seen := 0, make(map[called]bool)
	for d := range int32(len(p.Defs)) {
		if !p.Solver.Derivation(d).Derived {
			continue
		}
		p.Solver.Restore(d)
		for i := range p.uses[d] {
			u := &p.uses[d][i]
			n, ok := p.valueAt(u, def)
			if !ok {
				continue
			}
			t, _ := p.system().Read(n)
			typ := p.system().Format(t)
			key := called{u.frame.call, typ}
			if seen[key] {
				continue
			}
			seen[key] = true
			if calls++; calls > mostCalls {
				continue
			}
			if !slices.Contains(types, typ) {
				types = append(types, typ)
			}
			at := p.callSpan(u.frame.call)
			w.Parts = append(w.Parts, patterns.WhyPart{
				What: lang.Say("`%s` is `%s` in the call at %s", p.tree.Plain(def), typ,
					lang.Phrase{{Text: p.place(at), Span: at}}),
				Story: p.computations(d, n),
			})
		}
	}
	if calls > mostCalls {
		w.Parts = append(w.Parts, patterns.WhyPart{
			What: lang.Say("%s of the function", message.Counted(calls-mostCalls, "further call")),
		})
	}
	return types
}

// valueAt returns a value of a function as a node of the function in one call has it: as a result or as an input.
func (p *front) valueAt(u *use, def onnx.NodeID) (unify.Node, bool) {
	if u.frame.call == onnx.NoNode {
		return unify.None, false
	}
	if p.tree.Is(p.parents[def], onnx.OpResults) {
		k := slices.Index(p.resultsOf(u.id), def)
		if k < 0 || k >= len(u.Outputs) {
			return unify.None, false
		}
		return u.Outputs[k], true
	}
	for i, arg := range p.tree.Args(u.id)[:min(len(p.tree.Args(u.id)), len(u.Inputs))] {
		if p.names.Def[arg] == def && u.Inputs[i] != unify.None {
			return u.Inputs[i], true
		}
	}
	return unify.None, false
}

// computations lists how the sizes of a value were computed, and where their numbers are written.
func (p *program) computations(d int32, n unify.Node) []lang.Line {
	from, b := p.originsOf(d), &tracing{explanation: &explanation{p: p, d: d}}
	add := func(at lang.Span, says, text string) {
		line := lang.Say(says, text).String()
		if !slices.ContainsFunc(b.lines, func(l lang.Line) bool { return l.Span == at && l.Text.String() == line }) {
			b.line(at, says, text)
		}
	}
	for _, class := range p.binding.Over(p.Graph).Classes(n) {
		if class == unify.None {
			continue
		}
		list, sites := from.Chain(class, mostReasons)
		for _, c := range list {
			if strings.Contains(c.Formula, "=") {
				add(p.Span(c.Site), "%s", c.Formula)
			}
		}
		for _, site := range sites {
			add(p.Span(site), "`%s` is written here", p.Short(site))
		}
	}
	return b.lines
}
