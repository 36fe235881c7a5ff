package tensorscript

import (
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/repair"
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
const workOfRepairs = 300_000

// mending tries changes for all errors, and gives them those that help. Explained ones get the places that may be at fault.
func (p *program) repairing(ds []lang.Diagnostic, of map[int]*explain.Contradiction) {
	errors := lang.Errors(ds)
	left := workOfRepairs / (len(p.tree.Nodes) + len(p.File.Src)/8 + 1)
	o := p.options
	g := &repair.Guesser{
		File: p.File,
		Found: func() repair.Found {
			return repair.Found{Count: p.errors(), Tally: func() repair.Tally { return tally(errors) }}
		},
		Analyze: func(text *lang.File) repair.Found {
			of := o
			o.Reuse = nil // it is being used up
			q := derived(text, of, p.watch, nil)
			o.Reuse = &patterns.Result{Front: q} // for the next one
			return repair.Found{Count: q.errors(), Tally: func() repair.Tally {
				left--
				return tally(slices.Concat(q.diagnose(), q.Known, q.Breaches()))
			}}
		},
		Afford: func() bool { left--; return left >= 0 },
		Keys:   func(dg *lang.Diagnostic) []repair.ErrorKey { return []repair.ErrorKey{keyOf(dg)} },
	}
	for i := range ds {
		dg := &ds[i]
		if dg.Severity != lang.Error || dg.Code == lang.NodeLimit || dg.Code.Class() == lang.ClassSyntax && dg.Code != lang.UsedBefore {
			continue
		}
		x := p.proposer(dg, of[i])
		var accepted []repair.Guess
		if !p.Explainer().Within(func() {
			if len(errors) <= mostFixed {
				x.propose()
				accepted = g.Try(dg, x.list, bounds)
			}
			for _, f := range dg.Fixes { // those that come with it count only if they were tried, too
				if len(accepted) == 0 {
					accepted = g.Try(dg, []repair.Guess{{Fix: lang.Fix{Title: f.Title, Grade: "maybe", Edits: f.Edits}}}, bounds)
				}
			}
		}) {
			dg.Notes = append(dg.Notes, p.NotAllTried(true))
		}
		if fixes := repair.Offered(accepted); len(fixes) > 0 {
			if isNaming(dg.Code) && dg.Code != lang.WrongCount {
				dg.Help = nil // it names them
			}
			dg.Fixes = fixes
		}
		if x.c != nil && dg.Explanation != nil {
			p.Explainer().Within(func() { p.blame(dg, x, accepted) })
		}
	}
}

// bounds are how much is guessed for one error.
var bounds = repair.Bounds{Tries: 120, Kept: 40, Margin: 16, Shared: true}

// keyOf is what an error is known by: its code and its place.
func keyOf(dg *lang.Diagnostic) repair.ErrorKey {
	return repair.ErrorKey{What: string(dg.Code), At: dg.Span.Start}
}

// tally counts errors, and those of each definition.
func tally(errors []lang.Diagnostic) repair.Tally {
	all := make(repair.Tally)
	all.Add(errors, keyOf)
	all.Add(errors, func(dg *lang.Diagnostic) repair.ErrorKey {
		return repair.ErrorKey{Definition: dg.Definition, At: repair.Anywhere}
	})
	return all
}

// mostNear is how many names or texts of a sort are tried.
const mostNear = 8

// mostFixed is how many errors a program has at most for which changes are tried.
const mostFixed = 20

// errors counts what is wrong with a derived program.
func (p *program) errors() int {
	n := len(lang.Errors(p.Known))
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
	repair.Draft
	p     *program
	dg    *lang.Diagnostic
	d     int32                  // its definition, or -1
	e     tensorscript.NodeID    // where it is, or NoNode
	c     *explain.Contradiction // nil: it has none
	order []tensorscript.NodeID  // places that the error shows or rests on, the likeliest first
	sizes repair.Sizes
	list  []repair.Guess

	weights *[2][]string                       // see layers
	args    map[string][]tensorscript.NodeID   // see arguments
	known   map[string]*repair.Distinct[int64] // by name: what arguments of it are
}

func (p *program) proposer(dg *lang.Diagnostic, c *explain.Contradiction) *proposer {
	x := &proposer{Draft: repair.Draft{Tree: &p.tree.Tree, Widest: 40, Watch: p.watch}, p: p, dg: dg, d: p.DefNamed(dg.Definition), c: c}
	if x.e = x.Around(dg.Span); c != nil {
		x.d = c.Def
	}
	return x
}

// quoted is a text with marks.
func quoted(text string) string { return message.Quoted(text, 40) }

// stepsPerGuess is about how long it takes to put a change into words.
const stepsPerGuess = 8

// offer proposes a change, unless it changes nothing.
func (x *proposer) offer(class repair.Class, cost int, f lang.Fix) {
	if len(f.Edits) > 0 {
		x.Watch.Steps(stepsPerGuess)
		x.list = append(x.list, repair.Guess{Fix: f, Class: class, Cost: cost})
	}
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
	if x.e != tensorscript.NoNode {
		x.miscounted(x.e)
		x.inserts(x.e)
	}
}

// node proposes what may stand in place of a node.
func (x *proposer) node(id tensorscript.NodeID) {
	x.Watch.Steps(1 + len(x.order)/cancel.Few)
	switch x.Nodes[id].Op {
	case tensorscript.OpInt:
		x.number(id)
	case tensorscript.OpFloat:
		x.floats(id)
	case tensorscript.OpName:
		if x.p.scoped[id] == sized {
			x.sizeName(id)
		}
	case tensorscript.OpBool:
		if x.Is(x.p.parents[id], tensorscript.OpArg) {
			other := map[string]string{"true": "false", "false": "true"}[x.Source(id)]
			x.offer(repair.ByLiteral, costOfNumber+x.far(id), x.Fix("write the other truth", x.Replace(id, other)))
		}
	case tensorscript.OpTensor, tensorscript.OpView:
		x.entries(id)
	case tensorscript.OpCall, tensorscript.OpMethod:
		x.swaps(id)
	case tensorscript.OpPipe:
		x.stages(id)
	case tensorscript.OpBinary:
		if kids := x.Kids(id); x.p.scoped[id] == valued {
			for k, kid := range kids {
				x.offer(repair.ByDrop, costOfDrop+x.far(id), x.Fix("leave out "+x.Quoted(kids[1-k]), x.Replace(id, x.Source(kid))))
			}
		}
	}
	if x.p.scoped[id] == staged {
		x.others(id)
	}
}
