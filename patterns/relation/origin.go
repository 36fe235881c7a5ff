package relation

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/unify"
)

// Origins records where the sizes of a graph come from: each is written in the program, or computed from others by the
// effects of a relation.
type Origins struct {
	over     *Over
	machine  *Machine
	written  map[unify.Node]int32
	computed map[unify.Node]Computed
}

// LastOrigins keeps the origins of the definition that was asked for last: reports about a definition follow each other.
type LastOrigins struct {
	of *Origins
	at int32
}

// Of returns the origins of a definition, which find computes if they are not kept.
func (l *LastOrigins) Of(definition int32, find func() *Origins) *Origins {
	if l.of == nil || l.at != definition {
		l.of = nil // find may be interrupted
		l.of, l.at = find(), definition
	}
	return l.of
}

// A Computed size is one that the effect of a relation determines.
type Computed struct {
	Site    int32  // the use of the relation
	Value   string // "14"
	Formula string // "14 = (16 - 3) div 1 + 1"
	Of      []unify.Node
	Attrs   []string // the attributes in the formula
	Given   bool     // the value is an attribute as it is given
}

// NewOrigins returns Origins of a graph, without records.
func (b *Binding) NewOrigins(g *unify.Graph, m *Machine) *Origins {
	return &Origins{b.Over(g), m, make(map[unify.Node]int32), make(map[unify.Node]Computed)}
}

// Write records the site at which a size is written. Only the first site of a size counts.
func (o *Origins) Write(n unify.Node, site int32) {
	class := o.over.graph.Find(n)
	if _, known := o.written[class]; !known && o.over.graph.Flat(class).Constructor() != unify.NoConstructor {
		o.written[class] = site
	}
}

// Run runs a rule and records the sizes that its effects determine at a site.
func (o *Origins) Run(r *Rule, args []unify.Node, site int32) {
	v := o.over
	v.reset()
	out := o.machine.Explain(v, r.r, r.early, v.Numbers(args), r.attrs)
	if out.State != Fires {
		return
	}
	for at, c := range o.computedSizes(out, false) {
		if _, known := o.computed[at]; !known {
			c.Site = site
			o.computed[at] = c
		}
	}
}

// WrittenAs returns the size with this text that a relation computed at a site: the first one, or with formula the
// first whose formula is more than a number.
func (o *Origins) WrittenAs(site int32, text string, formula bool) (n unify.Node, ok bool) {
	for class, c := range o.computed {
		if c.Site == site && c.Value == text && (!formula || c.Formula != text) && (!ok || class < n) {
			n, ok = class, true
		}
	}
	return n, ok
}

// Demands iterates over the sizes that a rule would determine for its arguments in the current graph, also by copying
// those of others, ordered by class.
func (o *Origins) Demands(r *Rule, args []unify.Node) iter.Seq2[unify.Node, Computed] {
	return func(yield func(unify.Node, Computed) bool) {
		out := o.machine.Explain(o.over, r.r, r.early, o.over.Numbers(args), r.attrs)
		if out.State != Fires {
			return
		}
		sizes := o.computedSizes(out, true)
		for _, class := range slices.Sorted(maps.Keys(sizes)) {
			if !yield(class, sizes[class]) {
				return
			}
		}
	}
}

// computedSizes returns the sizes that the effects of an outcome determine, by class; those that are copies on demand.
func (o *Origins) computedSizes(out *Outcome, copies bool) map[unify.Node]Computed {
	v, sizes := o.over, make(map[unify.Node]Computed)
	var visit func(t Term, n Node)
	visit = func(t Term, n Node) {
		switch t.Kind {
		case HeadTerm, ListTerm:
			items := t.Kind == ListTerm || v.Vocabulary.Heads[t.Head].Types
			for i, part := range slices.Backward(out.Parts(t)) {
				switch {
				case items && i < v.Length(n):
					visit(part, v.Item(n, i))
				case !items && v.Head(n) == t.Head:
					visit(part, v.Part(n, i))
				}
			}
		case SizeTerm, NodeTerm:
			at, ok := o.class(n)
			if _, known := sizes[at]; ok && !known && (t.Kind == SizeTerm || copies) {
				sizes[at] = o.computation(t, at)
			}
		}
	}
	for _, t := range slices.Backward(out.Effects) {
		if t.Left.Kind == NodeTerm {
			visit(t.Right, t.Left.Node)
		}
	}
	return sizes
}

// computation returns how a term of the last outcome was computed, which is a size of a class.
func (o *Origins) computation(t Term, class unify.Node) Computed {
	pieces := o.machine.Formula(t)
	c := Computed{Formula: Said(pieces), Given: len(pieces) == 1 && pieces[0].Source.Kind == FromAttribute}
	c.Value, _, _ = strings.Cut(c.Formula, " ")
	for _, piece := range pieces {
		switch s := piece.Source; s.Kind {
		case FromAttribute:
			if !slices.Contains(c.Attrs, s.Name) {
				c.Attrs = append(c.Attrs, s.Name)
			}
		case FromNode:
			if from, ok := o.class(s.Node); ok && from != class && !slices.Contains(c.Of, from) {
				c.Of = append(c.Of, from)
			}
		}
	}
	return c
}

func (o *Origins) class(n Node) (unify.Node, bool) {
	at, ok := o.over.Pattern(n)
	if ok {
		at = o.over.graph.Find(at)
	}
	return at, ok
}

// Written returns the site where a size is written.
func (o *Origins) Written(class unify.Node) (site int32, ok bool) {
	site, ok = o.written[class]
	return site, ok
}

// Computed returns how a size was computed.
func (o *Origins) Computed(class unify.Node) (c Computed, ok bool) {
	c, ok = o.computed[class]
	return c, ok
}

// Back iterates over the classes from which a size is computed: its own class, then breadth-first.
func (o *Origins) Back(n unify.Node) iter.Seq[unify.Node] {
	return func(yield func(unify.Node) bool) {
		class := o.over.graph.Find(n)
		seen := map[unify.Node]bool{class: true}
		for queue := []unify.Node{class}; len(queue) > 0 && yield(queue[0]); queue = queue[1:] {
			for _, from := range o.computed[queue[0]].Of {
				if !seen[from] {
					seen[from] = true
					queue = append(queue, from)
				}
			}
		}
	}
}

// Chain returns the computations behind a size, the nearest first, and the sites where the numbers that enter them are
// written; at most most of each.
func (o *Origins) Chain(n unify.Node, most int) (list []Computed, sites []int32) {
	for class := range o.Back(n) {
		if len(list) == most || len(sites) == most {
			break
		}
		if site, ok := o.written[class]; ok {
			sites = append(sites, site)
		}
		if c, ok := o.computed[class]; ok {
			list = append(list, c)
		}
	}
	return list, sites
}
