// Package acceptance holds what commands write to their schemas, and tries them with a language of its own
// (internal/toy), and holds how the work for programs of all languages grows. These tests stand beside the program and not in its package, since scripts start that as often as a
// thousand times, and what checks schemas takes as long to start as the program itself.
package acceptance
