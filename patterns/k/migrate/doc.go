// Package migrate rewrites programs of k from dialect k4 to k6 where their meaning can
// be kept, and says of each definition where it cannot.
//
// What the text means in k6 is decided by what was derived of the k4 program:
//
//	{e l}          e |l
//	.l             .l where it takes products, /l where it takes unions
//	${T l}, ?{X l} $<T l>, ?<X l>
//	?(X a, …)      ?{X a, …} or ?<X a, …>, by the pattern that it turned out to be
//	+++            ~
//
// A place at which products and unions both stay possible is undecided, unless something
// needs two labels of what is there, as in {.x …, .y …}: then it is a product, since a
// union has one (needs.go). What k6 has not, literals, vectors, built-in types and functions, has no counterpart. A
// definition with such a place is not migrated, nor is one that uses it.
//
// Others may use a definition in other ways than its own program does. Who migrates can say
// that there are none: of a whole program, a place is also decided by what the program gives
// the definition (uses.go). Definitions that only their own recursive group refers to, as the
// main expression, may get anything.
//
// Nothing is claimed unseen. The new text is parsed and derived as k6. Its definitions
// have to consist of the expected operations, in their order, and have to have equal
// signatures, and its types equal canonical forms: two signatures are equal when they
// are the same graph, closedness and sharing included, where a product of k4 may leave
// open that it is a vector with the labels for indices, which in k6 it cannot be, and what
// has several labels may be a product in k6 that in k4 may be a union, too. In a whole
// program, a signature may also have lost what does not come to it: products or unions.
// Then the definition is narrowed, and equal wherever the program uses it; no other claim
// is made of it. A definition that does not come out equal is not migrated either.
//
// definition.go decides the edits, edits.go keeps blanks and comments right, migrate.go derives
// the new text and leaves what differs, and laws_test.go runs both versions.
package migrate
