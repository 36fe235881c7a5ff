package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// Boxing is not part of a pattern: the pattern of an open vector is the pattern of its members, so `.x ^` has a
// signature although it fails on every input. The rules of evaluation alone decide whether the value of an expression
// may be open, and how deep. Every expression is evaluated on a closed input, since a composition maps over the members
// of an open vector. So the answer for an expression follows from its parts, and the answer for a definition is a least
// fixed point.

// depths is the set of ways in which the value of an expression may be open; empty if it never has a value.
type depths uint8

const (
	closed   depths = 1 << iota // it is not an open vector
	open                        // it is an open vector
	nested                      // it is an open vector whose members are open
	anything                    // unknown, because of errors
)

// then returns the depths of a composition whose parts have the depths d and e.
func (d depths) then(e depths) depths {
	out := (d | e) & anything
	if d&closed != 0 {
		out |= e
	}
	if d&open != 0 {
		out |= open // even if e is undefined on all members
		if e&(open|nested) != 0 {
			out |= nested
		}
	}
	return out | d&nested
}

// boxing warns about each ^ that may have no open vector to collect, and about each expression that opens a vector
// within an open vector, which no ^ can collect. It takes time linear in the program, times a small factor for
// recursive groups.
func (a *program) boxing() {
	if !slices.ContainsFunc(a.tree.Nodes, func(n k.Node) bool { return n.Op == k.OpCaret || n.Op == k.OpPipe }) {
		return
	}
	b := boxes{a: a, of: make([]depths, len(a.tree.Nodes)), gives: make([]depths, len(a.tree.Defs))}
	for group := range a.Solver.Groups() {
		for again := true; again; {
			again = false
			for _, d := range group {
				if out := b.definition(d); out != b.gives[d] {
					b.gives[d], again = out, len(group) > 1 || a.Solver.Derivation(d).Recursive
				}
			}
		}
	}
	for d := range a.tree.Defs {
		if b.gives[d]&anything == 0 {
			b.warn(int32(d))
		}
	}
}

type boxes struct {
	a     *program
	of    []depths // by node
	gives []depths // by definition
}

// definition returns the depths of a definition, given those of the others.
func (b *boxes) definition(d int32) depths {
	def := &b.a.tree.Defs[d]
	if def.Bad || def.Root == k.NoNode || b.a.Solver.Derivation(d).Bad {
		return anything
	}
	for e := def.First; e <= def.Root; e++ {
		b.of[e] = b.expression(e)
	}
	return b.of[def.Root]
}

func (b *boxes) expression(e k.NodeID) depths {
	switch n := &b.a.tree.Nodes[e]; n.Op {
	case k.OpPipe:
		return open
	case k.OpRef:
		switch {
		case b.a.names.Func[n.Sym] >= 0:
			return b.gives[b.a.names.Func[n.Sym]]
		case b.a.names.Builtin[n.Sym] >= 0:
			return closed
		}
		return anything
	case k.OpCaret:
		of := b.of[b.a.tree.Kids(e)[0]]
		if of&^anything != 0 {
			of = of&anything | closed
		}
		return of
	case k.OpComp:
		kids := b.a.tree.Kids(e)
		out := b.of[kids[0]]
		for _, kid := range kids[1:] {
			out = out.then(b.of[kid])
		}
		return out
	case k.OpMerge:
		var out depths
		for _, kid := range b.a.tree.Kids(e) {
			out |= b.of[kid]
		}
		return out
	case k.OpProduct, k.OpVariant:
		out := closed
		for _, f := range b.a.tree.Fields(e) {
			out = out.with(b.of[f.Node])
		}
		return out
	case k.OpVector:
		out := closed
		for _, kid := range b.a.tree.Kids(e) {
			out = out.with(b.of[kid])
		}
		return out
	}
	return closed
}

// with returns the depths of a product or vector whose earlier parts have the combined depths d, with a further part of
// depths e: every combination of open parts is possible, and there is a value only if all parts have one.
func (d depths) with(e depths) depths {
	if d == 0 || e == 0 {
		return 0
	}
	out := d | e&anything
	if e&closed == 0 {
		out &^= closed
	}
	if e&(open|nested) != 0 {
		out |= open
	}
	return out
}

// warn reports what may fail in a definition.
func (b *boxes) warn(d int32) {
	def := &b.a.tree.Defs[d]
	name := b.a.tree.Syms.Text(def.Name)
	for e := def.First; e <= def.Root; e++ {
		n := &b.a.tree.Nodes[e]
		switch {
		case n.Op == k.OpCaret && b.of[b.a.tree.Kids(e)[0]]&closed != 0:
			kid := b.a.tree.Kids(e)[0]
			dg := lang.Diagnostic{
				Code: lang.Boxing, Severity: lang.Warning, Definition: name,
				Span:    lang.Span{Start: n.End - 1, End: n.End},
				Message: lang.Text("this `^` has nothing to collect, since nothing before it opens a vector"),
				Label:   lang.Text("nothing is open here"),
				Help:    lang.Texts("put a `|` before what is to be done for each element, or leave out the `^`"),
			}
			if b.of[kid]&(open|nested) != 0 {
				dg.Message, dg.Label = lang.Text("this `^` may have nothing to collect"),
					lang.Text("what is given here is not always open")
			}
			if at := b.culprit(kid); at != kid {
				dg.Related = []lang.Related{{Span: b.a.tree.Span(at), Message: lang.Text("this opens nothing")}}
			}
			b.a.diagnostics = append(b.a.diagnostics, dg)
		case n.Op == k.OpComp:
			b.warnNested(e, name)
		}
	}
}

// culprit returns the branch that is not open, of a merge with another branch that is; or else the expression itself.
func (b *boxes) culprit(e k.NodeID) k.NodeID {
	for at := e; ; {
		parts := b.a.tree.Kids(at)
		opens := slices.IndexFunc(parts, func(part k.NodeID) bool { return b.of[part]&(open|nested) != 0 })
		switch op := b.a.tree.Nodes[at].Op; {
		case opens < 0:
			return at
		case op == k.OpMerge:
			at = parts[slices.IndexFunc(parts, func(part k.NodeID) bool { return b.of[part]&closed != 0 })]
			if b.of[at]&(open|nested) == 0 {
				return at
			}
		case op == k.OpComp || op == k.OpProduct || op == k.OpVariant || op == k.OpVector:
			at = parts[opens] // this part does not always open a vector
		default:
			return at
		}
	}
}

// warnNested reports the first part of a composition that opens a vector within an open vector.
func (b *boxes) warnNested(e k.NodeID, name string) {
	kids := b.a.tree.Kids(e)
	before := b.of[kids[0]]
	first := kids[0]
	for _, kid := range kids[1:] {
		if before&open != 0 && b.of[kid]&open != 0 {
			help := "collect the inner vector by itself: `| (| … ^) ^`"
			if b.a.tree.File.Text(lang.Span{Start: b.a.tree.Span(first).Start, End: b.a.tree.Span(kid).End}) == "||" {
				help = sayEither
			}
			b.a.diagnostics = append(b.a.diagnostics, lang.Diagnostic{
				Code: lang.Boxing, Severity: lang.Warning, Definition: name, Span: b.a.tree.Span(kid),
				Message: lang.Text("this opens a vector within one that is open, and a `^` collects only one of them"),
				Label:   lang.Text("opened again here"),
				Related: []lang.Related{{Span: b.a.tree.Span(first), Message: lang.Text("opened here")}},
				Help:    lang.Texts(help),
			})
			return
		}
		if before = before.then(b.of[kid]); before&open != 0 && b.of[first]&open == 0 {
			first = kid
		}
	}
}
