// Package search finds definitions by what they take and give: those whose signature can be united with a pattern.
//
// An Index has the signatures of any number of programs, each different one once, in terms of its own: labels, types
// and constructors have the same numbers for all programs, so equal signatures are equal sequences of numbers.
//
// # Answers
//
// A definition fits a pattern if the two inputs can be united, and with them the two outputs. Its rank follows from
// the result of that: if it is the pattern, the definition is more general; if it is the signature, the definition is
// a special case; if it is both, they are equal. Otherwise both decide something of the other. A definition that does
// not fit may fit with a conversion, which is a short expression before or after it.
//
// # Cost
//
// A search for at most k answers reads a fingerprint of each signature: the possible shapes and the labels of its
// input and its output. Those that remain are compared with the pattern two labels deep, and only those that still
// remain are united with it. Ranks are searched one after the other, until k answers are found.
//
// # Files
//
//   - index.go, types.go: how signatures are added and kept.
//   - fingerprint.go: what shows, without uniting, that two signatures do not fit.
//   - fit.go: uniting two signatures, and the rank. find.go: the search.
//   - convert.go: conversions of functions. tensors.go: signatures of networks, and the conversions of those.
package search
