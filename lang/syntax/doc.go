// Package syntax is what languages share that read a text into a flat tree: tokens, nodes in post-order, a
// parser that is a machine with a stack of frames, how mistakes are told, scopes of names, and forms in which nodes are
// printed.
//
// A language brings its words, its constructs, what follows a mistake, and a table of forms. Its scanner, its parser, its
// tree and its printer embed those of this package.
package syntax
