// Package syntax is shared by languages that parse a text into a flat tree: tokens, nodes in post-order, a parser that
// is a machine with a stack of frames, reports of syntax errors, scopes of names, and tables: recipes for parsing
// constructs, forms for printing them.
//
// A language provides its keywords, its constructs, its error recovery, and both tables. Its scanner, parser, tree and
// printer embed those of this package.
package syntax
