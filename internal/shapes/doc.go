// Package shapes is a second opinion on programs of Relay: it computes types from the top to the
// bottom, as a run would compute tensors. There is no unification in it, nothing waits, and
// each operator is a function of Go (operators*.go) from the types that it is given to the one that
// it gives, written from what TVM documents of it. It shares the parser with the analyzer and
// nothing else, so tests can hold the two against each other.
//
// It is for programs whose data flows downwards. Every parameter has a type, except one that an
// operator decides as a weight before anything else reads it. There are no declared types,
// type parameters, matches, cells or recursion without a written result. Of other programs Judge
// says ErrOutside.
//
// A `?` is a size that only a run decides. It fits every size, and what it meets says nothing of it:
// each use of a value has sizes of its own.
package shapes
