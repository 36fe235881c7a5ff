package syntax

// A Walker goes over nodes and all that is below them, in the order of the source, with a stack of its own. S is
// what a language knows of a visit.
type Walker[S any] struct {
	Visits []Visit[S] // those that go on, the innermost last
}

// A Visit is a node that is being walked over.
type Visit[S any] struct {
	ID    NodeID
	State S
	next  int
}

// Walk goes over a node. Of each it calls enter first, which says whether its parts count; then part for each kid,
// also one that was not written, which says what the visit of that begins with; and leave, unless enter said no.
func (w *Walker[S]) Walk(t *Tree, root NodeID, state S,
	enter func(v *Visit[S], n *Node) bool, part func(v *Visit[S], n *Node, kids []NodeID, i int) S, leave func(v *Visit[S], n *Node, kids []NodeID),
) {
	w.Visits = append(w.Visits[:0], Visit[S]{ID: root, State: state})
	for len(w.Visits) > 0 {
		v := &w.Visits[len(w.Visits)-1]
		n, kids, i := &t.Nodes[v.ID], t.Kids(v.ID), v.next
		v.next++
		if counts := i > 0 || enter(v, n); !counts || i == len(kids) {
			if counts {
				leave(v, n, kids)
			}
			w.Visits = w.Visits[:len(w.Visits)-1]
			continue
		}
		if of := part(v, n, kids, i); kids[i] != NoNode {
			w.Visits = append(w.Visits, Visit[S]{ID: kids[i], State: of})
		}
	}
}

// Up is the node around the innermost one, or NoNode.
func (w *Walker[S]) Up() NodeID {
	if n := len(w.Visits); n > 1 {
		return w.Visits[n-2].ID
	}
	return NoNode
}
