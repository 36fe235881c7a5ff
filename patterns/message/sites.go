package message

import (
	"slices"
	"sort"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Properties of nested sites, computed from the direct parts that a language lists.

// First returns the first site within a site, which contains the sites First … site.
func (p *Program) First(site int32) int32 {
	var way []int32 // the visited sites whose first one is not cached
	var buf [8]int32
	first := site
	for {
		if known, ok := p.firsts[first]; ok {
			first = known
			break
		}
		kids := p.AppendKids(buf[:0], first)
		if len(kids) == 0 {
			break
		}
		way, first = append(way, first), kids[0]
	}
	if len(way) > fewOnWay {
		if p.firsts == nil {
			p.firsts = make(map[int32]int32)
		}
		for _, s := range way {
			p.firsts[s] = first
		}
	}
	return first
}

// fewOnWay is the maximum number of sites that are visited again rather than cached.
const fewOnWay = 16

// Owner returns the definition that a site belongs to, or -1.
func (p *Program) Owner(site int32) int32 {
	if p.owners == nil {
		p.owners = make([]owner, 0, p.Definitions())
		for d := range int32(p.Definitions()) {
			if def := p.Definition(d); def.Root >= def.First {
				p.owners = append(p.owners, owner{d, def.First, def.Root})
			}
		}
	}
	i := sort.Search(len(p.owners), func(i int) bool { return p.owners[i].first > site }) - 1
	if i < 0 || site > p.owners[i].root {
		return -1
	}
	return p.owners[i].def
}

// An owner is a definition that has sites.
type owner struct{ def, first, root int32 }

// Sites lists the expressions of a definition, parents before their parts. A construct that only groups expressions is
// left out, but not its parts.
func (p *Program) Sites(d int32) []int32 {
	var list []int32
	for stack := []int32{p.Definition(d).Root}; len(stack) > 0; {
		site := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch c := p.Construct(site); {
		case c.Kind == Other && (c.Part || c.Value):
		case c.Kind == Other || c.Part || c.Kind == Declares && c.Value:
			continue
		default:
			list = append(list, site)
		}
		for _, kid := range slices.Backward(p.Kids(site)) {
			stack = append(stack, kid)
		}
	}
	return list
}

// Expressions lists the expressions of a definition with their patterns.
func (p *Program) Expressions(d int32) []patterns.Expression {
	p.Solver.Restore(d)
	if !p.Solver.Derivation(d).Derived {
		return nil
	}
	sites := p.Sites(d)
	list := make([]patterns.Expression, 0, len(sites))
	for _, site := range sites {
		in, out := p.Ends(d, site)
		list = append(list, patterns.Expression{Span: p.Span(site), Op: p.Construct(site).Name, In: in, Out: out})
	}
	return list
}

// Wiring reports whether a constraint only connects the ends of an expression with its parts; see explain.Front.
func (p *Program) Wiring(s explain.Source) bool {
	return s.Event >= 0 && p.Rule(s.Reason.Rule, s.Reason.Part).Wiring
}

// Cost is the cost of citing a constraint in an explanation. A written type is cheaper to follow than a call, which
// needs more context.
func (p *Program) Cost(s explain.Source) int32 {
	switch site := s.Reason.Site; {
	case p.Wiring(s):
		return 1
	case p.IsAnnotation(site):
		return 3
	case p.Kind(site) == Calls:
		return 6
	}
	return 4
}

// CompareLabels orders labels by their texts.
func (p *Program) CompareLabels(x, y unify.Label) int {
	return patterns.ComparePrint(p.Labels.Text(x), p.Labels.Text(y))
}

// Indices reports whether all labels are indices: any other label excludes a vector.
func (p *Program) Indices(labels []unify.Label) bool {
	return !slices.ContainsFunc(labels, func(l unify.Label) bool {
		return l != unify.Member && !p.Labels.Index().Has(l)
	})
}

// Signature writes the input and output types of a pair of nodes of a scheme.
func (p *Program) Signature(s *patterns.Scheme, in, out int32) string {
	return lang.Signature(p.ShortSignature(s, in, out, 0))
}

// Result is the result of an analysis with these diagnostics and those of limits, except for those that comments
// silence, without language-specific parts. It reuses the memory of the list room for the definitions.
func (p *Program) Result(
	front patterns.Front, ds []lang.Diagnostic, comments []lang.Span, room []patterns.Definition,
) *patterns.Result {
	ds = append(ds, p.Breaches()...)
	lang.Sort(ds)
	n := p.Definitions()
	r := &patterns.Result{
		File: p.File, Diagnostics: ds, Definitions: slices.Grow(room[:0], n),
		Labels: p.Labels, Types: p.Types, Solver: p.Solver, Front: front,
	}
	for d := range int32(n) {
		def := p.Definition(d)
		r.Definitions = append(r.Definitions, patterns.Definition{
			Name: def.Name, Span: def.Span,
			OK: !def.Bad && p.Solver.Derivation(d).Breach == patterns.NoBreach &&
				(len(p.Solver.Conflicts(d)) == 0 || p.oneGraph(d)),
		})
	}
	for i := range ds {
		dg := &ds[i]
		d := definitionAt(r.Definitions, dg.Inside().Start)
		if dg.Severity == lang.Error && d >= 0 &&
			(dg.Clash == nil || !dg.Secondary && r.Definitions[d].Name == dg.Definition) {
			r.Definitions[d].OK = false
		}
	}
	if at := slices.IndexFunc(ds, func(dg lang.Diagnostic) bool { return dg.Code == lang.TooManyErrors }); at >= 0 {
		for d := range r.Definitions { // the errors that are not reported may be in any of the later ones
			x := &r.Definitions[d]
			x.OK = x.OK && x.Span.End <= ds[at].Span.Start
		}
	}
	p.addBrokenDependencies(r.Definitions)
	ds, r.Silenced = lang.Silence(ds, p.File, comments)
	lang.Gather(ds, p.File)
	lang.Sort(ds)
	r.Diagnostics = lang.Bounded(ds, p.File)
	return r
}

// oneGraph reports whether a definition shares a graph with others, so that their order decides which of them has the
// conflict.
func (p *Program) oneGraph(d int32) bool {
	x := p.Solver.Derivation(d)
	return x.Recursive && x.Recursion == patterns.Monomorphic
}

// definitionAt returns the definition that contains an offset, or -1.
func definitionAt(list []patterns.Definition, at int32) int {
	d := sort.Search(len(list), func(d int) bool { return list[d].Span.Start > at }) - 1
	if d < 0 || at >= list[d].Span.End {
		return -1
	}
	return d
}

// maxRelyOn is how many broken definitions are listed for a definition that refers to them.
const maxRelyOn = 8

// addBrokenDependencies fills in, in order, which definitions depend on which broken ones.
func (p *Program) addBrokenDependencies(list []patterns.Definition) {
	n := int32(len(list))
	if !slices.ContainsFunc(list, func(d patterns.Definition) bool { return !d.OK }) {
		return
	}
	_, start, callees := p.References()
	users := make([][]int32, n)
	var queue []int32
	for d := range n {
		for _, c := range callees[start[d]:start[d+1]] {
			users[c] = append(users[c], d)
			if list[d].OK && !list[c].OK && len(list[d].RelyOn) < maxRelyOn && !slices.Contains(list[d].RelyOn, c) {
				list[d].RelyOn = append(list[d].RelyOn, c)
			}
		}
		if len(list[d].RelyOn) > 0 {
			queue = append(queue, d)
		}
	}
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		for _, u := range users[d] {
			if list[u].OK && list[u].RelyOn == nil {
				list[u].RelyOn = list[d].RelyOn[:1:1]
				queue = append(queue, u)
			}
		}
	}
}

