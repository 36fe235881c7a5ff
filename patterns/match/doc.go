// Package match finds unreachable clauses and missing cases of a match. It knows no language: a pattern is a
// wildcard or a constructor with patterns for its arguments, and a Signature says which constructors belong
// together.
//
//	match (a, b) { (On, _) => 1, (_, On) => 2, (On, Off) => 3 }
//
// Clause 3 is not reached, for clause 1 covers it; (Off, Off) is missing.
//
// # The algorithm
//
// It is that of Luc Maranget, "Warnings for pattern matching", Journal of Functional Programming 17 (2007). The
// patterns of the clauses are the rows of a matrix. Its first column is split by constructors: for each of
// them, rows that begin with it or with a wildcard stay, and its arguments become columns. Constructors that no
// row has share one matrix, of the rows that begin with a wildcard. A row of wildcards takes everything that is
// left; if no row is left, a case is missing.
//
// Here both questions are asked of all clauses at a time:
//
//   - reach.go: the first row of any matrix is reached. Matrices without a row that is still in
//     question are not looked at. Once more over what has not been reached, and the rows that take
//     a row's values away are those that cover it.
//   - missing.go: the matrices are a graph with sharing. Whether a case is missing is decided without
//     distinguishing the constructors that no row has. Only then are cases listed and counted, along edges that
//     lead to one.
//   - rows.go: a row is a list that shares its tail with others, and equal rows are equal
//     numbers. Wildcards in a row count as one, so that columns of wildcards cost nothing.
//
// # Cost
//
// The time is about linear where constructors tell clauses apart, as in thousands of clauses with a
// constructor each, and in patterns that are deep or wide. But whether a clause is reached is
// NP-complete. So there is a bound on the work, in rows, and the answer is Exceeded where it is met; on
// every machine that is in the same place. Nothing recurses on the stack of the goroutine.
//
// The patterns of one column should be of one type. If they are not, the answers are about some of them, and
// nothing breaks.
package match
