// Package tensorgen is an independent second implementation of the types of TensorScript, for comparison with the
// analyzer. It computes types as a run would compute tensors, from the first stage to the last: it has no unification,
// nothing waits, and each operation is a Go function (operations.go) from the types of its inputs to the type of its
// output. It shares nothing with the analyzer, so tests can compare the two: on calls of one operation (calls.go) and
// on random networks (networks.go), which compare.go has a judge check.
//
// Call and network i of a seed are always the same.
package tensorgen
