// Package k reads and writes the language k in its dialects k4 and k6: Parse turns a text into a Tree, Resolve resolves
// its names, Format formats a text. The grammar, and how a text shows its dialect, is in grammar.txt.
//
// Words used here:
//
//   - A definition gives a name to an expression or, with a dollar, to a type. The expression at the end of a file, if
//     there is one, is the main expression.
//   - An expression denotes a partial function. Adjacent expressions are a composition.
//   - A code is the text of a type, a filter the text of a pattern.
//   - A bracket is a product, merge, vector, type or filter with its contents; a field is the part between two of its
//     commas, if it has labels.
//   - A bad definition has a syntax error. It is in the tree, so that its name is known, and has no body. An erroneous
//     one has an error in its names.
//
// The tree represents the text and not its meaning: nothing is flattened, dropped or rewritten.
//
// # Layout
//
// A layout keeps the decisions of the author: a bracket that ends a line stays broken, one with several parts a line
// keeps its lines, a composition stays broken before a bracket, aligned text stays aligned, and text keeps its
// spelling. Everything else follows from the tree and the width. So formatting twice changes nothing. print.go turns a
// tree into pieces of text and places where a line may break, lang/layout decides where it does, and format.go parses
// the result: it rejects a text that is another program or has lost a comment.
//
// # Several files
//
// Each part of a file is parsed by itself into one tree. If the next program reuses the memory of a tree, it keeps the
// library in it, if the library has no errors and the dialect is the same; see before.
package k
