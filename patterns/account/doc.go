// Package account tells how the types of a definition are found, as people are taught it: equations and
// relations between variables, what they come to, and how that went.
//
// For this a definition is derived once more, slowly: first all equations, each by itself, then relations in
// generations, of which each has those that can say something after the one before. The language states
// equations and relations through an Account, and says which nodes have variables and how nodes are spelt.
package account
