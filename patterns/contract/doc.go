// Package contract compares what the definitions of two programs take and give, as their callers see it.
//
// A contract is a graph of terms: the patterns of the inputs and outputs of a definition, with labels and names as
// texts, so that terms of different programs can be compared. A term is a set of values, as runs see them: a product of
// one field and a variant are the same value. A term without a fixed type (flexible) has one type at each use, the same
// at all its places.
//
// # Claims
//
// One side is within another if, whatever types a caller chooses for the first, the second has types with at least
// these values. A simulation shows it: pairs of terms that must be so, each checked by itself, with its parts as
// further pairs, until there are no new pairs. A flexible term of the second side is paired with one term only. What is
// not shown, or is beyond a limit, does not hold: then two definitions are different, perhaps only because it could not
// be decided.
//
// A definition is wider if the old inputs are within the new ones, and the new outputs within the old ones. A witness
// is a value of the old input that is not one of the new input; a search for types, which shares no code with the
// simulation, checks it.
//
// # Cost
//
// Each pair of terms is compared once by itself. Terms that several definitions share are not visited again for each of
// them, as long as the simulations agree about what flexible terms take. If something does not fit, the search for
// reasons is bounded for each definition.
//
// # Files
//
// term.go: terms, and the contract of a signature. structure.go: pairs of terms, each by itself. within.go:
// simulations. member.go: whether a value belongs to a term. witness.go: values that show a difference. change.go: the
// change of a definition. reason.go: differences in words. programs.go: all definitions of two programs.
package contract
