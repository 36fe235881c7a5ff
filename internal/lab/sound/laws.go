package sound

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// principal compares signatures with others that the checker accepts for the same definition: adding a signature as a
// filter changes nothing, and a signature narrowed by a filter is an instance of the inferred one.
func principal(rnd *rand.Rand, p *program, a *analyzed, counts *Counts) error {
	if a.result.Errors() > 0 {
		return nil
	}
	d := rnd.IntN(len(p.defs))
	at := a.defs[d]
	if at < 0 || !isFinal(a.result, at) || a.result.Solver.Derivation(at).Recursive {
		return nil
	}
	narrowed := func(d lang.Diagnostic) bool { return d.Code == lang.NarrowRecursion }
	if isNarrow(a.result, at) && slices.ContainsFunc(a.result.Diagnostics, narrowed) {
		return nil // some use may need more than it, which a filter would forbid
	}
	scheme := a.result.Solver.Scheme(at)
	in, out, _ := strings.Cut(a.result.Front.Signature(scheme, scheme.Roots[0], scheme.Roots[1]), " --> ")
	if !strings.Contains(a.key(at), "{}|[]") { // {}|[] has no notation as a filter
		b := analyze(p.dialect, p.text(&spelling{wrapped: map[int][2]string{d: {in, out}}}), p.name, len(p.defs))
		counts.Filtered++
		if b.result.Errors() > 0 {
			return fmt.Errorf("%s does not pass its own signature %s --> %s: %s", p.name(d), in, out,
				b.result.Diagnostics[0].Message)
		}
		if key := b.key(b.defs[d]); key != a.key(at) {
			return fmt.Errorf("%s has the signature %s --> %s, and with it as a filter\n%s, not\n%s", p.name(d), in,
				out, key, a.key(at))
		}
	}
	m := maker{Rand: rnd, program: *p, goals: make([]goal, len(p.defs)), budget: 10}
	text := strings.ReplaceAll("?"+m.randomFilter(2), "V", "W")
	if p.dialect == k.K6 {
		text = renamed(text, &spelling{rename: laterName})
	}
	filter := [2]string{text}
	if rnd.IntN(2) == 0 {
		filter = [2]string{"", text}
	}
	b := analyze(p.dialect, p.text(&spelling{wrapped: map[int][2]string{d: filter}}), p.name, len(p.defs))
	if to := b.defs[d]; to >= 0 && isFinal(b.result, to) {
		counts.Narrowed++
		if !isInstance(a.result, scheme, b.result, b.result.Solver.Scheme(to)) {
			return fmt.Errorf("%s with the filter %q has a signature that is not an instance of its own:\n%s\nof\n%s",
				p.name(d), filter, b.key(to), a.key(at))
		}
	}
	return nil
}

