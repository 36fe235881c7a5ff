// Package sound tries to refute the analyzer. It generates programs, analyses them, and checks these laws:
//
//   - Soundness. An accepted definition is run on values of random instances of its signature. It has to be undefined,
//     to run out of fuel, or to return a value of the same instance; and the input and output values of its
//     expressions, call by call, have to have types that are allowed by their patterns at the same time.
//   - Principality. A signature that is added to its definition as a filter changes nothing, and a definition with any
//     other filter that is accepted has an instance of the signature.
//   - Writing. Renaming, reordering, inlining a definition, extracting or duplicating one, inserting an identity, and
//     other parentheses in compositions and merges change neither verdict nor signatures.
//   - Oracle. Where the oracle reaches a result, verdict and signatures are the same.
//
// Programs are of dialect k4 or k6. In k6 a product of one field and a variant are the same value, so such a value
// belongs to both types.
//
// A built-in type is a union over its literals, so the result of {{} a} counts as of the type string, too. No type
// describes the results of null, FDIV and fromJSON, and a pipe or a caret outside boxing fails at run time: programs
// with them are only run. A definition whose recursion does not converge has a signature that is a necessary condition,
// and is not run.
//
// Half of the programs are generated along types, so that most are accepted; the others are random in parts or
// altogether. Program i of a seed is always the same one. A violation is reported with a program that was shrunk as far
// as possible.
//
// # The oracle
//
// The files oracle_*.go derive programs of k a second time, for comparison with the analyzer: slowly, in the simplest
// way, and sharing only the parser and the resolution of names with it.
//
// A pattern is a record of its possible shapes and a list of labels, each with a pattern. Types are patterns written
// out. Unification works off a list of pairs, one by one. A program is derived in rounds: each round derives every
// definition anew, with copies of the signatures of the round before at all references, beginning with (...) --> (...),
// until no signature changes. It has no components, history or heads, and signatures are minimized by comparing all
// pairs of patterns repeatedly.
//
// So the oracle only knows polymorphic recursion, and gives up where that does not reach a fixed point soon.
package sound
