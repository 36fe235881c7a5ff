// Package compiled reads the libraries and programs that k's compiler writes, `.klib` and `.ko`, as texts of k6.
//
// Such a file has functions by their hash, without the types and filters within them. The patterns of a function's
// input and output are in a graph, and the text has them as filters before and after the function. A comment after each
// definition has its hash. Package patterns/k checks it, since a hash depends on the derived type.
package compiled
