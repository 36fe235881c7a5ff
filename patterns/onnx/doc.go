// Package onnx analyses ONNX models, binary ones and texts: it has the relations of the types of the operators' inputs
// and outputs, by opset, and derives the types of a model's values with them.
//
//   - vocabulary.go: the types. operators.rel: the relations. signatures.rel: the operators with their versions,
//     attributes and element types, which a test generates from a table of ONNX. microsoft.rel: operators of ONNX
//     Runtime. ml.rel: operators of the domain ai.onnx.ml.
//   - system.go: types as patterns, and the nodes of a model as instances of relations. print.go: types as text.
//     expression.go: sizes that are written as expressions.
//   - front.go: the text, without types. program.go: the definitions and sites of a model. structure.go: errors that
//     need no types. rules.go: the constraints of values and nodes. control.go, carried.go: graphs in attributes, and
//     functions.
//   - diagnose.go: nodes that cannot be right, and where their numbers come from. sketch.go: the picture of that.
//     notes.go: declared types. promises.go: sizes that are declared dynamic, but are not. outputs.go: names of sizes
//     in declared outputs. sizes.go: the names of sizes, and sizes that the user fixes. why.go: why a value has its
//     type. why_call.go: why a value of a function has its type in each call.
//   - changes.go, changes_*.go: changes that may remove an error, by their kind. replay.go: what a change does to the nodes that it affects.
//     blame.go: the suspects. weights.go: the weights of their features.
//   - tool_messages.go: messages of other tools. editing.go: names and hints for editors. syntax.go: words, and types as
//     text. language.go: the record of the language.
//
// Types flow from the inputs of a model to its outputs: each value has one definition, and nodes are derived in the
// order in which they run. A node whose relation does not hold gives its results their declared types, if there are
// any; otherwise what depends on it waits, and nothing is reported of it.
package onnx
