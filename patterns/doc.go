// Package patterns is what the type patterns of every language have in common: labels with their order, canonical
// types, the minimal quotient of a solved graph, signatures that are generalised at a definition and instantiated at a
// use, and the order in which definitions are derived.
//
// # Vocabulary
//
// A pattern is a set of types. It is open if it may have further labels, closed if its labels are exactly those listed,
// unknown if its shape is not decided, and a type if it admits exactly one. In the notation of k:
//
//	(...)  any type with at least these labels     ()  of these labels exactly
//	{...}  a product with at least these fields    {}  a product of these fields
//	<...>  a union with at least these tags        <>  a union of these tags
//	[]     a vector                                $t  the one type t
//
// Two patterns meet in the types that both allow; unifying replaces both by their meet. The table of shapes (rows and
// columns commute, – is a clash; label conditions apply in addition, see package unify):
//
//	        (...)  {...}  <...>  ()    []    {}    <>
//	<>      <>     –      <>     <>    –     –     <>
//	{}      {}     {}     –      {}    –     {}
//	[]      []     []     –      []    []
//	()      ()     {}     <>     ()
//	<...>   <...>  –      <...>
//	{...}   {...}  {...}
//	(...)   (...)
//
// A closed product that may still be a vector, because all its labels are indices ({...} with () of such labels), is
// written {}|[] in data.
//
// # Programs in the graph
//
// All definitions are derived in one graph. They share only instances of signatures, so each has a range of nodes, of
// events and of instances of relations, and undoing a derivation truncates the graph. The body of a definition is a
// contiguous range of sites, and its inputs and outputs are a contiguous block of nodes: the nodes of a site are found
// by arithmetic. The symbols of a program are the engine's labels; tables give the order of a label, and whether it is
// an index.
//
// # Files
//
//   - solve.go, attempt.go, rounds.go: groups of the reference graph, callees first. A recursive group is derived in
//     rounds, each adding to the previous one, until nothing changes; a group that grows without end is derived
//     with one pattern for all references.
//   - reference.go, loose.go: what references take meanwhile. checkpoint.go, drop.go: how a derivation is undone, and
//     why.
//   - quotient.go, fold.go, partition.go: the signature, the smallest equivalent graph. where.go: its waiting relations.
//   - constructors.go: names and numbers as constructors.
//   - types.go, refine.go, canon.go: types are states of one minimal automaton, found by their whole structure, so equal
//     types are equal numbers.
//   - values.go, separate.go: how many values a type has, the least one, and one that separates two types.
//   - result.go, why.go, picture.go: what is known of a program, as data.
package patterns
