// Package oracle derives programs of k a second time, for comparison with the analyzer: slowly, in the simplest way,
// and sharing only the parser and the resolution of names with it.
//
// A pattern is a record of its possible shapes and a list of labels, each with a pattern. Types are patterns written
// out. Unification works off a list of pairs, one by one. A program is derived in rounds: each round derives every
// definition anew, with copies of the signatures of the round before at all references, beginning with (...) --> (...),
// until no signature changes. It has no components, history or heads, and signatures are minimized by comparing all
// pairs of patterns repeatedly.
//
// So the oracle only knows polymorphic recursion, and gives up where that does not reach a fixed point soon.
package oracle
