// Package corpus generates corpora of programs of k, for measurements and tests of the analysis of many programs. The
// programs resemble code that people write in size, names, types, recursion and calls, and some have errors.
//
//   - A Corpus is a seed. Program i of it always has the same bytes, independently of the other programs, so any part
//     can be generated anywhere.
//   - Sizes follow a power law: most programs have 0.5 to 4 KB, one of 200 has more than 50 KB, and the largest have
//     300 KB.
//   - 5 % are ill-typed by one mistake, 1 % are not programs at all, and 3 % are copies of earlier ones.
//
// A sound program is generated from types: each expression is built to convert one known type to another
// (expression.go), and recursive functions are instances of recipes over the available types (recipes.go). So the
// generator knows which mistakes are certain to be errors, and nothing needs to be analysed.
package corpus
