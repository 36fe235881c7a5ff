package message

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// The bounds for one pattern: so many parts, and so many labels of one part.
const (
	maxWhyNodes  = 16
	maxWhyLabels = 24
)

// whySteps is about how many steps the searches for the proofs of one pattern take: a few seconds.
const whySteps = 20_000_000

// Why explains the pattern of the innermost expression at a byte offset, after some steps of its definition's
// derivation.
func (p *Program) Why(offset, at int32) (patterns.Why, bool) {
	d, site := p.siteAt(offset)
	if site < 0 {
		return patterns.Why{}, false
	}
	return p.WhySite(d, site, at)
}

// WhyDefinition is Why for a definition's body.
func (p *Program) WhyDefinition(d, at int32) (patterns.Why, bool) {
	return p.WhySite(d, p.Definition(d).Root, at)
}

// siteAt returns the innermost expression at an offset, and its definition; -1 if there is none. Within a type or a
// filter it returns the whole annotation. A label belongs to its expression.
func (p *Program) siteAt(offset int32) (d, site int32) {
	best := int32(-1)
	for d := range int32(p.Definitions()) {
		def := p.Definition(d)
		if def.Root < 0 || offset < def.Span.Start || offset >= def.Span.End {
			continue
		}
		for site := def.First; site <= def.Root; site++ {
			s := p.Span(site)
			if c := p.Construct(site); c.Part || c.Kind == Other || offset < s.Start || offset >= s.End {
				continue
			}
			if best >= 0 {
				if b := p.Span(best); b.End-b.Start < s.End-s.Start || s.Start < b.Start {
					continue
				}
			}
			best = site
		}
		if best < 0 {
			best = def.Root // its name, or blanks in it
		}
	}
	if best < 0 {
		return -1, -1
	}
	return p.Owner(best), best
}

// WhySite is Why for a site of a definition.
func (p *Program) WhySite(d, site, at int32) (patterns.Why, bool) {
	if d < 0 || site < 0 {
		return patterns.Why{}, false
	}
	p.Solver.Restore(d)
	if first, end := p.Solver.Nodes(d); p.Solver.Derivation(d).Derived && int(end-first) > patterns.MostExplained {
		w := patterns.Why{
			Span: p.Span(site), Expression: p.Short(site), Definition: p.DefName(d), TooLarge: int(end - first),
		}
		if in, out := p.Ends(d, site); at < 0 {
			scheme := p.Solver.Quotient(in, out)
			w.Signature = lang.Signature(p.ShortSignature(scheme, scheme.Roots[0], scheme.Roots[1], patterns.LongSide))
		}
		return w, true
	}
	story, ok := p.Explainer().Story(d, at)
	if !ok {
		return patterns.Why{}, false
	}
	in, out := p.Ends(d, site)
	in, out = story.Local(in), story.Local(out)
	g := story.System.Solve(nil)
	scheme := patterns.NewQuotienter(p.Types).Scheme(g, in, out)
	w := patterns.Why{
		Span: p.Span(site), Expression: p.Short(site), Definition: p.DefName(d),
		Signature: lang.Signature(p.ShortSignature(scheme, scheme.Roots[0], scheme.Roots[1], patterns.LongSide)),
		Step:      story.Step, Steps: int32(len(story.Events)),
	}
	t := whyWriter{proved: p.proofsOf(story), story: story, solved: g, seen: make(map[unify.Node]*whyNode)}
	w.Incomplete = !story.Closure().Within(whySteps, func() { t.patterns(in, out, p.Construct(site).Itself) })
	w.Parts = t.parts
	if at < 0 && p.Reasons != nil {
		p.Reasons(d, site, &w)
	}
	return w, true
}

// A whyWriter explains why each part of one pattern has its pattern.
type whyWriter struct {
	proved proved
	story  *explain.Story
	solved *unify.Graph
	seen   map[unify.Node]*whyNode // by class: the part at which it was found first
	queue  []*whyNode
	parts  []patterns.WhyPart
	whole  string // the name of the explained pattern, if it is not called the output
}

type whyNode struct {
	node unify.Node
	at   unify.Node  // the same node in the solved graph, where relations make nodes of their own
	name lang.Phrase // "the input", "the part `a.b` of the input"
	root string
	path []unify.Label
}

// patterns explains the patterns of the two ends of an expression and of their parts.
func (t *whyWriter) patterns(in, out unify.Node, itself bool) {
	words := t.proved.Words()
	t.add(in, in, words.Input, nil)
	if itself {
		t.whole = "this"
	}
	t.add(out, out, words.Output, nil)
	for len(t.queue) > 0 && len(t.seen) <= maxWhyNodes {
		n := t.queue[0]
		t.queue = t.queue[1:]
		first := len(t.parts)
		t.pattern(n)
		for i := first; i < len(t.parts) && n.root == words.Output; i++ {
			t.parts[i].Path = append(make([]unify.Label, 0, len(n.path)), n.path...)
		}
		for i := first; i < len(t.parts) && n.root == words.Input; i++ {
			t.parts[i].In = slices.Clone(n.path)
		}
	}
}

