// Package migrate rewrites programs of k from dialect k4 to k6 where their meaning can be kept, and gives a reason for
// each definition that it leaves.
//
// The patterns derived for the k4 program decide the text in k6:
//
//	{e l}          e |l
//	.l             .l where it takes products, /l where it takes unions
//	${T l}, ?{X l} $<T l>, ?<X l>
//	?(X a, …)      ?{X a, …} or ?<X a, …>, by its derived pattern
//	+++            ~
//
// A place where both products and unions are possible is undecided, unless something needs two labels of its value, as
// in {.x …, .y …}: then it is a product, since a union has one label (needs.go). Literals, vectors, built-in types and
// built-in functions have no counterpart in k6. A definition with such a place is not migrated, nor is a definition
// that uses it.
//
// Other programs may use a definition in other ways than its own program does. The caller can declare that there are
// none: in such a whole program, the uses of a definition also decide its places (uses.go). Definitions that only their
// own recursive group references, such as the main expression, may get any input.
//
// Every claim is checked. The new text is parsed and derived as k6. Its definitions must consist of the expected
// operations, in their order, and must have equal signatures, and its types must have equal canonical forms. Two
// signatures are equal if they are the same graph, including closedness and sharing, with two exceptions: an open
// product of k4 may also be a vector with the labels as indices, which is not possible in k6; and a pattern with
// several labels may be a product or a union in k4 but only a product in k6. In a whole program, a signature may also
// lose the products or the unions that never reach it. Then the definition is narrowed, and equal wherever the program
// uses it; nothing else is claimed about it. A definition that is not equal is not migrated either.
//
// definition.go decides the edits, edits.go keeps blanks and comments right, migrate.go derives the new text and leaves
// definitions that differ, and laws_test.go runs both versions.
package migrate
