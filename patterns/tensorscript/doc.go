// Package tensorscript has the typing rules of the language TensorScript. Its operations, with their arguments and the
// relations between the types of their inputs and results, are in operations.rel, in the language of patterns/relation;
// the first lines of that file explain how a program calls them.
//
// A node of the language, with its weights and its graph, is one definition. A tensor is a constructor with a part for
// each size; a size is a constructor without parts. A size parameter, such as `?`, is open in its node until the
// derivation has settled; then it is generalized, the sizes of the input first. A node as a layer is an instance of its
// derived header, with its own parameters at each use.
//
// Files: front.go: the text, without types. program.go and callee.go: definitions, sites, callees. sizes.go: written
// sizes. rules.go: the typing rules. diagnose.go: errors in the order of the text, and notes. textbook.go: the derivation step by step, for learners.
// edits.go and edits_*.go: fixes, by the kind of change. blame.go: fault localization. print.go, words.go, syntax.go:
// notation, words, and the interface to package message.
package tensorscript
