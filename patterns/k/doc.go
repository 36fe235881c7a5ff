// Package k gives the expressions of the language k their type patterns: the numbered typing rules, the built-in
// functions, the translation of codes and filters, and the words in which reports speak of k.
//
// The rules are those of the document "Annotating subexpressions with type patterns" with its known errors corrected:
// the vector's member edge leads to the common output of its elements, labels take part in flat unification, named
// types add their own fields, the merge of nothing is unconstrained, and recursion terminates.
//
// rules.go states the rules, rules.md explains them, and boxing.go checks what they do not: whether a caret has an open
// vector to collect. The language-independent packages get k's part from tables.go (names of constructs and rules),
// front.go and explain.go (the syntax) and edits.go (changes of the text). repairing.go and diagnosing.go derive a
// program again. typeinfo.go and typetext.go describe and parse types. language.go is the record of k for the commands,
// with editing.go for editors, outline.go for texts that are typed, and run.go and undefined.go for runs.
package k
