package repair

import "slices"

// Sizes are those around an error where sizes differ, of which numbers in the text may be meant to be others.
type Sizes struct {
	Near  []int64    // all of them, the first ones that were added
	pairs [][2]int64 // of what was to be one: what is there, and what may have been meant
}

// mostSizes is how many sizes around an error are kept, and mostPairs how many pairs are looked at.
const (
	mostSizes = 8
	mostPairs = 8
)

// Add adds sizes. Those that are not more than 0 are none.
func (s *Sizes) Add(sizes ...int64) {
	for _, n := range sizes {
		if n > 0 {
			s.Near = With(s.Near, mostSizes, n)
		}
	}
}

// Differ adds two sizes that were to be one, either of which may be the right one.
func (s *Sizes) Differ(a, b int64) {
	if p := [2]int64{a, b}; a > 0 && b > 0 && a != b && !slices.Contains(s.pairs, p) {
		s.pairs = append(s.pairs, p, [2]int64{b, a})
	}
}

// Meant visits what a number may have been meant to be, from which one of two sizes may be computed that were to be one: the other
// one, if it is that size; and what differs from the number as they do, by a factor or by a distance. It says how far that is fetched.
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

// Nearby are the numbers beside one that are no less than 0, and its double and its half.
func Nearby(n int64) []int64 {
	return slices.DeleteFunc([]int64{n + 1, n - 1, 2 * n, n / 2}, func(m int64) bool { return m < 0 || m == n })
}
