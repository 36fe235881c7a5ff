// Package explain finds out why a definition contradicts itself, and why a
// pattern is what it is.
//
// It looks at constraints alone, so what it finds does not depend on the order in
// which the solver met them. A contradiction is explained in four steps:
//
//  1. The constraints of the definition are closed as a whole, and the cheapest
//     contradiction is proved (base.go).
//  2. Where the proof uses the signature of a callee, that part is proved from the
//     callee's own constraints, of which each use has a copy (expand.go).
//  3. The constraints that these proofs cite are solved by themselves, each time
//     without one of them, until none can be left out. They are the core (core.go).
//  4. The contradiction is proved from the core. This is the proof that is shown, and
//     the checker has to accept it.
//
// A reference within a recursive group uses the signature of an earlier round. What
// that says is proved from the events before the round.
//
// # What is traced, and what is not
//
// A signature folds equal parts and whole types together. An explanation takes them apart
// again and follows each to what the callee states, in a copy of the callee for each use. What
// cannot be followed, a built-in function or a derivation that is gone, counts as stated by
// the call.
//
// Wiring is no evidence: that a composition begins with its first element, or that a type gives
// what it takes, is taken as given. It is in no core and in no derivation.
package explain
