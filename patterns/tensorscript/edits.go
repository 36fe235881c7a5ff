package tensorscript

import (
	"cmp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/mend"
	"github.com/patgraph/patgraph/patterns/tell"
)

// What changes of a program cost: the less they do, and the more often people mean them, the cheaper.
const (
	costOfTypo     = 0
	costOfArgument = 4  // one is missing, or is too many
	costOfNumber   = 8  // another one
	costOfOrder    = 10 // two arguments
	costOfStages   = 12 // two neighbours
	costOfUnused   = 12 // a weight that nothing uses is a stage
	costOfName     = 14 // another one
	costOfFunction = 16 // a function is a stage
	costOfDrop     = 18 // of a stage
	costOfEntry    = 18 // a size more or less
	costOfFar      = 10 // what the error does not show
	costOfAll      = 4  // in several places at once
)

// workOfMending is how many syntax nodes are derived again for the changes of all errors of a program.
const workOfMending = 300_000

// mending tries changes for all errors, and gives them those that help. Explained ones get the places that may be at fault.
func (p *program) mending(ds []lang.Diagnostic, of map[int]*retold) {
	errors := lang.Errors(ds)
	left := workOfMending / (len(p.tree.Nodes) + len(p.File.Src)/8 + 1)
	found := func(q *program, errors func() []lang.Diagnostic) mend.Found {
		return mend.Found{Count: q.errors(), Tally: func() mend.Tally { return tally(errors()) }}
	}
	o := p.options
	g := &mend.Guesser{
		File:  p.File,
		Found: func() mend.Found { return found(p, func() []lang.Diagnostic { return errors }) },
		Analyze: func(text *lang.File) mend.Found {
			q := derived(text, o, p.watch, nil)
			o.Reuse = &patterns.Result{Front: q} // for the next one
			return found(q, func() []lang.Diagnostic {
				left--
				return lang.Errors(append(q.diagnose(), q.Known...))
			})
		},
		Afford: func() bool { left--; return left >= 0 },
		Keys:   func(dg *lang.Diagnostic) []mend.ErrorKey { return []mend.ErrorKey{keyOf(dg)} },
	}
	for i := range ds {
		dg := &ds[i]
		if dg.Severity != lang.Error || dg.Code.Class() == lang.ClassSyntax && dg.Code != lang.UsedBefore {
			continue
		}
		x := &proposer{p: p, dg: dg, ranks: make(map[tensorscript.NodeID]int)}
		if r := of[i]; r != nil {
			x.c, x.at = r.c, r.source
		}
		var accepted []mend.Guess
		if len(errors) <= mostMended {
			x.propose()
			accepted = g.Try(dg, x.list, bounds)
		}
		for _, f := range dg.Fixes { // those that come with it count only if they were tried, too
			if again := slices.ContainsFunc(accepted, func(a mend.Guess) bool { return slices.Equal(a.Edits, f.Edits) }); !again && len(accepted) == 0 {
				accepted = append(accepted, g.Try(dg, []mend.Guess{{Fix: lang.Fix{Title: f.Title, Grade: "maybe", Edits: f.Edits}}}, bounds)...)
			}
		}
		if fixes := mend.Offered(accepted); len(fixes) > 0 {
			if isNaming(dg.Code) && dg.Code != lang.WrongCount {
				dg.Help = nil // it names them
			}
			dg.Fixes = fixes
		}
		if x.c != nil && dg.Explanation != nil {
			p.blame(dg, x, accepted)
		}
	}
}

// bounds are how much is guessed for one error.
var bounds = mend.Bounds{Tries: 120, Kept: 40, Margin: 16, Shared: true}

// keyOf is what an error is known by: its code and its place.
func keyOf(dg *lang.Diagnostic) mend.ErrorKey {
	return mend.ErrorKey{What: string(dg.Code), At: dg.Span.Start}
}

// tally counts errors, and those of each definition.
func tally(errors []lang.Diagnostic) mend.Tally {
	all := make(mend.Tally)
	for i := range errors {
		all[keyOf(&errors[i])]++
		all[mend.ErrorKey{Definition: errors[i].Definition, At: mend.Anywhere}]++
	}
	return all
}

// mostMended is how many errors a program has at most for which changes are tried.
const mostMended = 20

