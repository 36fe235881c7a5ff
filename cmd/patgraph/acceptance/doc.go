// Package acceptance holds what commands write to their schemas, and tries them with a language of its own
// (internal/toy). It also analyses the examples of all languages with limits (limits_test.go), and holds how work grows
// with the size of programs. These tests stand beside the program and not in its package, since scripts start that as often
// as a thousand times, and what checks schemas takes as long to start as the program itself.
package acceptance
