// Package tell puts what was found out about a program into words: a contradiction into a
// diagnostic with two witnesses, a proof into a walk that people read, into numbered
// steps, into a picture, and an expression's pattern into the reasons why it has it.
//
// It knows patterns and proofs and no language. What a language calls its constructs and
// what its rules state is a table of templates (Construct, Rule); what it knows of its
// syntax it says through Syntax.
//
// # Sites
//
// A site is a piece of syntax by its number. The sites of a definition are a contiguous
// range; parts come before what they are parts of, so the sites within one are First … site.
package tell
