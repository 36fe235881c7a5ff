// Package message makes the protobuf messages of a model from its text: Model returns the fields of a model, and Append
// writes fields.
//
// A message has what the text has. Data that a text does not keep are missing, and so are the bits of a float beyond
// its digits. The fields of a message within another one are made on demand: a change of a model needs only those of
// the parts that change.
package message
