// Package account shows how the types of a definition are derived, in the way that textbooks teach it:
// equations and relations between variables, their solution, and the steps to it.
//
// For this a definition is derived again, slowly: first all equations, one by one, then relations in
// generations; each generation has the relations that can decide something after the one before. The language
// states equations and relations through an Account, and says which nodes have variables and how nodes are
// spelt.
package account
