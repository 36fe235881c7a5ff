package eval

import (
	"sync"

	"github.com/patgraph/patgraph/lang"
)

// memory counts the allocated bytes of a run. Most allocations become garbage soon, so when the count reaches the bound
// the machine measures the live values and compares those to the bound. At least a quarter of the bound is allocated
// between two measurements, so that they are cheap.
type memory struct {
	bound     int64 // negative: no bound
	made      int64 // allocated since the last measurement, plus the live bytes then
	measureAt int64
}

// charge counts allocated bytes, which v may be the only reference to. It reports false if the run has ended.
func (m *machine) charge(bytes int, v Value) bool {
	if m.made += int64(bytes); m.made < m.measureAt || m.bound < 0 {
		return true
	}
	return m.measure(v)
}

// reserve counts bytes that are about to be allocated, and measures if they may not fit. It reports false if the run
// has ended.
func (m *machine) reserve(bytes int, v Value) bool {
	if m.bound >= 0 && m.made+int64(bytes) > m.bound {
		if m.made = m.alive(v); m.made+int64(bytes) > m.bound {
			return m.end(lang.OutOfMemory)
		}
	}
	m.made += int64(bytes)
	return true
}

// fits reports whether a number of bytes is within the bound; if not, it ends the run.
func (m *machine) fits(bytes int) bool {
	return m.bound < 0 || int64(bytes) <= m.bound || m.end(lang.OutOfMemory)
}

// measure measures the live values.
func (m *machine) measure(v Value) bool {
	if m.made = m.alive(v); m.made > m.bound {
		return m.end(lang.OutOfMemory)
	}
	m.measureAt = max(m.bound, m.made+m.bound/4)
	return true
}

// alive counts the bytes of all values that are in use. If they are more than the bound, the state that is remembered
// is given up.
func (m *machine) alive(v Value) int64 {
	total := m.reachable(v)
	if total > m.bound && m.seen.v != nil {
		m.seen = state{}
		total = m.reachable(v)
	}
	return total
}

// reachable counts the bytes of all values that the run or its remembered state can reach, or stops above the bound.
func (m *machine) reachable(v Value) int64 {
	total := int64(cap(m.frames)*frameSize + cap(m.values)*16)
	now := beginVisits()
	defer visits.Unlock()
	var stack []*node // nodes that are counted, but not their parts
	count := func(v Value) {
		switch v := v.(type) {
		case small:
			total += 8
		case *large:
			if v.visit.first(now) {
				total += int64(numberSize(v))
			}
		case *fraction:
			if v.visit.first(now) {
				total += int64(numberSize(v))
			}
		case *text:
			if v.visit.first(now) {
				total += int64(textSize + len(v.s))
			}
		case *node:
			if len(v.parts) > 0 && v.visit.first(now) {
				total += nodeSize
				stack = append(stack, v)
			}
		}
	}
	reach := func(v Value) {
		for count(v); len(stack) > 0 && total <= m.bound; {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			parts := n.parts
			if room := n.shape.buffer; room != nil {
				// The whole buffer is alive, whichever part is used.
				if !room.visit.first(now) {
					continue
				}
				parts = room.cells
				total += bufferSize
			}
			total += 16 * int64(len(parts))
			for _, part := range parts {
				count(part)
			}
		}
	}
	// One after the other: there may be as many as the memory holds.
	for _, s := range []state{{v: v, frames: m.frames, values: m.values}, m.seen} {
		reach(s.v)
		for i := range s.frames {
			reach(s.frames[i].in)
		}
		for _, v := range s.values {
			reach(v)
		}
	}
	return total
}

// A visit is in each value and records the last traversal that met it, so that a traversal takes no memory for the
// values that it has met.
type visit struct{ traversal uint64 }

// first reports whether a traversal meets a value for the first time.
func (v *visit) first(now uint64) bool {
	met := v.traversal == now
	v.traversal = now
	return !met
}

// visits counts the traversals. There is one at a time, since concurrent runs may share values.
var visits struct {
	sync.Mutex
	traversal uint64
}

// beginVisits begins a traversal, which visits.Unlock ends.
func beginVisits() (now uint64) {
	visits.Lock()
	visits.traversal++
	return visits.traversal
}
