package eval

import "github.com/patgraph/patgraph/lang"

// memory counts the bytes of what a run makes. What is made is garbage soon, as a
// rule, so when the count reaches the bound the machine looks what of it is still
// alive: that is what is compared to the bound. Between two such looks at least a
// quarter of the bound is made, so that they cost little.
type memory struct {
	bound  int64 // less than 0: none
	made   int64 // since the last look, with what was alive then
	lookAt int64
}

// charge counts bytes, which v holds if nothing else does. It reports false when
// the run is over.
func (m *machine) charge(bytes int, v Value) bool {
	if m.made += int64(bytes); m.made < m.lookAt || m.bound < 0 {
		return true
	}
	return m.look(v)
}

// fits reports whether something could be made at all; if not, the run is over.
func (m *machine) fits(bytes int) bool {
	return m.bound < 0 || int64(bytes) <= m.bound || m.end(lang.OutOfMemory)
}

// look finds what is alive.
func (m *machine) look(v Value) bool {
	m.made = m.alive(v)
	if m.made > m.bound {
		return m.end(lang.OutOfMemory)
	}
	m.lookAt = max(m.bound, m.made+m.bound/4)
	return true
}

// alive counts the bytes of all values that the run can still reach, or some more
// than the bound.
func (m *machine) alive(v Value) int64 {
	total := int64(cap(m.frames)*frameSize + cap(m.values)*16)
	seen := make(map[any]struct{})
	stack := []Value{v}
	for i := range m.frames {
		stack = append(stack, m.frames[i].in)
	}
	stack = append(stack, m.values...)
	count := func(key any, bytes int) bool {
		if _, ok := seen[key]; ok {
			return false
		}
		seen[key] = struct{}{}
		total += int64(bytes)
		return true
	}
	for len(stack) > 0 && total <= m.bound {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch v := v.(type) {
		case small:
			total += 8
		case *large:
			count(v, numberSize(v))
		case *fraction:
			count(v, numberSize(v))
		case *text:
			count(v, 16+len(v.s))
		case *node:
			if len(v.parts) == 0 || !count(v, nodeSize) {
				continue
			}
			parts := v.parts
			if room := v.shape.room; room != nil {
				// All of it is alive, whichever part is used.
				if parts = room.cells; !count(room, 80+16*len(parts)) {
					continue
				}
			} else {
				total += 16 * int64(len(parts))
			}
			stack = append(stack, parts...)
		}
	}
	return total
}
