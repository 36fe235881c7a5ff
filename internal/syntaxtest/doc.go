// Package syntaxtest has the common tests of languages whose trees are those of lang/syntax: reading their cases, the
// laws of trees, diagnostics and layouts, generating random programs, and checking grammars for editors against the
// parser. A law that is specific to a language is passed in as a function.
package syntaxtest