// References returns the number of sites of each definition, and its callees, as patterns.NewSolver expects them.
func (p *Program) References() (size, start, callees []int32) {
	start = []int32{0}
	for d := range int32(p.Definitions()) {
		def := p.Definition(d)
		for site := def.First; site <= def.Root; site++ {
			if c, _ := p.Callee(site); c >= 0 {
				callees = append(callees, c)
			}
		}
		size, start = append(size, max(0, def.Root-def.First+1)), append(start, int32(len(callees)))
	}
	return size, start, callees
}

// Note implements patterns.Bodies: it returns the reference nearest to a conflict that has a monomorphic signature, or
// is used at another pattern within its group.
func (p *Program) Note(def int32, c unify.Conflict) int32 {
	recursive := func(site int32) bool {
		callee, ok := p.Callee(site)
		return ok && callee >= 0 && (p.Solver.Tainted(callee) || p.Solver.SameGroup(callee, def))
	}
	given, _ := p.Graph.Given(c.Event)
	ev := p.Graph.Event(given)
	if !p.Tried {
		for _, f := range explain.New(p.Solver, p).Sides(def) {
			if f.Use >= 0 && recursive(p.Solver.UseOf(f.Use).Site) {
				return p.Solver.UseOf(f.Use).Site
			}
		}
	}
	for _, n := range [2]unify.Node{ev.Y, ev.X} {
		if site, ok := p.Graph.Site(n); ok && recursive(site) {
			return site
		}
	}
	// Search within the construct that states the constraint, then within the body.
	r := p.Graph.Reason(given)
	x := p.Definition(def)
	for _, s := range [2]lang.Span{p.Span(r.Site), x.Span} {
		for site := x.First; site <= x.Root; site++ {
			if s.Contains(p.Span(site)) && recursive(site) {
				return site
			}
		}
	}
	return r.Site
}
