// Package explain finds out why a definition contradicts itself, and why a
// pattern is what it is.
//
// It works on constraints alone, not on what the solver did in some order: the
// constraints of a definition are closed as a whole, the cheapest contradiction is
// proved, and what the proof takes from the signatures of callees is proved in
// turn from the callees' own constraints, in as many copies as there are uses. The
// few constraints that were cited are then solved by themselves again and again,
// each time without one of them, until none can be spared: the core. The proof
// that is shown is a proof from the core, and the checker has accepted it.
//
// A reference within a recursive group takes the signature of an earlier round,
// so what it says is proved from the events before it.
package explain
