// Package graphviz draws the results of patgraph: solved pattern graphs, merge histories, derivations of errors,
// relations of types and calls.
//
// A view (Patterns, History, Error, Calls, Relations) makes a Picture of a result: nodes, edges and clusters in
// a fixed order, each with a role, a tooltip and its place in the program. A Picture can be narrowed (Focus), folded to
// a readable size (Fold), and written as DOT (AppendDOT) or as an outline in text (AppendOutline). This package starts
// no program and does not use the file system; its subpackages do. The same picture always gives the same bytes.
//
// Colour is never the only signal: roles also differ in shape or line, and the legend of a picture has a sample of each
// role in it. Pictures of a film have no legend.
//
// A Film has a picture of the patterns after each step of a derivation; between its pictures, patterns keep their
// places.
//
// The files view_*.go make pictures, and film.go a series of them. focus.go and fold.go make a picture smaller, with
// gonum's walks in the order of the picture; dominate.go has its own dominators, because gonum's recurse.
// fold_stages.go folds networks. theme.go defines the look of each role, wrap.go breaks rows, and dot.go and outline.go
// write a picture.
package graphviz