// add queues a part, or reports that it is equal to another.
func (t *whyWriter) add(n, at unify.Node, root string, path []unify.Label) {
	name := lang.Text(cmp.Or(t.whole, root))
	if len(path) > 0 {
		name = t.proved.PartText(path)
		if t.proved.Words().Part == nil || t.proved.Words().Ends && t.whole == "" {
			name = lang.Say("%s of %s", name, root)
		}
	}
	class := t.story.Closure().Find(n)
	if was, ok := t.seen[class]; ok {
		if p := t.story.Closure().Equal(was.node, n); p != nil {
			t.part(lang.Say("%s is %s %s", name, cmp.Or(t.proved.Words().Same, "the same pattern as"), was.name), p, was.node)
		}
		return
	}
	t.seen[class] = &whyNode{n, at, name, root, path}
	t.queue = append(t.queue, t.seen[class])
}

// pattern explains the shape of a node, its labels, and whether it may have others.
func (t *whyWriter) pattern(p *whyNode) {
	c := t.story.Closure()
	r := t.solved.Find(p.at)
	flat := t.solved.Flat(r)
	edges := t.solved.Edges(r)
	if h := flat.Head(); h != unify.NoHead {
		found := c.Facts(p.node, 1, func(f unify.Claim) bool { return f.Flat.Head() == h })
		for _, f := range found {
			t.part(is(p.name, t.proved.TypeThing(h)), f.Proof, p.node)
		}
		return
	}
	closed := t.shape(p, flat)
	edges = slices.Clone(edges)
	slices.SortFunc(edges, func(x, y unify.Edge) int { return t.proved.CompareLabels(x.Label, y.Label) })
	noun := t.proved.Words().Field
	if flat.Shapes() == unify.Union {
		noun = t.proved.Words().Tag
	}
	for i, e := range edges {
		if i == maxWhyLabels {
			break
		}
		found, ok := c.Edge(p.node, e.Label)
		if !ok {
			continue
		}
		unsaid := t.proved.Words().Part != nil && !t.proved.Indices([]unify.Label{e.Label}) // the text shows it
		if found.C != closed && e.Label != unify.Member && !unsaid {                        // else the shape has explained it
			t.part(lang.Say("%s has the %s %s", p.name, noun, t.proved.LabelWord(e.Label)), found.Proof, p.node)
		}
		to := t.story.System.Constraints[found.C].Edges[found.E].To
		t.add(to, e.To, p.root, append(slices.Clone(p.path), e.Label))
	}
}

// is writes "name is thing", without the name if the thing begins with it.
func is(name, thing lang.Phrase) lang.Phrase {
	if text, ok := strings.CutPrefix(thing.String(), name.String()+" "); ok {
		thing = lang.Text(text)
	}
	return lang.Say("%s is %s", name, thing)
}

// shape lists the facts that determine the shape, and returns the one that closes it, or -1. That it is not a vector
// needs no fact: a label that is not an index shows it.
func (t *whyWriter) shape(p *whyNode, flat unify.Flat) (closed int32) {
	c := t.story.Closure()
	closed = -1
	if flat.Closed() {
		facts := c.Facts(p.node, 1, func(f unify.Claim) bool {
			return f.Flat.Closed() && f.Flat.Head() == unify.NoHead
		})
		for _, f := range facts {
			closed = f.C
			t.part(is(p.name, t.proved.Thing(f.Claim)), f.Proof, p.node)
			if f.Claim.Flat.Shapes() == flat.Shapes() {
				return closed
			}
		}
	}
	if s := flat.Shapes(); s != unify.AnyShape && s != unify.Product|unify.Union {
		// The nearest facts, until they allow nothing else.
		shapes := unify.AnyShape
		for _, f := range c.Facts(p.node, 12, func(f unify.Claim) bool {
			return f.Flat.Shapes()&unify.AnyShape != unify.AnyShape || !t.proved.Indices(f.Labels)
		}) {
			s := shapes & f.Claim.Flat.Shapes()
			if !t.proved.Indices(f.Claim.Labels) {
				s &^= unify.Vector
			}
			if s == shapes {
				continue
			}
			shapes = s
			t.part(lang.Say("%s is %s", p.name, t.proved.ShapeThing(shapes)), f.Proof, p.node)
			if shapes == flat.Shapes() {
				break
			}
		}
	}
	return closed
}

// part adds the conclusion of a proof about a node.
func (t *whyWriter) part(what lang.Phrase, p *unify.Proof, from unify.Node) {
	ex := &lang.Explanation{}
	member := make([]int32, len(t.proved.sys.Constraints))
	for i := range member {
		member[i] = -1
	}
	for _, c := range p.Cited() {
		if m := t.proved.cited(c); m != nil {
			member[c] = int32(len(ex.Core))
			ex.Core = append(ex.Core, t.proved.Constraint(*m))
		}
	}
	t.proved.writeSteps(ex, p, member, t.story.Def)
	walk := walker{proved: t.proved}
	walk.fact(p, from)
	t.parts = append(t.parts, patterns.WhyPart{
		What: what, Steps: ex.Steps, Story: walk.lines, Core: ex.Core, Checked: t.proved.sys.Check(p) == nil,
	})
}
