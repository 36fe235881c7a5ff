package lang

import "slices"

// A Page explains a code to people: what it means, the smallest program that
// has it, the same program mended, and why the rule exists.
type Page struct {
	Code     Code
	Title    string
	Severity Severity
	Meaning  string
	Bad      string
	Good     string
	Why      string
	Related  []Code
}

// Pages has the page of every code, in the order of the codes.
var Pages = slices.Concat(syntaxPages, namePages, clashPages, limitPages, partialPages, runPages, migrationPages, inputPages)

// PageOf returns the page of a code.
func PageOf(code Code) (Page, bool) {
	for _, p := range Pages {
		if p.Code == code {
			return p, true
		}
	}
	return Page{}, false
}
