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
//
// # Where things are
//
//   - syntax.go, sites.go, program.go: what this room asks of a language. hole.go: constraints
//     that are left out. basic.go, link.go, spell.go: a Syntax made of tables.
//   - witness.go, meeting.go, compare.go, labels.go, words.go, sentence.go: from two facts that clash to
//     a diagnostic. A conflict that no work is left to explain is told from the two classes
//     that the solver could not make one.
//   - story.go, equation.go: the proof as a walk from one witness to the other. steps.go: as
//     numbered steps. sketch.go: as a picture.
//   - why.go, trace.go: where the pattern of an expression comes from, and the steps by which
//     a definition was derived. picture.go, history.go: the words in pictures of them.
package tell
