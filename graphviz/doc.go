// Package graphviz draws what patgraph knows: solved pattern graphs, merge
// histories, derivations of errors, relations of types and who calls whom.
//
// A view (Patterns, Unions, History, Error, Calls, Relations) makes a Picture of a result: nodes,
// edges and clusters in a fixed order, each with a role, a tooltip and the place in
// the program that it is about. A Picture can be narrowed (Focus), folded until it
// is small enough to be read (Fold), and written, as DOT (AppendDOT) or as an
// outline in text (AppendOutline). Nothing here starts a program or knows a file
// system; packages below do, and the same picture always gives the same bytes.
//
// Colour never says anything by itself. What a role looks like differs in shape or
// in line as well, and the legend of a picture has a sample of each role that is in it.
//
// view_*.go make the pictures; focus.go and fold.go make one smaller, by gonum's walks and
// shortest paths in the order of the picture; theme.go says what each role looks like, wrap.go
// where a row ends, dot.go and outline.go write it. Gonum's dominators recurse, so dominate.go has its own.
package graphviz
