// Package diagnose makes the diagnostics of a derived program, in any language. Each
// contradiction passes through each room once: package explain finds and proves it, blame
// ranks its places, mend tries changes of the text, blame ranks again by what changes
// something, and tell says it in words.
//
// Errors that others hide are found by deriving the program again without what the others
// are blamed for (hidden.go). What reached a limit is said in limits.go.
package diagnose
