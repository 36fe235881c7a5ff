package relation

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/unify"
)

// Origins say where the sizes of a graph come from: each is written somewhere, or told by a relation
// from others.
type Origins struct {
	over     *Over
	machine  *Machine
	written  map[unify.Node]int32
	computed map[unify.Node]Computed
}

// A Computed size is one that a relation told.
type Computed struct {
	Site    int32  // of the use of the relation
	Value   string // "14"
	Formula string // "14 = (16 - 3) div 1 + 1"
	Of      []unify.Node
	Attrs   []string // that are in the formula
	Given   bool     // it is the first of them
}

// NewOrigins knows nothing yet of a graph.
func (b *Binding) NewOrigins(g *unify.Graph, m *Machine) *Origins {
	return &Origins{b.Over(g), m, make(map[unify.Node]int32), make(map[unify.Node]Computed)}
}

// Write notes that a site says what a size is. The first one counts.
func (o *Origins) Write(n unify.Node, site int32) {
	class := o.over.graph.Find(n)
	if _, known := o.written[class]; !known && o.over.graph.Flat(class).Constructor() != unify.NoConstructor {
		o.written[class] = site
	}
}

// Run notes what a relation with attributes told at a site, or of early what stands beside it, as Machine.Run
// counts. It costs a run of it.
func (o *Origins) Run(r *Relation, early int, attrs []Value, args []unify.Node, site int32) {
	v := o.over
	out := o.machine.Explain(v, r, early, v.Numbers(args), attrs)
	if out.State != Fires {
		return
	}
	for at, c := range o.tells(out) {
		if _, known := o.computed[at]; !known {
			c.Site = site
			o.computed[at] = c
		}
	}
}

// Told is a size of some spelling that a relation told at a site: the first, or the first that is more than a number.
func (o *Origins) Told(site int32, text string, formula bool) (n unify.Node, ok bool) {
	for class, c := range o.computed {
		if c.Site == site && c.Value == text && (!formula || c.Formula != text) && (!ok || class < n) {
			n, ok = class, true
		}
	}
	return n, ok
}

// Demands are the sizes that a relation would tell of its arguments as the graph is, by class and in the order of these.
func (o *Origins) Demands(r *Relation, early int, attrs []Value, args []unify.Node) iter.Seq2[unify.Node, Computed] {
	return func(yield func(unify.Node, Computed) bool) {
		out := o.machine.Explain(o.over, r, early, o.over.Numbers(args), attrs)
		if out.State != Fires {
			return
		}
		told := o.tells(out)
		for _, class := range slices.Sorted(maps.Keys(told)) {
			if !yield(class, told[class]) {
				return
			}
		}
	}
}

// tells are the sizes that an outcome tells.
func (o *Origins) tells(out *Outcome) map[unify.Node]Computed {
	v, told := o.over, make(map[unify.Node]Computed)
	type pair struct {
		term Term
		node Node
	}
	var stack []pair
	for _, t := range out.Tells {
		if t.Left.Kind == NodeTerm {
			stack = append(stack, pair{t.Right, t.Left.Node})
		}
	}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch x.term.Kind {
		case HeadTerm:
			for i, part := range out.Parts(x.term) {
				h := &v.Vocabulary.Heads[x.term.Head]
				switch {
				case h.Types && i < v.Length(x.node):
					stack = append(stack, pair{part, v.Item(x.node, i)})
				case !h.Types && v.Head(x.node) == x.term.Head:
					stack = append(stack, pair{part, v.Part(x.node, i)})
				}
			}
		case ListTerm:
			for i, part := range out.Parts(x.term) {
				if i < v.Length(x.node) {
					stack = append(stack, pair{part, v.Item(x.node, i)})
				}
			}
		case SizeTerm:
			at, ok := o.class(x.node)
			if _, known := told[at]; !ok || known {
				continue
			}
			pieces := o.machine.Formula(x.term)
			y := Computed{Formula: Said(pieces), Given: len(pieces) == 1 && pieces[0].Source.Kind == FromAttribute}
			y.Value, _, _ = strings.Cut(y.Formula, " ")
			for _, piece := range pieces {
				if piece.Source.Kind == FromAttribute && !slices.Contains(y.Attrs, piece.Source.Name) {
					y.Attrs = append(y.Attrs, piece.Source.Name)
				}
				if piece.Source.Kind == FromNode {
					if from, ok := o.class(piece.Source.Node); ok && from != at && !slices.Contains(y.Of, from) {
						y.Of = append(y.Of, from)
					}
				}
			}
			told[at] = y
		}
	}
	return told
}

func (o *Origins) class(n Node) (unify.Node, bool) {
	at, ok := o.over.Pattern(n)
	if ok {
		at = o.over.graph.Find(at)
	}
	return at, ok
}

// Written is the site where a size is written.
func (o *Origins) Written(class unify.Node) (site int32, ok bool) {
	site, ok = o.written[class]
	return site, ok
}

// Computed is how a size was told.
func (o *Origins) Computed(class unify.Node) (c Computed, ok bool) {
	c, ok = o.computed[class]
	return c, ok
}

// Back are the classes that a size comes from: its own one, and then the nearest first.
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

// Chain are the computations that a size comes from, the nearest first, and the sites where numbers are written
// that they take; of each so many at most.
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
