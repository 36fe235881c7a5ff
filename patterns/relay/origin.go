package relay

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// Where numbers come from: each size of a definition is written somewhere, or computed by the
// relation of an operator from others.

// computed is a size that a relation told.
type computed struct {
	site    int32  // of the operator
	formula string // "14 = (16 - 3) div 1 + 1"
	of      []unify.Node
}

// origins are where the sizes of a definition come from, by class.
type origins struct {
	*program
	written  map[unify.Node]int32
	computed map[unify.Node]computed
}

// originsOf finds them for the calls of a definition. It costs a run of each relation.
func (p *program) originsOf(d int32) *origins {
	o := &origins{p, make(map[unify.Node]int32), make(map[unify.Node]computed)}
	for site := p.Defs[d].First; site <= p.Defs[d].Root; site++ {
		if p.roles[site] == dimension {
			_, out := p.Ends(d, site)
			if class := p.Graph.Find(out); p.Graph.Flat(class).Constructor() != unify.NoConstructor {
				if _, known := o.written[class]; !known {
					o.written[class] = site
				}
			}
		}
	}
	for i := range p.calls[d] {
		c := &p.calls[d][i]
		if p.Graph.InstanceOf(c.first).State == unify.Fires {
			o.run(c)
		}
	}
	return o
}

// run notes what the relation of a call computed.
func (o *origins) run(c *stated) {
	v := o.binding.Over(o.Graph)
	out := o.machine.Explain(v, c.of, -1, v.Numbers(c.args), c.attrs)
	if out.State != relation.Fires {
		return
	}
	class := func(n relation.Node) (unify.Node, bool) {
		at, ok := v.Pattern(n)
		if ok {
			at = o.Graph.Find(at)
		}
		return at, ok
	}
	type told struct {
		term relation.Term
		node relation.Node
	}
	var stack []told
	for _, t := range out.Tells {
		if t.Left.Kind == relation.NodeTerm {
			stack = append(stack, told{t.Right, t.Left.Node})
		}
	}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch x.term.Kind {
		case relation.HeadTerm:
			for i, part := range out.Parts(x.term) {
				switch {
				case x.term.Head == Tuple && i < v.Length(x.node):
					stack = append(stack, told{part, v.Item(x.node, i)})
				case x.term.Head == Tensor && v.Head(x.node) == Tensor:
					stack = append(stack, told{part, v.Part(x.node, i)})
				}
			}
		case relation.ListTerm:
			for i, part := range out.Parts(x.term) {
				if i < v.Length(x.node) {
					stack = append(stack, told{part, v.Item(x.node, i)})
				}
			}
		case relation.SizeTerm:
			at, ok := class(x.node)
			if _, known := o.computed[at]; !ok || known {
				continue
			}
			pieces := o.machine.Formula(x.term)
			y := computed{site: int32(c.site), formula: relation.Said(pieces)}
			for _, piece := range pieces {
				if piece.Source.Kind == relation.FromNode {
					if from, ok := class(piece.Source.Node); ok && from != at && !slices.Contains(y.of, from) {
						y.of = append(y.of, from)
					}
				}
			}
			o.computed[at] = y
		}
	}
}

// mostOrigins is how many lines are told of where a size comes from.
const mostOrigins = 6

// chain says where a size comes from, a line for each computation, the nearest first.
func (o *origins) chain(class unify.Node) (lines []lang.Line) {
	seen := map[unify.Node]bool{class: true}
	for queue := []unify.Node{class}; len(queue) > 0 && len(lines) < mostOrigins; queue = queue[1:] {
		c, ok := o.computed[queue[0]]
		if !ok {
			continue
		}
		name := lang.Phrase{{Text: "`" + o.operatorName(relay.NodeID(c.site)) + "`", Span: o.Span(c.site)}}
		line := lang.Line{Text: lang.Say("%s, by %s", c.formula, name), Span: o.Span(c.site), Reason: "relation", Definition: o.DefName(o.Owner(c.site))}
		if !slices.ContainsFunc(lines, func(l lang.Line) bool { return l.Same(&line) }) {
			lines = append(lines, line)
		}
		for _, from := range c.of {
			if !seen[from] {
				seen[from] = true
				queue = append(queue, from)
			}
		}
	}
	return lines
}

// sources are the sites of the numbers that a size comes from.
func (o *origins) sources(class unify.Node) (sites []int32) {
	seen := map[unify.Node]bool{class: true}
	for queue := []unify.Node{class}; len(queue) > 0 && len(sites) < mostOrigins; queue = queue[1:] {
		if site, ok := o.written[queue[0]]; ok {
			sites = append(sites, site)
		}
		for _, from := range o.computed[queue[0]].of {
			if !seen[from] {
				seen[from] = true
				queue = append(queue, from)
			}
		}
	}
	return sites
}

