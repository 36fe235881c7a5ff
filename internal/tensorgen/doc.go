// Package tensorgen is a second opinion on programs of TensorScript. It computes types as a run would compute tensors,
// from the first stage to the last: there is no unification in it, nothing waits, and each operation is a
// function of Go (operations.go) from the types that go in to the one that comes out. It shares nothing with the
// analyzer, so tests can hold the two against each other: by calls of one operation (calls.go) and by networks made at
// random (networks.go), which compare.go has a judge look at.
//
// Call and network i of a seed are always the same.
package tensorgen
