// Package shapes is an independent second implementation of the types of Relay, for comparison with the analyzer: it
// computes types from the first expression to the last, as a run would compute tensors. It has no unification, and
// nothing waits: each operator is a Go function (operators*.go) from the types of its arguments to the type of its
// result, written from the documentation of TVM. It shares only the parser with the analyzer, so tests can compare the
// two.
//
// It is for programs whose data flows forwards. Every parameter has a type, except a weight that an operator decides
// before its first other use. Declared types, type parameters, matches, cells and recursion without a written result
// are not supported; for such programs Judge returns ErrOutside.
//
// A `?` is a size that only a run decides. It is compatible with every size, and meeting a known size does not make it
// known: each use of a value has sizes of its own.
package shapes
