package lang

// A Page explains a code to people: what it means, the smallest program that has it, the
// same program fixed, and why the rule exists.
type Page struct {
	Code     Code
	Title    string
	Severity Severity
	Meaning  string
	Language string // of its programs, Bad and Good
	Bad      string
	Good     string
	Why      string
	Related  []Code
}

// Pages are pages of some codes.
type Pages []Page

// Of returns the page of a code.
func (p Pages) Of(code Code) (Page, bool) {
	for i := range p {
		if p[i].Code == code {
			return p[i], true
		}
	}
	return Page{}, false
}
