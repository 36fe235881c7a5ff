// Package eval runs programs of k on values.
//
// A function of k takes a value and gives a value, or it is undefined on its input. Values are those of JSON: null,
// booleans, numbers, texts, vectors, and objects. An object with one label is a variant, any other a product; the empty
// product is the unit. Integers have any size. A number that is not an integer is a Fraction, which belongs to no type
// of the language, like null.
//
// A run has one of these outcomes:
//
//	Defined      the value
//	Undefined    the function is not defined on the value
//	Failed       an expression makes no sense on its input: ^ over a value that | did
//	             not open, | of a value that is not a vector, fromJSON of invalid JSON
//	OutOfFuel    the run took as many steps as it was given
//	Endless      the run was in the same state before, so it never ends
//	OutOfMemory  the live values take more memory than allowed
//	Interrupted  the caller ended it
//
// # Semantics of expressions
//
//	()             the value itself
//	5, "s"         the constant
//	.l             the part l of a product, a variant or a vector; of a number, text,
//	               boolean or null whose text is l: the unit
//	$T             the value, if it belongs to T
//	?F             the value; filters are checked only if Options require it
//	e1 … en        each on the result of the previous one
//	<e1, …, en>    the first that is defined
//	{e1 l1, …}     the product of all, if all are defined; with one field, the variant
//	[e1, …, en]    the vector of all, if all are defined
//	|              opens a vector: the rest of the composition runs on each
//	               member, and members on which it is not defined are dropped
//	e ^            closes the vector that e opened
//
// In k6 |l gives the variant of its input, .l and /l both give the part l of a product or a variant and are undefined
// on all other values, and {e l} is the product of one field, which is the same value as a variant: only types
// distinguish the two, before a program runs.
//
// Products and vectors of open parts are Cartesian: in a vector the first open part varies slowest, in a product the
// first open field varies fastest. Open values belong to no type.
//
// # The machine
//
// The tree is compiled to an array of instructions, one for each syntax node, so that a place of the program is an
// index. A machine has a stack of frames for expressions that wait for a result, and one of values for the parts of
// unfinished values. A call pushes nothing; only compositions before their end, merges with further branches, and
// unfinished values do. So a function that calls itself at the end of a composition or in the last branch of a merge
// runs in constant space, and no depth of other calls can exhaust the Go stack. Where an expression is undefined,
// frames are popped up to the next one that can continue: a merge with another branch, or the members after a pipe.
//
// Values never change. Equal values have the same text; see AppendJSON.
//
// Bounds are counted, not measured: fuel is steps, and memory is the size that the live values would take. So a run
// ends in the same way on every machine. reference_test.go is a literal recursive implementation of the language; the
// machine is compared with it.
package eval
