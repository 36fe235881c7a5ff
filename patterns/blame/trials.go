package blame

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/repair"
)

// FromTrials adapts the trials of package repair; nil stays nil.
func FromTrials(w *repair.Trials) Deriver {
	if w == nil {
		return nil
	}
	return trials{w}
}

type trials struct{ of *repair.Trials }

func (w trials) Debt() int { return w.of.Debt() }

func (w trials) InErrorWith(def int32) int { return w.of.InErrorWith(def) }

// Trial returns a trial of the region that a change of a definition affects.
func (w trials) Trial(changed, def int32, edits []lang.Edit) Trial {
	part := w.of.Affected(changed, []int32{def}, nil)
	if o := w.of.Known(part, edits); o != nil {
		return Trial{Try: func() []int32 { return w.of.Cleared(o, part) }}
	}
	return Trial{Size: part.Size, Try: func() []int32 { return w.of.Cleared(w.of.Outcome(part, edits, -1), part) }}
}
