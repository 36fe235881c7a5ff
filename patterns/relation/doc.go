// Package relation is the language of type relations: the conditions (guards) of an operator on the types of its
// arguments, and its equations (effects) between them and the type of its result. It depends on no other language and
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
// A relation has clauses, which are tried in order. The head of a clause and its guards are evaluated in three-valued
// logic. A guard is entailed, refuted, or blocked on nodes about which too little is known. A clause is selected when
// all its guards are entailed and every earlier clause has a refuted guard. So clauses exclude each other, and a
// selection is final. Then the effects of the clause hold: equations between types. If a clause is blocked and not
// refuted, the instance waits for exactly the nodes that block it. If every clause has a refuted guard, the relation
// fails with the message after `else` of the clause that got furthest. Matching never decides anything about an
// argument; only effects do.
//
//   - A variable that is several whole arguments equates them: Identity(X, X). Elsewhere a variable that occurs twice
//     is a guard.
//   - A clause that begins with `propagate` is evaluated beside the relation: its effects hold when its guards do, and
//     the relation has to imply them. A clause that begins with `finally` is a default: it is stated at the end, if
//     nothing is known about the left sides of its effects.
//   - `with a: ints` in a clause is a guard for the form of an attribute; the attributes of a relation are those of all
//     its clauses. An attribute of the form `size` may be a size that is not known: then the instance has it as a
//     further argument, and guards that ask whether it is large enough are assumed to hold.
//   - An error in an expression (an index out of range, a number that gets too large, a division by zero) refutes a
//     guard; in an effect the relation fails. A negative size is an error.
//
// # The mark
//
// A size with the mark, written ?, is dynamic: it is known only when the program runs. Guards that depend on it are
// assumed to hold; arithmetic on it gives the mark; `d == ?` tests for it. A product with a dynamic factor is dynamic,
// even if another factor is 0: otherwise the result would depend on which factor is known first.
//
// # Unknown parts
//
// A lenient vocabulary is for languages whose programs have parts that never become known before they run. There any
// part of a type may have the mark: a size, an element type, a list such as a shape, or a type as a whole. Every
// value of such a program is known or marked before anything that uses it is derived, since it has one source and no
// cycles, so a run never sees a part that gets the mark later. Expressions give the mark if something with it decides
// their value: an index of a marked list, a function of one (unless it says otherwise), an `if` whose condition
// depends on a mark. A pattern matches something with the mark, and gives its variables the mark. So an operator's
// relation gives what it can: `O = Tensor(?, b, ?)`. A guard that depends on a mark is assumed to hold; `x == ?`
// tests any part for the mark.
//
// A part of a head with the sort ValuesSort is a list of entries: numbers that may be negative or have fractions
// (Sizes.Whole, Sizes.Fraction), with names, each of them known or marked. Effects drop lists of more than 1024
// entries.
//
// Parameters of a lenient vocabulary are sizes of at least 1, of which a program promises that they are free. A
// comparison of two sizes then has three outcomes: it holds for all values of the parameters, for none, or for some.
// In the last case a guard holds, and the outcome lists the two sizes as a Promise; `if` gives the mark.
//
// # Operators
//
// An operator may have versions: `op Squeeze since 13 (…): Squeeze13` holds from version 13 of its language on, until
// a later declaration. Arguments may be absent (`axes?`), which is a type without parts, tested by `given(axes)`; the
// last one may stand for any number (`inputs...`), which the relation gets as one head of types. Results are the last
// arguments of the relation. After `for` are the element types of variables, `for T in floats`, which arguments name,
// `x: T`; they become a relation of their own (Operator.Elements), so that a wrong element type leaves no shape
// unknown. `let floats = {float, double}` declares a set, which is also a function that tests for it.
//
// # Sizes
//
// A size is a number or a polynomial over parameters in normal form (Sizes), so that 2*n + n is 3*n and (4*n + 6) div 2
// is 2*n + 3. Equal normal forms are equal; different ones are refuted, because a relation has to hold for every value
// of a parameter. One comparison that depends on parameters is assumed to hold: x <= y. If one side of an effect is a
// number times an open size plus a number and the other side is a number, the equation is solved for the open size.
//
// # On the engine
//
// A Binding says how the types of a vocabulary are represented as patterns. Then a use of an operator is an instance of
// each of its rules, for the types of its arguments and its results:
//
//	file := relation.Must("operators.rel", text, vocabulary, nil)
//	binding := &relation.Binding{
//		Vocabulary: vocabulary, Types: types, Sizes: relation.NewSizes(),
//		Heads: heads, // in the order of the vocabulary
//	}
//	operator := file.Operator("matmul")
//	attributes, wrong := operator.Attributes(given)
//	for _, rule := range binding.Rules(operator.Of(), attributes) {
//		graph.Relate(rule, reason, x, y, result)
//	}
//
// The relation of its element types, if it has one (Operator.Elements), takes the arguments alone. The caller reports
// wrong attributes and a wrong number of arguments: a rule takes as many nodes as its relation has parameters
// (Relation.Arity). Rules for which message.Program.LeavesOut is true are not stated. Over.Fault explains why a rule
// fails, with the message after `else`.
//
// # Laws
//
// More knowledge never undoes a decision: an instance that fires, fires with the same clause and the same effects; an
// instance that fails, fails. The clauses beside a failing relation are not restricted. Tests check this law on random
// types (package trial).
//
// # Bounds
//
// Every run ends: lists are finite, functions call only earlier ones, expressions nest at most 100 deep. A run ends
// with an error after 2^18 steps, and 2^8 more for each item of the lists that it is given. The steps count toward the
// limit of nodes, and a watch can end the run. A size has at most 256 terms. Numbers have 63 bits, and overflow is an
// error.
//
// # Files
//
//   - library_file.go: files that are read as far as they are needed.
//   - scan.go, parse.go, parse_expression.go, tree.go: text: declarations and their expressions.
//   - sort.go, check.go, check_expression.go: sorts.
//   - value.go, attribute.go: attributes and operators.
//   - view.go: what a run reads, and its outcome. run.go, eval.go, compute.go, effects.go: clauses, expressions, sizes,
//     effects. library.go, shapes.go: the functions of the language.
//   - entries.go, elements.go: functions for entries and unknown parts; element types of operators.
//   - size.go: normal forms; formula.go: how they are written. explain.go: origins of numbers. failure.go:
//     why a relation fails.
//   - bind.go: relations on the engine.
package relation
