package repair

import "slices"

// Sizes are the sizes around a size mismatch, from which other values for a number in the text are proposed.
type Sizes struct {
	Near  []int64    // all of them, in the order of addition, up to mostSizes
	pairs [][2]int64 // sizes that should be equal: the present one, and the one that may have been meant
}

// mostSizes is how many sizes around an error are kept, and mostPairs how many pairs are used.
const (
	mostSizes = 8
	mostPairs = 8
)

// Add adds the sizes that are greater than 0.
func (s *Sizes) Add(sizes ...int64) {
	for _, n := range sizes {
		if n > 0 {
			s.Near = With(s.Near, mostSizes, n)
		}
	}
}

// Differ adds two sizes that should be equal, either of which may be the right one.
func (s *Sizes) Differ(a, b int64) {
	if p := [2]int64{a, b}; a > 0 && b > 0 && a != b && !slices.Contains(s.pairs, p) {
		s.pairs = append(s.pairs, p, [2]int64{b, a})
	}
}

// Meant visits the values that a number may have been meant to have. For each pair of sizes that should be equal these
// are: the other size, if the number is the one; and the number changed by the ratio or the difference of the two. far
// is how unlikely the value is.
func (s *Sizes) Meant(now int64, visit func(n int64, far int)) {
	for i, p := range s.pairs[:min(len(s.pairs), mostPairs)] {
		is, was := p[0], p[1]
		if now == is {
			visit(was, i/2)
		}
		if now < 1<<31 && was < 1<<31 && now*was%is == 0 {
			visit(now*was/is, 2+i/2)
		}
		if i < mostPairs/2 {
			visit(now+was-is, 3+i/2)
		}
	}
}

// Nearby returns the neighbours, the double and the half of a number, without negative ones.
func Nearby(n int64) []int64 {
	return slices.DeleteFunc([]int64{n + 1, n - 1, 2 * n, n / 2}, func(m int64) bool { return m < 0 || m == n })
}
