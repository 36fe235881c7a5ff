// Package unify solves equations between type patterns and keeps the history of
// how it did so. It knows no language, no syntax tree and no file.
//
// # Terms
//
// A node stands for a pattern: a set of types. A program's constraints say that
// two nodes are the same pattern (Equal) or what a node looks like (its own
// flat pattern and edges). Nodes that have become one form a class, which has a
// representative. What a class can look like is its flat pattern: the set of
// shapes that are still possible (product, union, vector), whether its labels
// are closed, and perhaps a named head or a constructor. Labelled edges lead from a class to the
// patterns of its parts; when two classes become one, so do the targets of
// edges with the same label (decomposition). Nothing is ever concluded from
// parts to wholes. Infinite patterns are allowed: there is no occurs check.
//
// # Relations
//
// A language states more than equations by relations. An instance of a relation runs when no equation is
// waiting: it reads its arguments and fires, fails or waits for some classes, and runs again when one of these
// changes. It adds equations between existing and new nodes. Runs are monotone, so their order does not matter;
// each answer that a run got is recorded, and is a premise of the proof of its equations. Waiting instances are
// part of templates. A run with the same answers as an earlier run of its relation is looked up instead.
//
// # History
//
// Nodes are only ever appended, and what a node was created with never changes. A union of two classes appends
// one node, the parent of both representatives. The parent forest is the history, node numbers are its clock,
// and FindAt asks it about any moment. Every request to unify is an Event with the nodes that it named and its
// Cause, even if they were one class already, so that proofs can use the shortest of several reasons. A request
// that fails becomes a Conflict and is not performed; the derivation goes on.
//
// # Laws
//
// The order of constraints never decides whether there is a conflict, nor, where
// there is none, what the classes are: the meet of flat patterns intersects
// sets, so it is associative, commutative and idempotent, and decomposition is
// confluent. Nor does the order in which relations are run. Entries of the history are never changed. Clearing the index that
// Find keeps loses time, never facts.
//
// # Cost
//
// Near-linear: an event costs two finds with path compression; the labels of the
// smaller class are moved into the larger one. There is no recursion, and no
// pointer per node.
//
// The algorithm is the seed's UNIFY over a worklist; keeping the reasons of
// unions follows Nieuwenhuis and Oliveras, Proof-producing congruence closure
// (2005), turned downwards.
//
// # Where things are
//
//   - node.go, constructor.go, meet.go: flat patterns, and how two of them meet.
//   - graph.go, forest.go, table.go, merge.go: the history. The edges of classes lie in
//     shared regions that are only continued, so an old representative still has the edges
//     it had. What a class is, its representative's record says; Mark and Rollback cut the
//     end of the history off.
//   - head.go, template.go, graft.go: named heads unfolded on demand, copies of signatures,
//     and copies of what another graph derived.
//   - relation.go, instance.go: relations, and who waits for what.
//   - runs.go: what runs came to, by what they were told.
//   - constraint.go, system.go, conflicting.go: constraints by themselves, closed as a
//     whole, in which classes in conflict are closed like all others.
//   - firing.go: relations in a closure, and the proofs of what they tell.
//   - proof.go, search.go: shortest derivations, found level by level of how deep they nest.
//   - check.go: the checker, which shares nothing with the search.
package unify
