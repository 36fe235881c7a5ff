package tensorscript

import (
	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
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
	gainOfDim      = 8  // another dimension: unlike a size, it does not always fit
	gainOfWindow   = 11 // a stage with a window becomes another one: likewise
)

// Guesser returns a repair.Guesser that analyses the text with changes.
func (p *program) Guesser(errors []lang.Diagnostic) *repair.Guesser {
	o, size := p.options, workPerNode*(len(p.tree.Nodes)+len(p.File.Src)/8+1)
	return &repair.Guesser{
		File: p.File,
		Size: size,
		Found: func() repair.Found {
			return repair.Found{Count: p.errors(), Tally: func() repair.Tally { return tally(errors) }}
		},
		Analyze: func(text *lang.File) repair.Found {
			of := o
			o.Reuse = nil // its memory is being reused
			q := derived(text, of, p.watch, nil)
			o.Reuse = &patterns.Result{Front: q} // for the next trial
			n, pinned := q.errors(), 0
			if n == 0 && p.shown != nil { // a change may make a network for a single size, such as that of the batch
				pinned = max(0, len(q.Notes(nil))-len(p.Notes(p.shown)))
			}
			return repair.Found{Count: n + pinned, Size: n * size, Tally: func() repair.Tally {
				return tally(append(diagnose.RunOrdered(q, diagnose.OrderedOptions{Brief: true}), q.Breaches()...))
			}}
		},
		Keys: func(dg *lang.Diagnostic) []repair.ErrorKey { return []repair.ErrorKey{keyOf(dg)} },
	}
}

// workPerNode is about the work of analysing a node of the tree, in bytes of a text.
const workPerNode = 4

// Guesses lists changes that may fix an error.
func (p *program) Guesses(r *report) diagnose.Guesses {
	parsing := r.Code.Class() == lang.ClassSyntax && r.Code != lang.UsedBefore
	header := r.Code == lang.Underdetermined && p.callee(p.tree.Around(r.Span)).kind == aNode // its author knows the size
	if r.Severity != lang.Error || r.Code == lang.NodeLimit || parsing || header {
		return diagnose.Guesses{}
	}
	list := func() []repair.Guess {
		x := p.proposer(r)
		x.propose()
		return x.list
	}
	return diagnose.Guesses{
		List: list, Bounds: bounds, Instead: true, Named: isNaming(r.Code) && r.Code != lang.WrongCount,
	}
}

// bounds limit the trials for one error.
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
	p       *program
	without *program    // without the constraints at fault
	shows   []lang.Span // see evidence
	dg      *lang.Diagnostic
	d       int32                  // the definition of the error, or -1
	e       tensorscript.NodeID    // the place of the error, or NoNode
	c       *explain.Contradiction // nil: the error is not a contradiction
	order   []tensorscript.NodeID  // places that the error shows or depends on, the likeliest first
	sizes   repair.Sizes
	list    []repair.Guess

	weights   *[2][]string          // see layers
	farStages int                   // how many stages far from the error have been considered
	bound     []tensorscript.NodeID // see variables
	used      map[int32]bool
	args      map[string][]tensorscript.NodeID   // see arguments
	known     map[string]*repair.Distinct[int64] // by name: the values of arguments
	dims      map[int64]string                   // see dimNames
}

func (p *program) proposer(r *report) *proposer {
	x := &proposer{
		Draft: repair.Draft{Tree: &p.tree.Tree, Widest: 40, Watch: p.watch},
		p:     p, without: p, shows: r.Evidence.places, dg: &r.Diagnostic, e: p.tree.Around(r.Span), c: r.Contradiction,
	}
	if x.c != nil {
		x.d = x.c.Def
	} else {
		x.d = p.DefOf(&r.Diagnostic)
	}
	if r.Evidence.without != nil {
		x.without = r.Evidence.without
	}
	return x
}

func quoted(text string) string { return message.Quoted(text, 40) }

// stepsPerGuess is about the cost of writing a change.
const stepsPerGuess = 8

// offer proposes a change, unless it is empty.
func (x *proposer) offer(class repair.Class, cost int, f lang.Fix) *repair.Guess {
	if len(f.Edits) == 0 {
		return &repair.Guess{}
	}
	x.Watch.Steps(stepsPerGuess)
	x.list = append(x.list, repair.Guess{Fix: f, Class: class, Cost: cost})
	return &x.list[len(x.list)-1]
}

func (x *proposer) propose() {
	if isNaming(x.dg.Code) {
		x.names()
	}
	if x.e != tensorscript.NoNode && x.c == nil {
		x.ofSelf()
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
	if x.c != nil {
		x.exchanges()
	}
}

// node proposes replacements for a node.
func (x *proposer) node(id tensorscript.NodeID) {
	x.Watch.Steps(1 + len(x.order)/cancel.Few)
	switch x.Nodes[id].Op {
	case tensorscript.OpInt, tensorscript.OpBinary:
		if now, ok := x.numberAt(id); ok {
			x.number(id, now)
		}
	case tensorscript.OpFloat:
		x.floats(id)
	case tensorscript.OpName:
		switch x.p.scoped[id] {
		case sized:
			x.sizeName(id)
		case valued:
			x.variables(id)
		}
	case tensorscript.OpBool:
		if arg := x.p.parents[id]; x.Is(arg, tensorscript.OpArg) {
			other := map[string]string{"true": "false", "false": "true"}[x.Source(id)]
			write := "write `" + x.Name(arg) + "=" + other + "`"
			x.offer(repair.ByLiteral, costOfNumber+x.far(id), x.Fix(write, x.Replace(id, other)))
		}
	case tensorscript.OpTensor, tensorscript.OpView:
		x.entries(id)
	case tensorscript.OpCall, tensorscript.OpMethod:
		x.swaps(id)
	case tensorscript.OpPipe:
		x.stages(id)
	case tensorscript.OpWeight:
		x.classes(id)
	}
	if x.p.scoped[id] == staged {
		x.others(id)
	}
}
