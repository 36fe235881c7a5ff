// Package toy is a small language without functions, for tests of what the house does for
// any language. A program is a list of definitions, each from the first column on:
//
//	point = {x: 1, y: 2}      # a record
//	width = let p = point in
//	  {left: p.x, right: _}   # a field that is read, and a hole
//
// A definition gives a value and takes none, so of the two nodes that each expression has
// the first one says something only where a field is read: it is what the field is read of.
// A hole is any value; `._` reads a field that is not known.
package toy
