// Package corpus makes corpora of programs of k, for measuring and testing what
// happens when many are analysed: they look like what people write, as far as
// size, names, types, recursion and calls go, and some are wrong.
//
//   - A Corpus is a seed. Program i of it is always the same bytes, whatever else
//     is made of it, so any part can be made anywhere.
//   - Sizes follow a power law: most programs have 0.5 to 4 KB, one of 200 has
//     more than 50 KB, and the largest have 300 KB.
//   - 5 % are ill-typed by one mistake, 1 % are no programs at all, and 3 % are
//     copies of earlier ones.
//
// A sound program is made from types: each expression is built to lead from one
// known type to another (expression.go), and recursive functions come from a book
// of recipes over the types at hand (recipes.go). So which mistakes are certain to
// be errors is known where they are made, and nothing needs to be analysed.
package corpus
