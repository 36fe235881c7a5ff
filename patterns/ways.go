package patterns

import (
	"slices"

	"github.com/patgraph/patgraph/unify"
)

// A way is the end of a shortest path to a node of a scheme.
type way struct {
	root  int32       // the nearest root, + 1
	from  int32       // the previous node on the path, or -1
	label unify.Label // the last label of the path
}

// Path returns the root nearest to a node of a scheme and the labels from there. The first call costs the size of the
// scheme, the others the length of the path.
func (s *Scheme) Path(n int32) (root int, path []unify.Label) {
	if s.ways == nil {
		s.findWays()
	}
	for i := n; s.ways[i].from >= 0; i = s.ways[i].from {
		path = append(path, s.ways[i].label)
	}
	slices.Reverse(path)
	return int(s.ways[n].root) - 1, path
}

func (s *Scheme) findWays() {
	s.ways = make([]way, s.Graph.Len())
	var queue []int32
	reach := func(n int32, w way) {
		if s.ways[n].root == 0 {
			s.ways[n] = w
			queue = append(queue, n)
		}
	}
	for i, r := range s.Roots {
		reach(r, way{int32(i) + 1, -1, 0})
	}
	for next := 0; next < len(queue); next++ {
		i := queue[next]
		for _, e := range s.Graph.Edges(i) {
			reach(int32(e.To), way{s.ways[i].root, i, e.Label})
		}
	}
}
