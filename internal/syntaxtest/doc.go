// Package syntaxtest has what tests of languages share whose trees are those of lang/syntax: reading their cases,
// the laws of trees, diagnostics and layouts, making programs at random, and holding grammars for editors to
// the parser. What a law asks of one language alone is handed in as a function.
package syntaxtest
