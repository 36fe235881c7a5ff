// Package tensorscript has the operations of the language TensorScript: which arguments each takes, and the
// relation of the types of its inputs and its result. They are written in the language of
// patterns/relation, in operations.rel, which says at its head how a program calls them.
package tensorscript
