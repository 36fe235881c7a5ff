// Package unify solves equations between type patterns and keeps the history of how it did so. It depends on no
// language, no syntax tree and no file.
//
// # Terms
//
// A node is a type variable: its pattern is a set of types. A program's constraints state that two nodes have the same
// pattern (Equal) or what a node looks like (its own flat pattern and edges). United nodes form a class, which has a
// representative. The flat pattern of a class is the set of shapes that are still possible (product, union, vector),
// whether its labels are closed, and perhaps a named head or a constructor. Labelled edges lead from a class to the
// patterns of its parts; when two classes are united, so are the targets of edges with the same label (decomposition).
// Nothing is ever concluded from parts to wholes. Infinite patterns are allowed: it has no occurs check.
//
// # Relations
//
// A language states more than equations by relations. An instance of a relation runs when no equation is waiting: it
// reads its arguments and fires, fails or waits for some classes, and runs again when one of these changes. When it
// fires it adds equations between existing and new nodes, its effects. Runs are monotone, so their order does not
// matter; each answer that a run got is recorded, and is a premise of the proof of its effects. Waiting instances are
// part of templates. A run with the same answers as an earlier run of its relation is looked up instead.
//
// # History
//
// Nodes are only ever appended, and what a node was created with never changes. A union of two classes appends one
// node, the parent of both representatives. The parent forest is the history, node numbers are its clock, and FindAt
// returns the representative at any moment. Every request to unify is an Event with the nodes that it named and its
// Cause, even if they were in one class already, so that proofs can use the shortest of several reasons. A request that
// fails becomes a Conflict and is not performed; the derivation continues.
//
// # Laws
//
// The order of constraints and of runs never decides whether there is a conflict, nor, if there is none, what the
// classes are: the meet of flat patterns intersects sets, so it is associative, commutative and idempotent, and
// decomposition is confluent. Entries of the history never change. Clearing the index of Find costs time, but loses no
// facts.
//
// # Cost
//
// Near-linear: an event costs two finds with path compression; the labels of the smaller class are moved into the
// larger one. It uses neither recursion nor a pointer per node.
//
// The algorithm is UNIFY of the original design, over a worklist; recording the reasons of unions follows Nieuwenhuis
// and Oliveras, Proof-producing congruence closure (2005), turned downwards.
//
// # Files
//
//   - node.go, constructor.go, meet.go: flat patterns, and their meet.
//   - graph.go, forest.go, table.go, merge.go: the history. The edges of classes are in shared regions that are only
//     extended, so an old representative still has the edges it had. The record of a representative describes its class;
//     Mark and Rollback truncate the history.
//   - head.go, template.go: named heads unfolded on demand, and copies of signatures.
//   - relation.go, instance.go: relations, and which instances wait for which classes.
//   - runs.go: results of runs, by the answers that they got.
//   - constraint.go, system.go, conflicting.go: constraints by themselves, closed as a whole; classes in conflict are
//     closed like all others.
//   - firing.go: relations in a closure, and the proofs of their effects.
//   - proof.go, search.go: shortest derivations, found level by level of nesting.
//   - check.go: the proof checker, which shares no code with the search.
package unify
