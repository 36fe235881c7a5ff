package repair

import (
	"encoding/binary"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// An Outcome is the result of deriving a part of the program with a change. It keeps only the data about definitions
// that trials need, so that the derivation can be dropped.
type Outcome struct {
	part    *Region
	same    bool // it has the same definitions as the part, by name
	errors  int  // of text, names and types
	warns   int  // and warnings
	touched []state
	at      func(int32) int32 // maps offsets of the program to the changed text
}

// A state is the result of a trial for a definition.
type state struct {
	def       int32
	conflicts int
	warnings  int
	bad       bool
	breach    bool
	baseless  bool          // see patterns.Derivation
	anything  bool          // its input and output are unconstrained
	keys      []conflictKey // of the conflicts, if requested; else nil
}

// state returns the result for a definition of the part; most results are zero and not stored.
func (o *Outcome) state(def int32) state {
	i, ok := slices.BinarySearchFunc(o.touched, def, func(s state, def int32) int { return int(s.def - def) })
	if !ok {
		return state{def: def}
	}
	return o.touched[i]
}

// Cleared lists the definitions that lose all their conflicts.
func (w *Trials) Cleared(o *Outcome, part *Region) (cleared []int32) {
	if !o.same {
		return nil
	}
	for _, d := range part.Defs {
		if len(w.Solver.Conflicts(d)) > 0 {
			if s := o.state(d); s.conflicts == 0 && !s.bad {
				cleared = append(cleared, d)
			}
		}
	}
	return cleared
}

// Known returns the cached outcome of a change for this part of the program or a larger one, or nil: a definition
// depends only on what it references, so its result holds in any part.
func (w *Trials) Known(part *Region, edits []lang.Edit) *Outcome {
	for _, o := range w.outcomes[keyOf(edits)] {
		if o.part == part || len(o.part.Defs) >= len(part.Defs) && len(o.part.Types) >= len(part.Types) &&
			includes(o.part.Defs, part.Defs) && includes(o.part.Types, part.Types) {
			return o
		}
	}
	return nil
}

// Outcome derives a part of the program with a change, and caches the result. The conflicts of the definition of (-1:
// none) are recorded one by one. If the trial panics, the outcome is that of a different program.
func (w *Trials) Outcome(part *Region, edits []lang.Edit, of int32) *Outcome {
	o := &Outcome{part: part}
	if !Attempt(func() { w.outcome(o, edits, of) }) {
		o.same, o.touched, w.Memory = false, nil, nil
	}
	if w.outcomes == nil {
		w.outcomes = make(map[string][]*Outcome)
	}
	key := keyOf(edits)
	w.outcomes[key] = append(w.outcomes[key], o)
	return o
}

// outcome fills in the outcome of a change.
func (w *Trials) outcome(o *Outcome, edits []lang.Edit, of int32) {
	part := o.part
	text, at := w.Changed(part, edits)
	t := w.Try(text, at)
	o.same, o.errors, o.warns, o.at = part.Same(t), t.Errors, t.Warnings, at
	for i, d := range part.Defs {
		if !o.same {
			break
		}
		if t.DefName(int32(i)) != w.DefName(d) || t.Definition(int32(i)).Bad && !w.Definition(d).Bad {
			o.same, o.touched = false, nil
			break
		}
		x := t.Solver.Derivation(int32(i))
		conflicts := t.Solver.Conflicts(int32(i))
		s := state{
			def: d, conflicts: len(conflicts), warnings: warningsOf(x), baseless: x.Baseless,
			bad: x.Bad, breach: x.Breach != patterns.NoBreach, anything: t.isUnconstrained(int32(i)),
		}
		if d == of {
			for _, c := range conflicts {
				_, path := t.Graph.Given(c.Event)
				s.keys = append(s.keys, t.conflictOf(t.Graph.Reason(c.Event), path))
			}
		}
		if s.conflicts > 0 || s.warnings > 0 || s.bad || s.breach || s.anything {
			o.touched = append(o.touched, s)
		}
	}
}

// keyOf returns a key for edits.
func keyOf(edits []lang.Edit) string {
	var key []byte
	for _, e := range edits {
		key = binary.LittleEndian.AppendUint32(key, uint32(e.Span.Start))
		key = binary.LittleEndian.AppendUint32(key, uint32(e.Span.End))
		key = binary.LittleEndian.AppendUint32(key, uint32(len(e.Text)))
		key = append(key, e.Text...)
	}
	return string(key)
}

// includes reports whether a sorted list contains another one.
func includes(list, others []int32) bool {
	i := 0
	for _, x := range others {
		for i < len(list) && list[i] < x {
			i++
		}
		if i == len(list) || list[i] != x {
			return false
		}
	}
	return true
}
