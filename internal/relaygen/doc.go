// Package relaygen writes programs of Relay: networks that people use, as they come out of
// converters (models.go), programs of one form and any size, for benchmarks (families.go), and
// programs made at random (random.go), which compare.go has two judges look at.
//
// Program i of a seed is always the same one.
package relaygen
