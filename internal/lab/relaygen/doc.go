// Package relaygen generates programs of Relay: well-known networks, as converters write them (models.go), programs of
// one form and any size, for benchmarks (families.go), and random programs (random.go), on which compare.go compares
// two judges.
//
// Program i of a seed is always the same one.
package relaygen
