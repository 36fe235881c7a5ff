// Package wire reads and changes binary ONNX models: it writes the text of a model (see package onnx), remembers where
// each node is in the file and in the text, and makes changes of the text in the file.
//
// There is one text for both forms of a model, so everything after it, from the parser to the messages, knows only
// texts. In the text each node is in one line, apart from the graphs in its attributes, whose nodes have their own
// lines. Numbers that no type depends on are written `{...}`, and texts that are long or cannot be shown `...`. What a
// checker does not need is left out: documentation, metadata, quantization, training, devices.
//
// The file is read once, from front to back. Weights are skipped without being read, so time depends on the number of
// nodes and not on bytes. A damaged file gives an error with the offset of the byte where that shows.
//
// reader.go reads the fields of protobuf messages, tensor.go tensors and their numbers, type.go types, and model.go,
// graph.go, node.go and attribute.go the messages of these names. text.go joins their texts. form.go recognises models.
//
// change.go makes changes: it compares the messages of the text before and after them (see package message), and where
// these differ, it changes the messages of the file in the same way. Everything else is copied, so a change costs no
// more than reading the model again and copying its bytes (changed.go).
package wire
