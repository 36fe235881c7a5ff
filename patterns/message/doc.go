// Package message puts results into words: it writes the diagnostic of a contradiction with its two witnesses, its
// proof as a walk, as numbered steps or as a picture, and explains the pattern of an expression.
//
// It knows patterns and proofs, but no language. A language provides tables of templates for its constructs and rules
// (Construct, Rule), and its syntax through Syntax.
//
// # Sites
//
// A site is the number of a piece of syntax. The sites of a definition are a contiguous range; parts come before
// wholes, so the sites within one are First … site.
//
// # Files
//
//   - syntax.go, sites.go, program.go: the interface to a language. hole.go: constraints that are left out.
//     basic.go, link.go, spell.go: a Syntax made of tables.
//   - witness.go, meeting.go, compare.go, labels.go, words.go, constraint.go: from two facts that clash to a
//     diagnostic. If no budget is left to explain a conflict, it is reported from the two classes that the
//     solver could not unite.
//   - limits.go: definitions that are not derived because of a limit.
//   - story.go, equation.go: the proof as a walk from one witness to the other. steps.go: as
//     numbered steps. sketch.go: as a picture.
//   - why.go, trace.go: the reasons for the pattern of an expression, and the derivation steps of a definition.
//     picture.go, history.go: the words in pictures of them.
package message
