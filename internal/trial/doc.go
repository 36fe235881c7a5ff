// Package trial tests the relations of a language: by examples (examples.go), also on the engine (engine.go, order.go),
// by laws over types drawn from the examples (laws.go), and by breaking each clause in every way, which the examples
// have to detect (mutants.go). It is only for tests.
package trial
