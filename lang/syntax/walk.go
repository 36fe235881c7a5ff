package syntax

// A Walker traverses nodes and all their parts, in the order of the source, with an explicit stack. S is the state that
// a language keeps for a visit.
type Walker[S any] struct {
	Visits []Visit[S] // the current ones, the innermost last
}

// A Visit is a node that is being traversed.
type Visit[S any] struct {
	ID    NodeID
	State S
	next  int
}

// Walk traverses a node. For each node it calls enter first, which decides whether its parts are visited; then part for
// each kid, even one that is not written, which returns the initial state for the kid's visit; and leave, unless enter
// returned false.
func (w *Walker[S]) Walk(t *Tree, root NodeID, state S,
	enter func(v *Visit[S], n *Node) bool, part func(v *Visit[S], n *Node, kids []NodeID, i int) S,
	leave func(v *Visit[S], n *Node, kids []NodeID),
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

// Up returns the node around the innermost one, or NoNode.
func (w *Walker[S]) Up() NodeID {
	if n := len(w.Visits); n > 1 {
		return w.Visits[n-2].ID
	}
	return NoNode
}
