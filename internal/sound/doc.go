// Package sound tries to prove the analyzer wrong. It makes programs, has them analysed,
// and holds what is claimed of them against what happens:
//
//   - Soundness. An accepted definition is run on values of random instances of its
//     signature. It has to be undefined, to run out of fuel, or to give a value of the
//     same instance; and the values that its expressions take and give, call by call,
//     have to be of types which their patterns allow at one time.
//   - Principality. A signature that is added to its definition as a filter changes
//     nothing, and a definition with any other filter that is accepted has an instance
//     of the signature.
//   - Writing. Other names, another order, a definition inlined, made of a part or
//     doubled, an identity put in, compositions and merges in other parentheses: verdict
//     and signatures stay.
//
// Programs are of dialect k4 or k6. In k6 a product of one field and a variant are one
// value, so such a value belongs to both; which one it is, types alone tell.
//
// A built-in type is a union over its literals, so what {{} a} gives counts as of the type
// string, too. No type says what null, FDIV and fromJSON give, and a pipe or a caret outside boxing
// fails when it is run: programs with them are only run. A definition whose recursion
// does not converge has a signature that is a necessary condition, and is not run.
//
// Half of the programs are made along types, so that most are accepted; the others are
// made at random in parts or altogether. Program i of a seed is always the same one. A
// violation is reported with a program that was made as small as it could be.
package sound
