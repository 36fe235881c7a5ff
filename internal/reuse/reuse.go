// Package reuse takes the memory of slices that are not used any more for new ones, where
// many programs are analysed in turn.
package reuse

// Sized returns a slice of n elements with any content, in the memory of one that is not
// used any more if they fit, else in memory of its own with some room to spare.
func Sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// Zeroed is Sized with zeros.
func Zeroed[T any](s []T, n int) []T {
	s = Sized(s, n)
	clear(s)
	return s
}
