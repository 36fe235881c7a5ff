// Package relay has the operators of the language Relay: which attributes each takes, and the
// relation of the types of its arguments and its result. They are written in the language of
// patterns/relation, in operators.rel.
package relay
