package repair

import (
	"encoding/binary"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// An Outcome is what a part of the program came to with a change. It says of the
// definitions only what trials ask, so that the derivation can be forgotten.
type Outcome struct {
	part    *Region
	same    bool // it has the definitions of the part, by the same names
	errors  int  // of text, names and types
	warns   int  // and warnings
	touched []state
	at      func(int32) int32 // where offsets of the program are in the changed text
}

// A state is what a trial found out about a definition.
type state struct {
	def       int32
	conflicts int
	warnings  int
	bad       bool
	breach    bool
	anything  bool          // it takes and gives anything
	keys      []conflictKey // of the conflicts, if they were asked for; else nil
}

// state returns what is known of a definition of the part; most have nothing to tell.
func (o *Outcome) state(def int32) state {
	i, ok := slices.BinarySearchFunc(o.touched, def, func(s state, def int32) int { return int(s.def - def) })
	if !ok {
		return state{def: def}
	}
	return o.touched[i]
}

// Cleared lists the definitions that have no conflict any more.
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

// Known returns the outcome of a change that was tried already, on a part of the program or
// on more than that: a definition depends on nothing but what it refers to, so what was
// found out about it holds in any part. It returns nil if there is none.
func (w *Trials) Known(part *Region, edits []lang.Edit) *Outcome {
	for _, o := range w.outcomes[keyOf(edits)] {
		if o.part == part || len(o.part.Defs) >= len(part.Defs) && len(o.part.Types) >= len(part.Types) &&
			includes(o.part.Defs, part.Defs) && includes(o.part.Types, part.Types) {
			return o
		}
	}
	return nil
}

// Outcome derives a part of the program with a change, and remembers what came of it. The
// conflicts of one definition, -1 for none, are noted one by one. A change whose trial fails makes another program.
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

// outcome fills in what came of a change.
func (w *Trials) outcome(o *Outcome, edits []lang.Edit, of int32) {
	part := o.part
	text, at := w.Changed(part, edits)
	t := w.Try(text, at)
	o.same, o.errors, o.warns, o.at = part.Same(t), t.Errors, t.Warnings, at
	for i, d := range part.Defs {
		if !o.same {
			break
		}
		if t.DefName(int32(i)) != w.DefName(d) {
			o.same, o.touched = false, nil
			break
		}
		x := t.Solver.Derivation(int32(i))
		conflicts := t.Solver.Conflicts(int32(i))
		s := state{
			def: d, conflicts: len(conflicts), warnings: warningsOf(x),
			bad: x.Bad, breach: x.Breach != patterns.NoBreach, anything: t.anything(int32(i)),
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

// keyOf is the same for the same edits.
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

// includes reports whether a sorted list has all members of another one.
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
