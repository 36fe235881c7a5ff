// Package tensorscript has what is known of the types of the language TensorScript. Its operations, which arguments
// each takes and the relation of the types of its inputs and its result, are written in the language of
// patterns/relation, in operations.rel, which says at its head how a program calls them.
//
// A node of the language, with its weights and its graph, is one definition. A tensor is a constructor with a part for each
// size, a size a constructor without parts. A size parameter, such as `?`, is open in its node until all has come to rest;
// then it stands for any size, first those of what the node takes. A node as a layer is its header as it came out, with
// parameters of its own at each use.
//
// Where things are: program.go and callee.go: definitions, sites, what is called. sizes.go: sizes as they are written.
// rules.go: the typing rules. diagnose.go: what is wrong, told in the order of the text, and notes. loop.go: how types are
// found, for people who learn it. edits.go and edits_*.go: what may have been meant, by what is changed. blame.go: which place is at
// fault. print.go, words.go, syntax.go: spelling, words, and what telling asks.
package tensorscript