// errors counts what is wrong with a derived program.
func (p *program) errors() (n int) {
	for i := range p.Known {
		if p.Known[i].Severity == lang.Error {
			n++
		}
	}
	for d := range int32(len(p.Defs)) {
		if !p.Solver.Derivation(d).Derived {
			n++
			continue
		}
		n += len(p.Solver.Conflicts(d))
		if n == 0 {
			n += len(p.undetermined(d))
		}
		if p.options.Rigid {
			n += len(p.notes(d))
		}
	}
	return n
}

// A proposer proposes changes for one error.
type proposer struct {
	p     *program
	dg    *lang.Diagnostic
	c     *explain.Contradiction // nil: it has none
	at    explain.Source
	ranks map[tensorscript.NodeID]int // places that the error shows or rests on, the likeliest first
	order []tensorscript.NodeID
	pairs [][2]int64 // of what was to be one, two sizes
	near  []int64    // sizes around the error
	list  []mend.Guess
}

func (x *proposer) offer(class mend.Class, cost int, title string, edits ...lang.Edit) {
	slices.SortStableFunc(edits, func(a, b lang.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	x.list = append(x.list, mend.Guess{Fix: lang.Fix{Title: lang.Text(title), Grade: "maybe", Edits: edits}, Class: class, Cost: cost})
}

func (x *proposer) text(id tensorscript.NodeID) string { return x.p.File.Text(x.p.tree.Span(id)) }

func (x *proposer) edit(id tensorscript.NodeID, text string) lang.Edit {
	return lang.Edit{Span: x.p.tree.Span(id), Text: text}
}

// quoted is a text with marks.
func quoted(text string) string {
	return "`" + tell.Shortened(strings.Join(strings.Fields(text), " "), 40) + "`"
}

// add notes a place.
func (x *proposer) add(id tensorscript.NodeID) {
	if id == tensorscript.NoNode {
		return
	}
	if _, known := x.ranks[id]; !known {
		x.ranks[id] = len(x.order)
		x.order = append(x.order, id)
	}
}

// nodeAt is the outermost node whose text is a span, or else the innermost one around it.
func (p *program) nodeAt(s lang.Span) tensorscript.NodeID {
	found := tensorscript.NoNode
	for i := range p.tree.Nodes {
		id := tensorscript.NodeID(i)
		switch span := p.tree.Span(id); {
		case span == s:
			found = id
		case span.Contains(s) && found == tensorscript.NoNode:
			return id
		}
	}
	return found
}

func (x *proposer) propose() {
	if isNaming(x.dg.Code) {
		x.names()
	}
	x.places()
	x.sizesAround()
	for _, id := range x.reach() {
		x.node(id)
	}
	if e := x.p.nodeAt(x.dg.Span); e != tensorscript.NoNode {
		x.arguments(e)
		x.inserts(e)
	}
}

// definition is that of the error, or -1.
func (x *proposer) definition() int32 {
	if x.c != nil {
		return x.c.Def
	}
	for d := range x.p.Defs {
		if x.p.Defs[d].Name == x.dg.Definition && x.dg.Definition != "" {
			return int32(d)
		}
	}
	return -1
}

// node proposes what may stand in the place of a node.
func (x *proposer) node(id tensorscript.NodeID) {
	n := &x.p.tree.Nodes[id]
	up := x.p.parents[id]
	switch n.Op {
	case tensorscript.OpInt:
		x.number(id)
	case tensorscript.OpFloat:
		x.floats(id)
	case tensorscript.OpName:
		if x.p.scoped[id] == sized {
			x.sizeName(id)
		}
	case tensorscript.OpBool:
		if up != tensorscript.NoNode && x.p.tree.Nodes[up].Op == tensorscript.OpArg {
			x.offer(mend.ByLiteral, costOfNumber+x.far(id), "write the other truth", x.edit(id, map[string]string{"true": "false", "false": "true"}[x.text(id)]))
		}
	case tensorscript.OpTensor, tensorscript.OpView:
		x.entries(id)
	case tensorscript.OpCall, tensorscript.OpMethod:
		x.swaps(id)
	case tensorscript.OpPipe:
		x.stages(id)
	case tensorscript.OpBinary:
		if x.p.scoped[id] == valued {
			kids := x.p.tree.Kids(id)
			a, b := x.text(kids[0]), x.text(kids[1])
			for k, text := range []string{a, b} {
				x.offer(mend.ByDrop, costOfDrop+x.far(id), "leave out "+quoted([]string{b, a}[k]), x.edit(id, text))
			}
		}
	}
	if x.p.scoped[id] == staged {
		x.others(id)
	}
}
