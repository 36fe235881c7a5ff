// Package queue implements priority queues: the least element comes first.
package queue

// An Of is a heap of elements. The order of equal elements depends only on the sequence of pushes and pops. The zero
// value is empty.
type Of[T interface{ Before(T) bool }] []T

// Push adds an element. Like Pop, it costs the logarithm of the number of elements.
func (q *Of[T]) Push(x T) {
	h := append(*q, x)
	*q = h
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if !h[i].Before(h[parent]) {
			return
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
}

// Pop removes and returns the least element of a queue that is not empty.
func (q *Of[T]) Pop() T {
	h := *q
	n := len(h) - 1
	h[0], h[n] = h[n], h[0]
	*q = h[:n]
	for i, child := 0, 1; child < n; child = 2*i + 1 {
		if child+1 < n && h[child+1].Before(h[child]) {
			child++
		}
		if !h[child].Before(h[i]) {
			break
		}
		h[i], h[child] = h[child], h[i]
		i = child
	}
	return h[n]
}
