// Package explain finds out why a definition contradicts itself, and why a pattern is what it is.
//
// It uses only constraints, so its results do not depend on the order in which the solver met them. A contradiction is
// explained in four steps:
//
//  1. The constraints of the definition are closed as a whole, and the cheapest contradiction is proved (base.go).
//  2. Where the proof uses the signature of a callee, that part is proved from the callee's own constraints, which are
//     copied for each use (instance.go, expand.go).
//  3. The constraints that these proofs cite are solved by themselves, each time without one of them, until none can be
//     left out. They are the core (core.go).
//  4. The contradiction is proved from the core. This is the proof that is shown, and the checker has to accept it.
//
// A reference within a recursive group uses the signature of an earlier round. The content of that signature is proved
// from the events before the round.
//
// # What is traced, and what is not
//
// A signature folds equal parts and whole types together. An explanation separates them again and traces each to the
// callee's constraints, in a copy of the callee for each use. What cannot be traced, a built-in function or a dropped
// derivation, counts as stated by the call.
//
// Wiring is not evidence: that a composition begins with its first element, or that a type gives what it takes, is
// taken as given. It is in no core and in no derivation.
//
// # Nodes
//
// A definition's system of constraints has the nodes of the graph, numbered from 0, then the parts of instances that
// the graph has only as parts of types, then those of a summary (see recent.go), then those that relations make. A table
// (base.nodes) has what each stands for. The system of a core has a node for each node of a context, which is a
// definition or a callee in one of its uses; the ends of a call are the callee's own nodes.
package explain
