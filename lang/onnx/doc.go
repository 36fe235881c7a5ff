// Package onnx reads and writes the textual syntax of ONNX models: Parse turns a text into a Tree, Resolve resolves its
// names, Format formats a text. The grammar is in grammar.txt. Package wire reads binary models into the same text.
//
// Words used here:
//
//   - A value is a tensor or another datum with a name: an input, an initializer, or a result of a node. A node applies
//     an operator to values. A graph consists of inputs, outputs, initializers and nodes; it may be the value of an
//     attribute.
//   - The signature of a graph or a function is everything before the brace of its nodes.
//   - Data are the numbers or strings of a tensor. `{...}` are data that are not kept, and `...` is the value of an
//     attribute that is not kept.
//   - A slip is a syntax error with only one possible meaning: it has a fix, and parsing continues as if it were fixed.
//   - A node with a syntax error is broken: it is in the tree with those of its parts that were read, so its results
//     have their names. A declaration with an error elsewhere is bad: its name is in the tree, and it has no nodes.
//
// # Names
//
// A name is a word, or any text in quotes. Trees have names as AppendName writes them, in quotes only where these are
// needed, so equal names have equal symbols. Resolve finds the definition of each value; it reports nothing, because a
// name that is defined twice, too late or nowhere is an error of the model and not of its syntax.
//
// # Parsing
//
// Graphs nest in attributes, and types in types. The parser is a machine with a stack of frames, one for each open
// construct (parse.go), so deep nesting does not use the Go stack, and time is linear. recover.go has error recovery:
// parsing continues with the next node, after an error in a signature with the nodes, and elsewhere with the next
// function.
package onnx
