// Package relation is the language of type relations: the conditions (asks) of an operator on the types of its
// arguments, and its equations (tells) between them and the type of its result. It knows no other language and
// no engine: a Vocabulary defines which types there are, and a View what is known about them.
//
//	# The product of two matrices.
//	relation MatMul(Tensor([n, k], b), Tensor([l, m], c), O) :-
//	   b == c else "the element types {b} and {c} differ",
//	   k == l else "the inner sizes {k} and {l} differ"
//	   | O = Tensor([n, m], b).
//	op matmul(x, y): MatMul.
//
// The grammar is in grammar.txt.
//
// # What a relation means
//
// A relation has clauses, which are tried in order. The head of a clause and its asks are evaluated in three
// values. An ask is entailed, refuted, or blocked on nodes of which too little is known. A clause is selected
// when all its asks are entailed and every earlier clause has one that is refuted. So clauses exclude each
// other, and a selection is final. Then what it tells holds: equations between types. Where a clause is blocked
// and not refuted, the instance waits, for exactly the nodes that it is blocked on. Where every clause has a
// refuted ask the relation fails, with the message after `else` of the clause that got furthest. Matching never
// decides anything about an argument; only tells do.
//
//   - A variable that stands for several whole arguments tells that they are equal: Identity(X, X). Elsewhere a
//     variable that occurs twice is an ask.
//   - A clause that begins with `propagate` stands beside the relation: it tells what its asks allow, and the
//     relation has to imply it. One that begins with `finally` is a default: it is stated at the end, if
//     nothing is known about what it tells.
//   - `with a: ints` in a clause is an ask for the form of an attribute; the attributes of a relation
//     are those of all its clauses. One of the form `size` may be a size that is not known: then the instance has it as
//     a further argument, and what asks whether it is large enough takes that for granted.
//   - What goes wrong in an expression (an index that is not there, a number that gets too large, a
//     division by zero) refutes an ask, and what is told cannot be then. A size below zero is no size.
//
// # The mark
//
// A size with the mark, written ?, is decided when the program runs. Asks take for granted what they cannot
// know of it, which an Outcome says; arithmetic on it has the mark; `d == ?` asks for it. A
// product with the mark somewhere has it, even where another factor is 0: else what comes
// out would depend on what is known first.
//
// # Sizes
//
// A size is a number or a polynomial over parameters in normal form (Sizes), so that 2*n + n is 3*n and
// (4*n + 6) div 2 is 2*n + 3. Equal normal forms are equal; what differs is refuted, for a relation
// has to hold whatever a parameter is. One comparison that depends on parameters is taken for granted: x <= y.
// A size that is told as a number times an open size plus a number is solved where the other side is a number.
//
// # Laws
//
// More knowledge never undoes a decision: what fires, fires with the same clause, and tells nothing
// else; what fails, fails. What stands beside a relation that fails may say what it will. An outcome
// depends on nothing but the answers of the view that it lists as read. Tests hold both over random types
// (package trial).
//
// # Bounds
//
// Nothing loops: lists are finite, functions call only earlier ones, expressions nest 100 deep at most.
// A run ends after 2^18 steps, and 2^8 more for each item of its longest list, with an error. The steps count toward the limit of nodes, and a
// watch can end the run. A size has at most 256 terms. Numbers have 63 bits, and say so when they leave them.
//
// # Where things are
//
//   - scan.go, parse.go, parse_expression.go, tree.go, print.go: text: what is declared, and the expressions in it.
//   - sort.go, check.go, check_expression.go: sorts.
//   - value.go, attribute.go: attributes and operators.
//   - view.go: what a run asks, and what comes of it. run.go, eval.go, compute.go, tell.go: clauses,
//     expressions, sizes, what is told. library.go, shapes.go: the functions of the language.
//   - size.go: normal forms. explain.go: origins of numbers, and why a relation fails.
//   - bind.go: relations on the engine.
package relation
