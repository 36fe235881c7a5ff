package eval

import "slices"

// A state is what decides the rest of a run. A run that is in the same state twice never ends, because evaluation is
// deterministic.
type state struct {
	at     int32 // the expression to be evaluated on v
	v      Value
	frames []frame
	values []Value
}

// repetition finds states that occur twice with Brent's algorithm: it remembers one state, and a later one after twice
// as many comparisons.
type repetition struct {
	seen          state
	left, between int // comparisons with the state that is remembered: until the next one is, and in all
}

// mostFrames is how many frames and values the states have at most that are compared, and mostParts how many parts of
// values are.
const (
	mostFrames = 1000
	mostParts  = 10_000
)

// repeats reports whether the machine was in the same state before. It is called at the end of some slices.
func (m *machine) repeats(at int32, v Value) bool {
	if len(m.frames) > mostFrames || len(m.values) > mostFrames {
		return false
	}
	r := &m.repetition
	s := &r.seen
	parts := 0
	same := func(a, b Value) bool {
		if a == nil || b == nil {
			return a == b
		}
		equal, _ := equalUpTo(a, b, func() bool { parts++; return parts <= mostParts })
		return equal
	}
	if s.v != nil && s.at == at && same(s.v, v) && slices.EqualFunc(s.values, m.values, same) &&
		slices.EqualFunc(s.frames, m.frames, func(a, b frame) bool {
			return a.kind == b.kind && a.node == b.node && a.next == b.next && a.member == b.member &&
				a.base == b.base &&
				same(a.in, b.in)
		}) {
		return true
	}
	if r.left--; r.left < 0 {
		r.between = 2*r.between + 1
		r.left = r.between
		*s = state{at, v, append(s.frames[:0], m.frames...), append(s.values[:0], m.values...)}
	}
	return false
}
