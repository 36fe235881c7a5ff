// Package relay analyses programs of the language Relay. It states the typing rules as constraints, explains
// contradictions, and proposes repairs. The operators, with their attributes and the relations between their argument
// and result types, are declared in operators.rel, in the language of patterns/relation.
package relay
