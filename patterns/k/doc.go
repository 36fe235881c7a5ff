// Package k gives the expressions of the language k their type patterns: the
// numbered typing rules, the built-in functions, the translation of codes and
// filters, and the words in which reports speak of k.
//
// The rules are those of the document "Annotating subexpressions with type
// patterns" with its known errors corrected: the vector's member edge leads to
// the common output of its elements, labels take part in flat unification, types
// bring their own fields, the merge of nothing is unconstrained, and recursion
// ends.
//
// rules.go states the rules, rules.md explains them, and boxing.go finds what they leave
// open: whether what a caret collects was ever opened. What the neutral rooms ask of k is
// answered in tables.go (names of constructs and rules), front.go and explain.go (the
// syntax) and edits.go (changes of the text). repairing.go and diagnosing.go derive a program
// once more. typeinfo.go and typetext.go describe types and read them.
package k
