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

// The costs of changes of a program: smaller and more plausible changes are cheaper.
const (
	costOfTypo     = 0
	costOfArgument = 4  // an argument is missing or superfluous
	costOfNumber   = 8  // another number
	costOfOrder    = 10 // two arguments are exchanged
	costOfStages   = 12 // two neighbours are exchanged
	costOfUnused   = 12 // an unused weight becomes a stage
	costOfName     = 14 // another name
	costOfFunction = 16 // a function becomes a stage
	costOfDrop     = 18 // a stage is removed
	costOfEntry    = 18 // a size is added or removed
	costOfFar      = 10 // the most for a place that the error does not show
	costOfAll      = 4  // in several places at once
)

// workOfRepairs is how many syntax nodes are derived again for the changes of all errors of a program.
const workOfRepairs = 300_000

// repairErrors tries changes for all errors, and adds the accepted ones to them. It adds the suspects to explained
// errors.
func (p *program) repairErrors(ds []lang.Diagnostic, of map[int]*explain.Contradiction) {
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
			o.Reuse = nil // its memory is being reused
			q := derived(text, of, p.watch, nil)
			o.Reuse = &patterns.Result{Front: q} // for the next trial
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
		parsing := dg.Code.Class() == lang.ClassSyntax && dg.Code != lang.UsedBefore
		if dg.Severity != lang.Error || dg.Code == lang.NodeLimit || parsing {
			continue
		}
		x := p.proposer(dg, of[i])
		var accepted []repair.Guess
		if !p.Explainer().Within(func() {
			if len(errors) <= mostFixed {
				x.propose()
				accepted = g.Try(dg, x.list, bounds)
			}
			for _, f := range dg.Fixes { // fixes of the diagnostic itself only count if they are tried, too
				if len(accepted) == 0 {
					own := lang.Fix{Title: f.Title, Grade: "maybe", Edits: f.Edits}
					accepted = g.Try(dg, []repair.Guess{{Fix: own}}, bounds)
				}
			}
		}) {
			dg.Notes = append(dg.Notes, p.NotAllTried(true))
		}
		if fixes := repair.Offered(accepted); len(fixes) > 0 {
			if isNaming(dg.Code) && dg.Code != lang.WrongCount {
				dg.Help = nil // the fixes have the same names
			}
			dg.Fixes = fixes
		}
		if x.c != nil && dg.Explanation != nil {
			p.Explainer().Within(func() { p.blame(dg, x, accepted) })
		}
	}
}

var bounds = repair.Bounds{Tries: 120, Kept: 40, Margin: 16, Shared: true}

// keyOf identifies an error by its code and its place.
func keyOf(dg *lang.Diagnostic) repair.ErrorKey {
	return repair.ErrorKey{What: string(dg.Code), At: dg.Span.Start}
}

// tally counts errors by key and by definition.
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

// mostFixed is the maximum number of errors of a program for which changes are tried.
const mostFixed = 20

// errors counts the errors of a derived program.
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
	d     int32                  // the definition of the error, or -1
	e     tensorscript.NodeID    // the place of the error, or NoNode
	c     *explain.Contradiction // nil: the error is not a contradiction
	order []tensorscript.NodeID  // places that the error shows or depends on, the likeliest first
	sizes repair.Sizes
	list  []repair.Guess

	weights *[2][]string                       // see layers
	args    map[string][]tensorscript.NodeID   // see arguments
	known   map[string]*repair.Distinct[int64] // by name: the values of arguments
}

func (p *program) proposer(dg *lang.Diagnostic, c *explain.Contradiction) *proposer {
	x := &proposer{
		Draft: repair.Draft{Tree: &p.tree.Tree, Widest: 40, Watch: p.watch},
		p:     p, dg: dg, d: p.DefNamed(dg.Definition), c: c,
	}
	if x.e = x.Around(dg.Span); c != nil {
		x.d = c.Def
	}
	return x
}

func quoted(text string) string { return message.Quoted(text, 40) }

// stepsPerGuess is about the cost of writing a change.
const stepsPerGuess = 8

// offer proposes a change, unless it is empty.
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

// node proposes replacements for a node.
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
				f := x.Fix("leave out "+x.Quoted(kids[1-k]), x.Replace(id, x.Source(kid)))
				x.offer(repair.ByDrop, costOfDrop+x.far(id), f)
			}
		}
	}
	if x.p.scoped[id] == staged {
		x.others(id)
	}
}
