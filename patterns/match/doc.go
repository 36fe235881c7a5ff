// Package match finds unreachable clauses and missing cases of a match. It depends on no language: a pattern is a
// wildcard or a constructor with patterns for its arguments, and a Signature defines which constructors form a family.
//
//	match (a, b) { (On, _) => 1, (_, On) => 2, (On, Off) => 3 }
//
// Clause 3 is unreachable because clause 1 covers it; (Off, Off) is missing.
//
// # The algorithm
//
// It is that of Luc Maranget, "Warnings for pattern matching", Journal of Functional Programming 17 (2007). The
// patterns of the clauses are the rows of a matrix. Its first column is split by constructors: for each of them, rows
// that begin with it or with a wildcard remain, and its arguments become columns. Constructors that occur in no row
// share one matrix, of the rows that begin with a wildcard. A row of wildcards matches everything that is left; if no
// row is left, a case is missing.
//
// Here both questions are answered for all clauses at once:
//
//   - reach.go: the first row of any matrix is reached. Matrices without an undecided row are skipped. A second pass
//     over the unreached rows finds which rows cover each of them, by taking its values.
//   - missing.go: the matrices are a graph with sharing. Whether a case is missing is decided without distinguishing the
//     constructors that occur in no row. Only then are cases listed and counted, along edges that lead to one.
//   - rows.go: a row is a list that shares its tail with others, and equal rows are equal numbers. A run of wildcards
//     counts as one, so columns of wildcards cost nothing.
//
// # Cost
//
// The time is about linear if constructors distinguish the clauses, as in thousands of clauses with a constructor each,
// and in patterns that are deep or wide. But deciding whether a clause is reached is NP-complete. So the work is
// bounded, in rows, and the answer is Exceeded if the bound is met, at the same place on every machine. Nothing
// recurses on the stack of the goroutine.
//
// The patterns of one column should have one type. If they do not, the answers are about some of them, but nothing
// panics.
package match
