// Package eval runs programs of k on values.
//
// A function of k takes a value and gives a value, or it is not defined there.
// Values are what JSON can say: null, booleans, numbers, texts, vectors, and
// objects. An object with one label is a variant, any other a product; the empty
// product is the unit. Integers have any size. A number that is no integer is a
// Fraction, which belongs to no type of the language, as null does.
//
// A run has one of these outcomes, which are never mixed up:
//
//	Defined      the value
//	Undefined    the function is not defined on the value
//	Failed       an expression makes no sense where it stands: ^ over what | did
//	             not open, | of what is no vector, fromJSON of what is no JSON
//	OutOfFuel    the run took as many steps as it was given
//	OutOfMemory  the values that are alive take more than they may
//	Interrupted  somebody else ended it
//
// # What expressions mean
//
//	()             the value itself
//	5, "s"         the constant
//	.l             the part l of a product, a variant or a vector; of a number, text,
//	               boolean or null whose text is l: the unit
//	$T             the value, if it belongs to T
//	?F             the value; filters are checked only when Options say so
//	e1 … en        each on what the one before gives
//	<e1, …, en>    the first that is defined
//	{e1 l1, …}     the product of all, if all are defined; with one field, the variant
//	[e1, …, en]    the vector of all, if all are defined
//	|              opens a vector: what follows in the composition runs on each
//	               member, and members on which it is not defined are dropped
//	e ^            closes what e opened, to a vector
//
// In k6 |l gives the variant of what it takes, .l and /l both give the part l of a product
// or a variant and of nothing else, and {e l} is the product of one field, which is the same
// value as a variant: types alone tell the two apart, before anything runs.
//
// Products and vectors of open parts are Cartesian: in a vector the first open
// part varies slowest, in a product the first open field varies fastest. Nothing
// that is open belongs to a type.
//
// # The machine
//
// The tree is compiled to an array of instructions, one for each syntax node, so
// that a place of the program is an index. A machine has a stack of frames for
// what waits for a result, and one of values for the parts of what is being
// built. A call pushes nothing: only a composition that is not at its end, a
// merge that has further branches, and what is being built do. So a function that
// calls itself at the end of a composition or in the last branch of a merge runs
// in constant space, and no depth of other calls can exhaust the stack of Go.
// Where an expression is not defined, frames are popped up to the next one that
// can go on: a merge with another branch, or the members behind a pipe.
//
// Values never change. Equal values have the same text; see AppendJSON.
//
// Bounds are counted, not measured: fuel is steps, and memory is what the values that are
// alive would take. So a run ends in the same way on every machine. reference_test.go is the
// same language word for word, by recursion; the machine is compared with it.
package eval
