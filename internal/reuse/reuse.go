// Package reuse reuses the memory of slices when many programs are analysed in turn.
package reuse

// Sized returns a slice of n elements with arbitrary content. It uses the memory of s, whose content is lost, if n
// elements fit into it, and otherwise new memory with some spare capacity.
func Sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

// Zeroed is like Sized, but clears the elements.
func Zeroed[T any](s []T, n int) []T {
	s = Sized(s, n)
	clear(s)
	return s
}

// Carve takes n elements with arbitrary content from a piece of memory that many slices share. The first piece has room
// for `least` elements; each new piece has twice the size of the one before, up to a limit, so that little memory is
// left unused.
func Carve[T any](piece *[]T, n, least int) []T {
	if cap(*piece)-len(*piece) < n {
		*piece = make([]T, 0, max(n, least, min(2*cap(*piece), 1<<8*least)))
	}
	at := len(*piece)
	*piece = (*piece)[:at+n]
	return (*piece)[at : at+n : at+n]
}

// muchSpare is the number of unused elements from which Trimmed copies a slice.
const muchSpare = 1 << 18

// Trimmed returns a slice with the same elements. It is a copy if more than a quarter of the capacity is unused and
// that is much; then the old memory can be released.
func Trimmed[T any](s []T) []T {
	if cap(s)-len(s) < max(cap(s)/4, muchSpare) {
		return s
	}
	return append([]T(nil), s...)
}
