// Package oracle derives programs of k a second time, to compare: slowly, in the plainest
// way, and sharing nothing with the analyzer but the parser and the names.
//
// A pattern is a record of what it may be and a list of labels, each with a pattern below
// it. Types are patterns that are written out. To unify is to do, one by one, what is on
// a list of pairs. A program is derived in rounds: in each every definition anew, all
// references as copies of the signatures of the round before, beginning with (...) -->
// (...), until no signature changes. There are no components, no history and no heads, and
// signatures are made minimal by comparing all pairs of patterns again and again.
//
// So it knows polymorphic recursion only, and gives up where that does not settle soon.
package oracle
