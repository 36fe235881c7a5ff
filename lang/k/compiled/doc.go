// Package compiled reads the libraries and programs that k's compiler writes, `.klib` and `.ko`, as texts of dialect k6.
//
// Such a file has functions by their hash, without the types and filters within them. What a function takes and gives
// is in a graph of patterns, which the text has as filters before and after the function. The hash of each definition
// is in a comment behind it; whether it is the right one, only its type shows (see patterns/k).
package compiled
