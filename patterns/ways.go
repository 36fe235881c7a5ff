package patterns

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// ways are the shortest paths to the nodes of a scheme.
type ways struct {
	root  []int32       // by node: the nearest root, + 1
	from  []int32       // by node: the previous node on the path, or -1
	label []unify.Label // by node: the last label of the path
}

// Path returns the root nearest to a node of a scheme and the labels from there. The first call costs the size of the
// scheme, the others the length of the path.
func (s *Scheme) Path(n int32) (root int, path []unify.Label) {
	if s.ways == nil {
		s.ways = s.findWays()
	}
	w := s.ways
	for i := n; w.from[i] >= 0; i = w.from[i] {
		path = append(path, w.label[i])
	}
	slices.Reverse(path)
	return int(w.root[n]) - 1, path
}

func (s *Scheme) findWays() *ways {
	n := s.Graph.Len()
	w := &ways{root: make([]int32, n), from: make([]int32, n), label: make([]unify.Label, n)}
	var queue []int32
	for i, r := range s.Roots {
		if w.root[r] == 0 {
			w.root[r], w.from[r] = int32(i)+1, -1
			queue = append(queue, r)
		}
	}
	for next := 0; next < len(queue); next++ {
		i := queue[next]
		for _, e := range s.Graph.Edges(i) {
			if j := int32(e.To); w.root[j] == 0 {
				w.root[j], w.from[j], w.label[j] = w.root[i], i, e.Label
				queue = append(queue, j)
			}
		}
	}
	return w
}
