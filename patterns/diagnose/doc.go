// Package diagnose makes the diagnostics of a derived program, in any language. Several packages process each
// contradiction: explain finds and proves it, blame ranks its suspects, repair tries changes of the text, blame ranks
// again by the accepted changes, and message puts it into words.
//
// There are two ways to choose the place of an error. Run is for languages whose texts have no order, such as k: the
// place is the likeliest suspect (contradiction.go). Errors that others hide are found by deriving the program again
// without the constraints of the blamed places (hidden.go). recursion.go warns of recursive definitions that do not
// settle. RunOrdered is for languages whose texts are read from the top to the bottom: the place is the constraint that
// completes the contradiction (ordered.go).
package diagnose
