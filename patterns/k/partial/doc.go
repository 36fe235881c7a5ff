// Package partial finds where the functions of a program are defined: which are
// total on their input pattern, which are not and on what, which are defined
// nowhere, which never end, and which branches of a merge are of no use.
//
// # What is claimed
//
// A run on a value ends with a value, or undefined, or with an error, or never.
// For each definition a decision tree tells the values of its input pattern apart,
// by tests whether a part has a label. A leaf says of all values that come there
// which of two ends are possible: undefined, and a value. What is not possible
// there never happens, on any value of any instance of the pattern:
//
//   - surely defined: no run ends undefined; it gives a value, fails, or never ends
//   - surely undefined: no run ends with a value; it is undefined, fails, or never ends
//   - endless: neither
//
// That a run ends is not claimed: total means defined wherever a run ends without
// an error. The claims rest on the types: a value belongs to an instance of the
// pattern that is derived for it. No type tells what null, FDIV and fromJSON give,
// so nothing is claimed of definitions that lead there, nor of those whose
// signature is not final.
//
// An open pattern stands for many types, most of which have tags that no function
// knows. It is judged by its labels. A pattern (...) with several labels is a
// product that has all of them or a union that has one. A function counts as one
// about products if it is defined for all of those or for no union, and the other way
// round; where neither tells, if something reads two labels of one value.
//
// # How
//
// A definition is evaluated on an input of which nothing is known. Where an
// expression asks for what is not known, both answers are tried, one run for each
// sequence of answers. If the runs end differently, the leaf becomes a test on the
// first part of the input that was asked about, and its two sides are done by
// themselves. A call does not evaluate the callee: it looks up the leaves of its
// tree that the argument can come to. In a recursive group all trees are made
// anew from the trees before, from "never ends" on, until they repeat: then, by
// induction on the length of a run, they tell of every run that ends. What does
// not repeat soon is reported more coarsely, in the end as unknown.
//
// All of it is bounded: the steps of a definition by its size, the leaves, the
// runs of a leaf, the depth of what is distinguished, and the rounds of a group. Past
// a bound a leaf is unknown, which is always true.
// The runs that confirm claims are bounded for each definition and for the program;
// what they do not get at is not told.
//
// # Witnesses
//
// What is said to be undefined comes with a value, made as small as it gets, on
// which package eval was seen to be undefined. What is said of all values was
// tried on some, by the same package, and is not said if one contradicts it.
//
// # Where things are
//
// run.go evaluates a body on what is not known, explore.go makes decision trees of such runs,
// partial.go solves groups, cases.go and warn.go put the outcome into words, and laws_test.go
// holds every claim against runs.
package partial
