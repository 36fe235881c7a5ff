// Package tensorscript reads and writes the language TensorScript: Parse turns a text into a Tree, Resolve
// resolves its names, Format formats a text. The grammar is in grammar.txt.
//
// Words used here:
//
//   - An item is on the top level: an import, a dimension, a tensor, or a block. A block is a node, its weights
//     or its graph, and has declarations of its own: dimensions and tensors, weights, functions.
//   - A stage is an expression after `|>`.
//   - A size is an entry between the brackets of a tensor. A size parameter is a name for one that
//     nothing declares, and that a node or a tensor is the first to use. `?` is the batch size of its node.
//   - A slip is a syntax error with only one possible meaning: it has a fix, and parsing goes on as if the fix
//     were there.
//   - A bad declaration has a syntax error. It is in the tree, so that its name is known, and has no
//     nodes.
//
// Keywords are reserved. Syntax that is not supported yet, such as `while`, is in the tree, and Resolve reports
// it.
//
// # Parsing
//
// Only expressions nest. The parser reads them as a machine with a stack of frames, one for each
// construct that is open (expression.go); declarations are read by functions (parse.go). So deep
// nesting needs no stack of the goroutine, and time is linear. recover.go has what follows a mistake:
// in a function, reading goes on with the next statement, elsewhere with the next declaration.
//
// # Names
//
// Each function and each block of statements has a scope; then come the node's names, then those of
// all. The innermost meaning counts. Nothing is used before it is declared, but for functions of a graph.
//
// # Several files
//
// Each part of a file is parsed by itself into one tree. A name of the home goes before that of another
// part.
package tensorscript
