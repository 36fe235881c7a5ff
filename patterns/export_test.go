package patterns

import "fmt"

// Check checks the second and the third invariant of a table of types.
func (t *Types) Check() error {
	for id := Type(1); int(id) < t.heads.Len(); id++ {
		if _, atom := t.atoms[id]; !atom && t.known[string(t.key(t.heads.Outer(id), t.heads.Fields(id)))] != id {
			return fmt.Errorf("type %d is not known by its structure", id)
		}
		if l := t.loopOf[id]; l >= 0 && (id < t.loops[l].first || id > t.loops[l].last) {
			return fmt.Errorf("type %d is not in its group", id)
		}
		seen := make(map[Type]bool) // the types to which it leads
		var visit func(Type)
		visit = func(u Type) {
			for _, f := range t.heads.Fields(u) {
				if _, atom := t.atoms[f.To]; !atom && !seen[f.To] {
					seen[f.To] = true
					visit(f.To)
				}
			}
		}
		if visit(id); seen[id] != (t.loopOf[id] >= 0) {
			return fmt.Errorf("type %d leads to itself, %v", id, seen[id])
		}
	}
	return nil
}
