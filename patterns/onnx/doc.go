// Package onnx has the typing rules of ONNX's operators: the relations of the types of their inputs and outputs, by
// opset, and the graph in which they are derived.
//
//   - vocabulary.go: the types. operators.rel, microsoft.rel: the relations. signatures.rel: the operators with their
//     versions, attributes and element types, which a test generates from a table of ONNX.
//   - system.go: types as patterns, and the nodes of a model as instances of relations. print.go: types as text.
//     expression.go: sizes that are written as expressions of names.
package onnx
