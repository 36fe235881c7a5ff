// Package partial finds where the functions of a program are defined: which are total on their input pattern, which are
// undefined on some inputs or on all, which never end, and which branches of a merge are useless.
//
// # Claims
//
// A run on a value ends with a value, or undefined, or with an error, or never. Each definition has a decision tree
// that distinguishes the values of its input pattern by tests whether a part has a label. A leaf says which of two ends
// are possible for all values in it: undefined, and a value. An end that is not possible there never happens, on any
// value of any instance of the pattern:
//
//   - surely defined: no run ends undefined; it gives a value, fails, or never ends
//   - surely undefined: no run ends with a value; it is undefined, fails, or never ends
//   - endless: neither
//
// Nothing claims that a run ends: total means defined wherever a run ends without an error. The claims depend on the
// types: a value belongs to an instance of the derived pattern. The types of null, FDIV and fromJSON say nothing about
// their results, so nothing is claimed about definitions that use them, nor about definitions whose signature is not
// final.
//
// An open pattern has many types, and most of these have tags that no function uses. It is judged by its labels. A
// pattern (...) with several labels is a product with all of them or a union with one of them. A function is judged on
// products if it is defined on all of them or on no union, and vice versa; if neither decides, on products if something
// reads two labels of one value.
//
// # Method
//
// A definition is evaluated on an unknown input. Where an expression needs an unknown fact, both answers are tried, in
// one run for each sequence of answers. If the runs end differently, the leaf becomes a test on the first part of the
// input that needed an answer, and its two sides are explored separately. A call does not evaluate the callee: it finds
// the leaves of the callee's tree that the argument can reach. In a recursive group, all trees start as "never ends"
// and are recomputed from the previous trees until they repeat; then, by induction on the length of a run, they are
// true of every run that ends. A group that does not converge soon gets coarser terms, and finally an unknown result.
//
// All of this is bounded: the steps of a definition (by its size), the leaves, the runs of a leaf, the depth of tests,
// and the rounds of a group. A leaf beyond a bound is unknown, which is always true. The runs that confirm claims are
// bounded for each definition and for the program; what they do not reach is not reported.
//
// # Witnesses
//
// Each claim that a definition is undefined has a value, made as small as possible, on which package eval confirmed it.
// Claims about all values are tested on some values with the same package, and dropped if one contradicts them.
//
// # Files
//
// run.go evaluates a body on an unknown input, explore.go makes decision trees from such runs, partial.go solves
// groups, cases.go and warn.go write reports, and laws_test.go checks every claim against runs.
package partial
