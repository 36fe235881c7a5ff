// Package diagnose makes the diagnostics of a derived program, in any language. Each contradiction passes
// through each room once: package explain finds and proves it, blame ranks its places, mend tries changes of
// the text, blame ranks again by the changes that help, and tell puts it into words.
//
// Errors that others hide are found by deriving the program again without the constraints of the blamed places
// (hidden.go). recursion.go warns of recursive definitions that do not settle.
package diagnose
