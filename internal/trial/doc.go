// Package trial tests the relations of a language: by examples (examples.go), on the engine too (engine.go, order.go), by laws
// over types that are drawn from them (laws.go), and by breaking each clause in every way, which the examples have to notice
// (mutants.go). It is for tests alone.
package trial
