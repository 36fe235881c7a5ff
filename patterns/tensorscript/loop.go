package tensorscript

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/account"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// The loop that the types are found by, as people are taught it: a definition is derived once more, and an
// account.Account notes what is stated on the way.

// A loop is such a derivation.
type loop struct {
	account.Account
	d     int32
	of    int32                // the declaration of the function that is told of, or -1: of all
	sites map[unify.Node]int32 // of all nodes of sites
}

// Accounts are the forms of Account.
func (p *program) Accounts() []string { return account.Forms }

// Account reports the loop of a definition, or of one of its functions, in one of the forms: lines of cells.
func (p *program) Account(d int32, function, form string) (lines [][]string, ok bool) {
	decl := int32(-1)
	if function != "" {
		if decl = p.function(d, function); decl < 0 {
			return nil, false
		}
	}
	l := &loop{d: d, of: decl}
	q := derivedWith(p.File, p.options, p.watch, nil, l)
	switch known := slices.Contains(account.Forms, form); {
	case !known || !q.Solver.Derivation(d).Derived:
		return nil, known
	case form != "annotated":
		return l.Lines(form, q.File), true
	}
	for _, f := range q.stagesOf(d) {
		if !l.tells(f.decl) {
			continue
		}
		if decl < 0 {
			lines = append(lines, []string{q.tree.NameOf(&q.tree.Decls[f.decl])})
		}
		chosen := q.chosenOf(f.decl)
		for _, id := range append(chosen, slices.DeleteFunc(f.stages, func(id tensorscript.NodeID) bool { return slices.Contains(chosen, id) })...) {
			text := strings.Join(strings.Fields(q.tree.Source(id)), " ")
			in, out := q.Ends(d, q.siteOf[id])
			switch _, is := l.Variable(out); {
			case q.isComputed(id):
				_, in = q.Ends(d, q.siteOf[q.tree.Kids(id)[0]])
			case is && q.scoped[id] == valued && q.callee(id).kind == nothing, !is && q.callee(id).kind != aView:
				lines = append(lines, []string{text, ": " + l.Spell(out)})
				continue
			}
			lines = append(lines, []string{text, l.Spell(in) + " -> " + l.Spell(out)})
		}
	}
	return lines, true
}

// tells reports whether a function is told of.
func (l *loop) tells(function int32) bool { return l.of < 0 || l.of == function }

// tellsOf reports whether what a site states is reported.
func (l *loop) tellsOf(p *program, site int32) bool { return l.tells(p.functionAround(p.nodeOf[site])) }

// staging are the stages of a function.
type staging struct {
	decl   int32
	stages []tensorscript.NodeID
}

// stagesOf are those of a definition, by its functions.
func (p *program) stagesOf(d int32) (list []staging) {
	for _, k := range p.decls[d] {
		decl := &p.tree.Decls[k]
		if decl.Kind != tensorscript.DeclDef || decl.Root == tensorscript.NoNode {
			continue
		}
		f := staging{decl: k}
		for id := decl.First; id < decl.Root; id++ {
			if p.isStage(id) {
				f.stages = append(f.stages, id)
			}
		}
		list = append(list, f)
	}
	return list
}

// chosenOf are the parts of choices in a function of which nothing is written: literals, and parameters that a branch gives; then what is
// computed.
func (p *program) chosenOf(decl int32) []tensorscript.NodeID {
	var leaves, computed []tensorscript.NodeID
	for id := range p.tree.Decls[decl].Nodes {
		if p.scoped[id] != valued || !p.isChosen(id) {
			continue
		}
		to := tensorscript.NodeID(p.names.At[id])
		switch {
		case p.tree.Is(id, tensorscript.OpInt, tensorscript.OpFloat, tensorscript.OpBool):
			leaves = append(leaves, id)
		case p.isComputed(id):
			computed = append(computed, id)
		case !p.tree.Is(id, tensorscript.OpName) || p.names.Meaning[id] != tensorscript.MeansParam || !p.tree.Is(p.parents[id], tensorscript.OpBlock):
		case p.tree.Is(to, tensorscript.OpParam) && p.tree.Kids(to)[0] == tensorscript.NoNode:
			leaves = append(leaves, id)
		}
	}
	return append(leaves, computed...)
}

// isComputed reports whether an expression is an operation that is written with a sign.
func (p *program) isComputed(id tensorscript.NodeID) bool {
	return p.tree.Is(id, tensorscript.OpBinary, tensorscript.OpNot)
}

// isChosen reports whether an expression is a part of an if.
func (p *program) isChosen(id tensorscript.NodeID) bool {
	for ; id != tensorscript.NoNode && p.tree.Nodes[id].Op != tensorscript.OpDef; id = p.parents[id] {
		if p.tree.Nodes[id].Op == tensorscript.OpIf {
			return true
		}
	}
	return false
}

