//go:build !js

package message

import (
	"github.com/patgraph/patgraph/lang/certificate"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Typings writes the constraints of the definitions that have no errors and no relations, and the classes of their
// patterns.
func (p *Program) Typings() (certificate.Signatures, []certificate.Typing) {
	w := &typingWriter{tabler: newTabler(p), known: make(map[int32][2]int32)}
	w.signatures.Groups = []certificate.Group{}
	typings := []certificate.Typing{}
	for group := range p.Solver.Groups() {
		if !w.complete(group) {
			for _, d := range group {
				if !p.Solver.Derivation(d).Bad {
					w.signatures.Left = append(w.signatures.Left, p.DefName(d))
				}
			}
			continue
		}
		typings = append(typings, w.group(group))
	}
	w.finish()
	w.signatures.Names = w.out.Names
	return w.signatures, typings
}

// A typingWriter writes groups.
type typingWriter struct {
	tabler
	signatures certificate.Signatures
	known      map[int32][2]int32 // by definition: its group, and its number in it

	of *certificate.Group
}

// complete reports whether the signatures of a group are final, and follow from equations and descriptions alone.
func (w *typingWriter) complete(group []int32) bool {
	for _, d := range group {
		x := w.p.Solver.Derivation(d)
		first, end := w.p.Solver.Relations(d)
		if !x.Derived || x.Bad || !x.Converged || first < end || len(w.p.Solver.Conflicts(d)) > 0 {
			return false
		}
	}
	for n, end := w.p.Solver.Nodes(group[0]); n < end; n++ {
		if w.p.Graph.Flat(n).Special() {
			return false
		}
	}
	return true
}

func (w *typingWriter) group(group []int32) certificate.Typing {
	s, g := w.p.Solver, w.p.Graph
	number := int32(len(w.signatures.Groups))
	w.of, w.term = &certificate.Group{Constraints: []certificate.Constraint{}}, make(map[unify.Node]int32)
	for i, d := range group {
		w.known[d] = [2]int32{number, int32(i)}
	}
	first, end := s.Nodes(group[0])
	type reference struct {
		site int32
		own  unify.Node
	}
	uses := make(map[reference]bool)
	var order []unify.Node // of terms
	for n := first; n < end; n++ {
		use, ok := g.Instance(n)
		if _, own := g.Site(n); own || ok && !w.isKnown(s.UseOf(use), group[0]) {
			w.term[n] = int32(len(order))
			order = append(order, n)
		}
	}
	for n := first; n < end; n++ {
		use, ok := g.Instance(n)
		if !ok || !w.isKnown(s.UseOf(use), group[0]) {
			continue
		}
		u := s.UseOf(use)
		if at := (reference{u.Site, u.Own[0]}); !uses[at] { // each round of a recursive group has uses of its own
			uses[at] = true
			of := w.known[u.Callee]
			w.of.Uses = append(w.of.Uses, certificate.Item{At: w.p.File.CertPlace(w.p.Span(u.Site)), Of: &of,
				Roots: w.terms(u.Own)})
		}
	}
	for _, n := range order {
		w.describe(n)
	}
	for i, last := s.Events(group[0]); i < last; i++ {
		e := g.Event(i)
		reason, given := e.Cause.Given()
		x, isTerm := w.term[e.X]
		if y, ok := w.term[e.Y]; given && isTerm && ok { // others belong to a use of a signature
			w.state(explain.Source{Event: i, Node: unify.None, Reason: reason, Use: -1},
				certificate.Constraint{Equal: []int32{x, y}})
		}
	}
	for _, d := range group {
		def := w.p.Definition(d)
		w.of.Definitions = append(w.of.Definitions, certificate.Item{Name: def.Name, At: w.p.File.CertPlace(def.Span),
			Roots: w.terms(s.Derivation(d).Roots)})
	}
	w.of.Terms = len(order)
	w.signatures.Groups = append(w.signatures.Groups, *w.of)
	return w.typing(order)
}

// isKnown reports whether a use within the group of a definition takes a signature that is written.
func (w *typingWriter) isKnown(u *patterns.Use, within int32) bool {
	_, ok := w.known[u.Callee]
	return ok && (w.p.Solver.SameGroup(u.Callee, within) || u.Scheme == w.p.Solver.Scheme(u.Callee))
}

func (w *typingWriter) terms(nodes []unify.Node) (terms []int32) {
	for _, n := range nodes {
		terms = append(terms, w.term[n])
	}
	return terms
}

func (w *typingWriter) state(s explain.Source, x certificate.Constraint) {
	w.locate(&x, s)
	w.of.Constraints = append(w.of.Constraints, x)
}

// describe states the pattern of a node, unless it is unconstrained.
func (w *typingWriter) describe(n unify.Node) {
	f, edges := w.p.Graph.Flat(n), w.p.Graph.Edges(n)
	if f == unify.Open && len(edges) == 0 {
		return
	}
	x := w.described(n, f, edges)
	use, ok := w.p.Graph.Instance(n)
	s := explain.Source{Event: -1, Node: n, Reason: unify.Reason{Site: w.p.SiteOf(n)}, Use: -1}
	if ok {
		s.Use, x.Taken = use, certificate.FromSignature
	}
	w.state(s, x)
}

// typing writes the quotient of terms: terms of one class have the same pattern.
func (w *typingWriter) typing(order []unify.Node) certificate.Typing {
	q := w.p.Solver.Quotient(order...)
	out := certificate.Typing{Classes: append([]int32{}, q.Roots...), Patterns: []certificate.Pattern{}}
	for i := range int32(q.Graph.Len()) {
		x := w.pattern(q.Graph.Flat(i))
		for _, e := range q.Graph.Edges(i) {
			x.Parts = append(x.Parts, [2]int32{w.labelOf(e.Label), int32(e.To)})
		}
		out.Patterns = append(out.Patterns, *x)
	}
	return out
}
