package patterns

import "slices"

func sortInts(s []int32) {
	if len(s) > 1 {
		slices.Sort(s)
	}
}

// zeroed returns n zeros in the memory of a slice that is not used any more, if
// they fit.
func zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}