// begin gives the stages of a definition their variables.
func (l *loop) begin(b body) {
	l.Graph, l.Binding, l.Machine, l.sites = b.p.Graph, b.p.binding, &b.p.machine, make(map[unify.Node]int32)
	l.Type = b.p.TypeOf
	l.Spell = func(n unify.Node) string { return l.spell(b.p, n) }
	l.Parts = func(n unify.Node) string { return l.entries(b.p, n) }
	l.Begin()
	for site := b.p.Defs[b.d].First; site < b.p.Defs[b.d].Root; site++ {
		in, out := b.p.Opened(b.d, site)
		l.sites[in], l.sites[out] = site, site
	}
	for _, f := range b.p.stagesOf(b.d) {
		if !l.tells(f.decl) {
			continue
		}
		for _, id := range b.p.chosenOf(f.decl) {
			if b.p.isComputed(id) {
				l.AddVariable(b.of(b.p.tree.Kids(id)[0]))
			}
			l.AddVariable(b.of(id))
		}
		for _, id := range f.stages {
			if c := b.p.callee(id); b.p.called[id] != nil || b.p.scoped[id] == staged {
				l.AddVariable(b.into(id))
				if c.kind != aView {
					l.AddVariable(b.of(id))
				}
			}
		}
	}
}

// spell writes what is known of a node before anything is solved.
func (l *loop) spell(p *program, n unify.Node) string {
	if v, ok := l.Variable(n); ok {
		return v
	}
	site, ok := l.sites[n]
	if !ok {
		return p.TypeOf(n) // of a signature, or a parameter
	}
	id := p.nodeOf[site]
	end, to := p.shownAt(id), tensorscript.NodeID(p.names.At[id])
	switch is := p.names.Meaning[id]; {
	case p.tree.Is(end, tensorscript.OpView):
	case p.tree.Is(end, tensorscript.OpIf): // the branches are one
		return l.spell(p, l.out(p, p.tree.Kids(end)[1]))
	case end != id:
		return l.spell(p, l.out(p, end))
	case p.scoped[id] == shaped || !p.tree.Is(id, tensorscript.OpName, tensorscript.OpParam, tensorscript.OpLet):
	case is == tensorscript.MeansLet:
		return l.spell(p, l.out(p, p.tree.Kids(to)[0]))
	case is == tensorscript.MeansSelf:
		return "self:" + p.tree.Syms.Text(p.tree.Decls[to].Name)
	}
	return l.entries(p, n)
}

// out is the node of what an expression gives.
func (l *loop) out(p *program, id tensorscript.NodeID) unify.Node {
	_, out := p.Opened(l.d, p.siteOf[id])
	return out
}

// entries writes a tensor with what is not known of its sizes as _0, _1 and so on.
func (l *loop) entries(p *program, n unify.Node) string {
	return p.SpellPlace(tell.Place{Node: int32(n)}, 0, func(at tell.Place) []tell.Piece {
		pieces := p.pieces(at)
		for _, i := range p.paramsOf(l.d) {
			if at.Scheme == nil && at.Head == unify.NoHead && p.Graph.Find(p.params[l.d][i]) == unify.Node(at.Node) && pieces[0].Text == "_" {
				return []tell.Piece{{Text: p.tree.Syms.Text(p.names.Sizes[i].Name)}}
			}
		}
		if len(pieces) == 1 && pieces[0].Text == "_" && at.Head == unify.NoHead {
			pieces[0].Text = l.Hole(unify.Node(at.Node))
		}
		return pieces
	})
}

// accounted are the rules whose equations are reported; the others hold together what is one thing in the text.
var accounted = [...]bool{byHeader: true, byPipe: true, byArgument: true, bySignature: true, byHelper: true, byNode: true, byResult: true, byCondition: true, byBranches: true, byLiteral: true}

// equation notes an equation, and what it comes to.
func (l *loop) equation(p *program, x, y unify.Node, r unify.Reason) {
	p.Graph.Solve()
	if _, stage := l.Variable(x); r.Rule == byResult || r.Rule == byCondition || r.Rule == byHelper && !stage {
		x, y = y, x
	}
	l.Equation(x, y, p.Rules[r.Rule].Name, p.Span(r.Site), l.tellsOf(p, r.Site), func() { p.Basic.Equal(x, y, r) })
}

// relation notes a relation that is to be stated.
func (l *loop) relation(p *program, r unify.Reason, o *operation, args []unify.Node) {
	stated := func(first int32) { p.calls[l.d] = append(p.calls[l.d], stated{r.Site, o, args, first}) }
	l.Relation(account.Call{Relation: o.Of(), Attrs: o.attrs, Args: args, Reason: r, Span: p.Span(r.Site), Stated: stated}, l.tellsOf(p, r.Site))
}

var _ patterns.Accountant = (*program)(nil)
