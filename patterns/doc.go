// Package patterns is what the type patterns of every language have in common:
// labels with their order, canonical types, the minimal quotient of a solved
// graph, signatures that are generalised at a definition and instantiated at a
// use, and the order in which definitions are derived.
//
// # Vocabulary
//
// A pattern is a set of types. It is open where further labels may come, closed
// where its labels are exactly those listed, unknown where its shape is not
// decided, and a type where it admits exactly one. Written in the notation of k:
//
//	(...)  any type with at least these labels     ()  of these labels exactly
//	{...}  a product with at least these fields    {}  a product of these fields
//	<...>  a union with at least these tags        <>  a union of these tags
//	[]     a vector                                $t  the one type t
//
// Two patterns meet in the types that both allow; unifying is to replace both by
// their meet. The table of shapes (rows and columns commute, – is a clash; label
// conditions apply beside it, see package unify):
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
// A closed product that may still be a vector, because all its labels are
// indices ({...} with () of such labels), is written {}|[] in data.
package patterns