// note says in notes where a size comes from.
func (o *origins) note(dg *lang.Diagnostic, class unify.Node) {
	for _, l := range o.chain(class) {
		text := lang.Say("%s at %s", l.Text, o.File.Position(l.Span.Start).String())
		if !slices.ContainsFunc(dg.Notes, func(n lang.Phrase) bool { return n.String() == text.String() }) {
			dg.Notes = append(dg.Notes, text)
		}
	}
	for _, site := range o.sources(class) {
		dg.Related = append(dg.Related, lang.Related{Span: o.Span(site), Message: lang.Say("%s is written here", o.Noun(site))})
	}
}

// sideOf says what one side of a contradiction says, and where.
func (o *origins) sideOf(f *explain.Fact) lang.Related {
	site := o.FactSite(f)
	r := lang.Related{Span: o.Span(site), Message: lang.Say("this is %s", o.Thing(f.Claim))}
	_, text := o.sortOf(f.Claim.Flat)
	switch {
	case f.Use >= 0 && f.Origin != nil:
		if at := o.OriginSite(f.Origin); at >= 0 {
			r.Span = o.Span(at)
			r.Message = lang.Say("this is %s, in %s", o.Thing(f.Origin.Claim), o.DefNoun(f.Origin.Def))
		}
	case f.Use >= 0:
		r.Message = lang.Say("%s has %s here", o.Noun(site), o.Thing(f.Claim))
	case f.Relation > 0:
		name := o.operatorName(relay.NodeID(site))
		r.Message = lang.Say("`%s` makes this %s", name, o.Thing(f.Claim))
		if f.Claim.Flat == unify.Open {
			r.Message = lang.Say("`%s` does not hold", name)
		}
		for _, c := range o.computed {
			if c.site == site && strings.HasPrefix(c.formula, text+" ") {
				r.Message = lang.Text(c.formula)
			}
		}
	case o.roles[site] == dimension || o.roles[site] == element:
		r.Message = lang.Say("%s is written here", o.Noun(site))
	}
	return r
}

// place adds where a size is written, or what computes it.
func (o *origins) place(dg *lang.Diagnostic, class unify.Node) {
	if c, ok := o.computed[class]; ok {
		dg.Related = append(dg.Related, lang.Related{Span: o.Span(c.site), Message: lang.Text(c.formula)})
		o.note(dg, class)
		return
	}
	if site, ok := o.written[class]; ok {
		dg.Related = append(dg.Related, lang.Related{Span: o.Span(site), Message: lang.Say("%s is written here", o.Noun(site))})
	}
}

// explain adds where a size comes from that the operator at a site computes.
func (o *origins) explain(dg *lang.Diagnostic, site int32, claim unify.Claim) {
	_, text := o.sortOf(claim.Flat)
	var classes []unify.Node
	for class, c := range o.computed {
		if c.site == site && strings.HasPrefix(c.formula, text+" ") {
			classes = append(classes, class)
		}
	}
	if len(classes) > 0 {
		o.note(dg, slices.Min(classes))
	}
}

// Why is that of tell, with the computations that a size comes from.
func (p *program) Why(offset, at int32) (patterns.Why, bool) {
	w, ok := p.Program.Why(offset, at)
	return p.computations(w, ok, at)
}

// WhyDefinition is Why for the body of a definition.
func (p *program) WhyDefinition(d, at int32) (patterns.Why, bool) {
	w, ok := p.Program.WhyDefinition(d, at)
	return p.computations(w, ok, at)
}

// computations adds to the reasons of sizes how they are computed, where all of the derivation
// is asked about.
func (p *program) computations(w patterns.Why, ok bool, at int32) (patterns.Why, bool) {
	if !ok || at >= 0 {
		return w, ok
	}
	var from *origins
	for i := range w.Parts {
		part := &w.Parts[i]
		if len(part.Path) < 2 {
			continue
		}
		for site := int32(0); int(site) < len(p.tree.Nodes); site++ {
			if p.roles[site] != expression || p.Span(site) != w.Span || p.Owner(site) < 0 {
				continue
			}
			d := p.Owner(site)
			if from == nil {
				from = p.originsOf(d)
			}
			_, out := p.Ends(d, site)
			class, found := p.partAt(out, part.Path)
			if !found {
				break
			}
			part.Story = append(part.Story, from.chain(class)...)
			break
		}
	}
	return w, ok
}

// partAt is the part of a pattern under some labels, as far as there is one in the graph.
func (p *program) partAt(n unify.Node, path []unify.Label) (unify.Node, bool) {
	n = p.Graph.Find(n)
	for _, l := range path {
		i := slices.IndexFunc(p.Graph.Edges(n), func(e unify.Edge) bool { return e.Label == l })
		if i < 0 {
			return n, false
		}
		n = p.Graph.Find(p.Graph.Edges(n)[i].To)
	}
	return n, true
}
