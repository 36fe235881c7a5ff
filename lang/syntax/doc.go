// Package syntax is what languages share that read a text into a flat tree: tokens, nodes in post-order, a
// parser that is a machine with a stack of frames, and how mistakes are told.
//
// A language brings its words, its constructs and what follows a mistake. Its scanner, its parser and its tree
// embed those of this package.
package syntax