// isInstance reports whether each node of one signature maps to one node of another signature that allows no more.
func isInstance(r *patterns.Result, s *patterns.Scheme, q *patterns.Result, t *patterns.Scheme) bool {
	// A node of t, or a type of its program.
	type image struct {
		node int32
		typ  patterns.Type
	}
	of := make(map[int32]image)
	var queue []int32
	visit := func(i int32, to image) bool {
		if to.typ == patterns.NoType && t.Graph.Flat(to.node).Head() != unify.NoHead {
			to = image{-1, t.Graph.Flat(to.node).Head()}
		}
		if was, ok := of[i]; ok {
			return was == to
		}
		of[i] = to
		queue = append(queue, i)
		return true
	}
	for i := range s.Roots {
		if !visit(s.Roots[i], image{t.Roots[i], patterns.NoType}) {
			return false
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		f, to := s.Graph.Flat(i), of[i]
		if h := f.Head(); h != unify.NoHead {
			if to.typ == patterns.NoType || r.Types.Form(h) != q.Types.Form(to.typ) {
				return false
			}
			continue
		}
		// The shapes of the image, and its parts by label.
		var shapes unify.Shape
		closed, literal := false, false
		parts := make(map[string]image)
		if to.typ != patterns.NoType {
			if _, literal = q.Types.Atom(to.typ); literal {
				shapes = unify.Union
			} else {
				shapes, closed = q.Types.Shape(to.typ), true
				for _, e := range q.Types.Fields(to.typ) {
					parts[q.Labels.Text(e.Label)] = image{-1, e.To}
				}
			}
		} else {
			g := t.Graph.Flat(to.node)
			shapes, closed = g.Shapes(), g.Closed()
			for _, e := range t.Graph.Edges(to.node) {
				parts[q.Labels.Text(e.Label)] = image{int32(e.To), patterns.NoType}
			}
		}
		vector := shapes == unify.Vector
		if shapes&^f.Shapes() != 0 || f.Closed() && (!closed && !vector || literal) {
			return false
		}
		edges := s.Graph.Edges(i)
		if f.Closed() && !vector && len(edges) != len(parts) {
			return false
		}
		for _, e := range edges {
			label := r.Labels.Text(e.Label)
			if vector || f.Shapes() == unify.Vector {
				label = q.Labels.Text(unify.Member)
			}
			part, ok := parts[label]
			if literal {
				continue // it is the unit, if it exists
			}
			if !ok || !visit(int32(e.To), part) {
				return false
			}
		}
	}
	return true
}

// rewritten rewrites a program to an equivalent one, and compares verdict and signatures.
func rewritten(rnd *rand.Rand, p *program, a *analyzed, counts *Counts) error {
	way := ways[rnd.IntN(len(ways))]
	q, s := way.change(rnd, p)
	if q == nil {
		return nil
	}
	counts.Changed++
	name := q.name
	if s.rename != nil {
		name = func(i int) string { return s.rename(fmt.Sprint("f", i)) }
	}
	b := analyze(q.dialect, q.text(s), name, len(q.defs))
	if (a.result.Errors() > 0) != (b.result.Errors() > 0) {
		return fmt.Errorf("%s: %d errors, and %d in\n%s", way.name, a.result.Errors(), b.result.Errors(),
			b.tree.File.Src)
	}
	if a.result.Errors() > 0 {
		return nil
	}
	for i, d := range a.defs {
		e := b.defs[i]
		if !isFinal(a.result, d) || !isFinal(b.result, e) || isNarrow(a.result, d) || isNarrow(b.result, e) {
			continue
		}
		if x, y := a.key(d), b.key(e); x != y {
			return fmt.Errorf("%s: %s has\n%s, and\n%s in\n%s", way.name, p.name(i), x, y, b.tree.File.Src)
		}
	}
	return nil
}

// isNarrow reports whether a signature depends on monomorphic recursion; a rewritten program may have another signature
// then.
func isNarrow(r *patterns.Result, d int32) bool {
	x := r.Solver.Derivation(d)
	return r.Solver.Tainted(d) || x.Recursive && x.Recursion == patterns.Monomorphic
}

// ways are the ways to rewrite a program. They return nil if nothing can be changed. Definitions keep their numbers;
// new ones come last.
var ways = []struct {
	name   string
	change func(*rand.Rand, *program) (*program, *spelling)
}{
	{"other names", func(rnd *rand.Rand, p *program) (*program, *spelling) {
		return p, &spelling{rename: func(n string) string {
			switch n[0] {
			case 'f':
				return "gzyx"[:1+n[1]%3] + string('z'-(n[1]-'0')) + "_"
			case 't':
				return "q" + string('z'-(n[1]-'0'))
			}
			return "W" + string('9'-(n[1]-'0'))
		}}
	}},
	{"another order", func(rnd *rand.Rand, p *program) (*program, *spelling) {
		return p, &spelling{order: rnd.Perm(len(p.defs))}
	}},
	{"a definition inlined", func(rnd *rand.Rand, p *program) (*program, *spelling) {
		d := rnd.IntN(len(p.defs))
		if p.reaches(d, d) || p.hasVariables(d) {
			return nil, nil
		}
		body := p.defs[d]
		return p.mapped(func(t *term) *term {
			if t.op == opRef && t.ref == d {
				return body.clone()
			}
			return t
		}), &spelling{}
	}},
	{"() put in", func(rnd *rand.Rand, p *program) (*program, *spelling) {
		return p.mapped(func(t *term) *term {
			switch rnd.IntN(6) {
			case 0:
				return comp(t, leaf("()"))
			case 1:
				return comp(leaf("()"), t)
			}
			return t
		}), &spelling{}
	}},
	{"composed in another order", func(rnd *rand.Rand, p *program) (*program, *spelling) {
		return p.mapped(func(t *term) *term {
			if t.op != opComp {
				return t
			}
			// Put a composition in parentheses, or remove them.
			kids := t.flat(func() bool { return rnd.IntN(2) == 0 })
			if len(kids) > 2 {
				at := rnd.IntN(len(kids) - 1)
				kids = slices.Replace(kids, at, at+2, comp(kids[at], kids[at+1]))
			}
			return comp(kids...)
		}), &spelling{}
	}},
	{"merges in merges", func(rnd *rand.Rand, p *program) (*program, *spelling) {
		return p.mapped(func(t *term) *term {
			if t.op != opMerge {
				return t
			}
			kids := t.flat(func() bool { return true })
			if len(kids) > 2 && rnd.IntN(2) == 0 {
				kids = []*term{kids[0], {op: opMerge, kids: kids[1:]}}
			}
			return &term{op: opMerge, kids: kids}
		}), &spelling{}
	}},
	{"a part as a definition", func(rnd *rand.Rand, p *program) (*program, *spelling) {
		d := rnd.IntN(len(p.defs))
		if p.hasVariables(d) {
			return nil, nil
		}
		q := p.clone()
		at := rnd.IntN(q.defs[d].size())
		part := q.defs[d].nth(at).clone()
		q.defs[d] = q.defs[d].replaced(at, &term{op: opRef, ref: len(q.defs)})
		q.defs = append(q.defs, part)
		return q, &spelling{}
	}},
	{"a definition twice", func(rnd *rand.Rand, p *program) (*program, *spelling) {
		d := rnd.IntN(len(p.defs))
		q := p.mapped(func(t *term) *term {
			if t.op == opRef && t.ref == d && rnd.IntN(2) == 0 {
				return &term{op: opRef, ref: len(p.defs)}
			}
			return t
		})
		q.defs = append(q.defs, p.defs[d].clone())
		return q, &spelling{}
	}},
}

// mapped returns a program whose terms are replaced, parts first.
func (p *program) mapped(f func(*term) *term) *program {
	q := p.clone()
	var walk func(t *term) *term
	walk = func(t *term) *term {
		for i, part := range t.kids {
			t.kids[i] = walk(part)
		}
		return f(t)
	}
	for i, d := range q.defs {
		q.defs[i] = walk(d)
	}
	return q
}

// flat returns the parts of a term; parts of the same kind are replaced by their own parts where wanted.
func (t *term) flat(wanted func() bool) []*term {
	var kids []*term
	for _, part := range t.kids {
		if part.op == t.op && len(part.kids) > 0 && wanted() {
			kids = append(kids, part.kids...)
		} else {
			kids = append(kids, part)
		}
	}
	return kids
}

// reaches reports whether a definition refers to another one, directly or indirectly.
func (p *program) reaches(from, to int) bool {
	seen := make([]bool, len(p.defs))
	for queue := []int{from}; len(queue) > 0 && !seen[to]; queue = queue[1:] {
		p.defs[queue[0]].each(func(t *term) {
			if t.op == opRef && !seen[t.ref] {
				seen[t.ref] = true
				queue = append(queue, t.ref)
			}
		})
	}
	return seen[to]
}

// hasVariables reports whether filters of a definition have variables, which all of its parts share.
func (p *program) hasVariables(d int) bool {
	found := false
	p.defs[d].each(func(t *term) {
		found = found || t.op == opText && strings.HasPrefix(t.text, "?") && strings.Contains(t.text, "V")
	})
	return found
}
