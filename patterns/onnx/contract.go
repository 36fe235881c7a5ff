//go:build !js

package onnx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/contract"
	"github.com/patgraph/patgraph/unify"
)

// A page in a browser does without it.
func init() { Language.Contract = contractOf }

// contractOf returns the contract of a model: its inputs and outputs by name. A name of a size is one size at each use.
func contractOf(t *contract.Terms, d int32) (c contract.Contract, whole bool) {
	c.ByName = true
	p := t.Result().Front.(*program)
	g := &p.graphs[d]
	if !g.whole {
		return c, false
	}
	p.Solver.Restore(d)
	w := &contractor{Terms: t, System: p.system(), c: &c, names: make(map[string]int)}
	b := &deriver{System: w.System, p: p, d: d}
	f := &frame{site: -1, call: onnx.NoNode, of: d}
	defaults := make(map[onnx.NodeID]bool)
	for _, id := range p.tree.Locals(g.id) {
		if def := p.names.Def[id]; def != onnx.NoNode && p.tree.Data(id) != onnx.NoNode {
			defaults[def] = true
		}
	}
	for _, id := range p.tree.Inputs(g.id) {
		c.In = append(c.In, contract.Port{
			Name: p.tree.Name(id), Says: "the input `" + p.tree.Name(id) + "`", Term: w.value(b.value(f, id)),
			Optional: defaults[id],
		})
	}
	for _, id := range p.tree.Outputs(g.id) {
		if def := p.names.Def[id]; def != onnx.NoNode {
			c.Out = append(c.Out, contract.Port{
				Name: p.tree.Name(id), Says: "the output `" + p.tree.Name(id) + "`", Term: w.value(b.value(f, def)),
			})
		}
	}
	for _, l := range p.limits[d] {
		if l.declared {
			continue
		}
		limit := contract.Condition{Relation: l.Says, Says: "it " + l.Says}
		for i, name := range l.names {
			limit.Args = append(limit.Args, w.name(name))
			limit.Relation = strings.ReplaceAll(limit.Relation, name+" ", "$"+strconv.Itoa(i)+" ")
		}
		c.Where = append(c.Where, limit)
	}
	return c, true
}

// A contractor makes the terms of a model.
type contractor struct {
	*contract.Terms
	*System
	c     *contract.Contract
	names map[string]int // terms of the names of sizes
}

func (w *contractor) value(n unify.Node) int {
	t, _ := w.Read(n)
	return w.typ(t)
}

func (w *contractor) typ(t Type) int {
	x := contract.Term{Name: "type " + strconv.Itoa(t.Head), Shapes: unify.Product, Closed: true, Unknown: t.Head == 0}
	add := func(label string, to int) { x.Parts = append(x.Parts, contract.Part{Label: label, To: to}) }
	if t.Head == Tensor+1 || t.Head == Map+1 {
		add("elem", w.named(t.Elem))
	}
	if t.Head == Tensor+1 {
		shape := contract.Term{Name: "shape", Shapes: unify.Product, Closed: true, Unknown: !t.Ranked}
		for i, s := range t.Shape {
			shape.Parts = append(shape.Parts, contract.Part{Label: "d" + strconv.Itoa(i), To: w.size(s)})
		}
		add("shape", w.Terms.Add(shape, w.Format(t)))
	}
	for i, of := range t.Of {
		add("of"+strconv.Itoa(i), w.typ(of))
	}
	return w.Terms.Add(x, w.Format(t))
}

// named returns a term that only equals itself; without a name, one that is not known.
func (w *contractor) named(name string) int {
	return w.Terms.Add(contract.Term{Name: name, Shapes: unify.Product, Closed: true, Unknown: name == ""}, name)
}

// name returns the term of a name of a size.
func (w *contractor) name(name string) int {
	return patterns.Remember(&w.names, name, func() int {
		return w.Terms.Add(contract.Term{Shapes: unify.AnyShape}, name)
	})
}

func (w *contractor) size(s Size) int {
	sizes := w.Binding.Sizes
	if _, ok := s.Number(); ok || s == Unknown {
		return w.Terms.Add(contract.Term{Name: w.FormatSize(s), Shapes: unify.Product, Closed: true, Unknown: s == Unknown},
			w.FormatSize(s))
	}
	if name, ok := sizes.ParameterOf(s); ok {
		return w.name(name)
	}
	// A computed size is one at each use, by a relation of names.
	return patterns.Remember(&w.names, w.FormatSize(s), func() int {
		names := sizes.Parameters(s)
		slices.SortFunc(names, func(a, b string) int { return w.name(a) - w.name(b) }) // in the order of the inputs
		of := w.Binding.Form(s, names)
		form := contract.Condition{Relation: of.Unnamed(), Compute: of.Compute}
		for _, name := range names {
			form.Args = append(form.Args, w.name(name))
		}
		n := w.Terms.Add(contract.Term{Shapes: unify.AnyShape}, w.FormatSize(s))
		form.Args = append(form.Args, n)
		w.c.Where = append(w.c.Where, form)
		return n
	})
}
