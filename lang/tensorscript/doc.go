// Package tensorscript reads and writes the language TensorScript: Parse turns a text into a Tree, Resolve resolves its
// names, Format formats a text. The grammar is in grammar.txt.
//
// Words used here:
//
//   - An item is on the top level: an import, a dimension, a tensor, or a block. A block is a node, its weights or its
//     graph, and contains declarations: dimensions and tensors, weights, functions.
//   - A stage is an expression after `|>`.
//   - A size is an entry between the brackets of a tensor. A size parameter is a name for a size without a declaration,
//     which a node or a tensor is the first to use. `?` is the batch size of its node.
//   - A slip is a syntax error with only one possible meaning: it has a fix, and parsing continues as if it were fixed.
//   - A bad declaration has a syntax error. It is in the tree, so that its name is known, and has no nodes.
//
// Keywords are reserved. Syntax that is not supported yet, such as `while`, is in the tree, and Resolve reports it.
//
// # Parsing
//
// Only expressions nest. The parser reads them as a machine with a stack of frames, one for each open construct
// (expression.go); functions parse declarations (parse.go). So deep nesting does not use the Go stack, and time is
// linear. recover.go has error recovery: in a function, parsing continues with the next statement, elsewhere with the
// next declaration.
//
// # Names
//
// Each function and each block of statements has a scope; around these are the names of the node, and the global names.
// The innermost meaning counts. Every name must be declared before its use, except functions of a graph.
//
// # Several files
//
// Each part of a file is parsed by itself into one tree. A name of the main file has precedence over that of another
// part.
package tensorscript
