package blame

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/mend"
)

// Trials makes the workshop of changes one for blame; nil stays nil.
func Trials(w *mend.Workshop) Workshop {
	if w == nil {
		return nil
	}
	return trials{w}
}

type trials struct{ *mend.Workshop }

// Trial returns a trial of what a change of a definition has an effect on.
func (w trials) Trial(changed, def int32) Trial {
	part := w.Affected(changed, []int32{def}, nil)
	return Trial{Size: part.Size, Try: func(edits []lang.Edit) (cleared []int32) {
		t := w.Try(w.Changed(part, edits))
		if !part.Same(t) {
			return nil
		}
		for i, d := range part.Defs {
			fine := len(t.Solver.Conflicts(int32(i))) == 0 && !t.Definition(int32(i)).Bad
			if fine && len(w.Solver.Conflicts(d)) > 0 {
				cleared = append(cleared, d)
			}
		}
		return cleared
	}}
}
