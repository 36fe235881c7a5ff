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

// Carve takes n elements with any content from a piece of memory that many share. The
// first piece has room for least; each has twice the size of the one before, but not so much
// that much is left unused.
func Carve[T any](piece *[]T, n, least int) []T {
	if cap(*piece)-len(*piece) < n {
		*piece = make([]T, 0, max(n, least, min(2*cap(*piece), 1<<8*least)))
	}
	at := len(*piece)
	*piece = (*piece)[:at+n]
	return (*piece)[at : at+n : at+n]
}
