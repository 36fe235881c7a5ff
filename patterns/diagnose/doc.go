// Package diagnose makes the diagnostics of a derived program, in any language. Several packages process each
// contradiction: explain finds and proves it, blame ranks its suspects, repair tries changes of the text, blame ranks
// again by the accepted changes, and message puts it into words.
//
// Errors that others hide are found by deriving the program again without the constraints of the blamed places
// (hidden.go). recursion.go warns of recursive definitions that do not settle.
package diagnose
