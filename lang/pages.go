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

// Of returns the page of a code, of several the first.
func (p Pages) Of(code Code) (Page, bool) {
	for i := range p {
		if p[i].Code == code {
			return p[i], true
		}
	}
	return Page{}, false
}

// In returns the page of a code for programs of a language: that of another one if the
// language has none.
func (p Pages) In(language string, code Code) (Page, bool) {
	for i := range p {
		if p[i].Code == code && p[i].Language == language {
			return p[i], true
		}
	}
	return p.Of(code)
}

// All returns the pages of a code, one for each language that has it.
func (p Pages) All(code Code) Pages {
	var all Pages
	for i := range p {
		if p[i].Code == code {
			all = append(all, p[i])
		}
	}
	return all
}

// Title is the title of a page among others: with its language where another one has a page
// of the code that is called otherwise.
func (p Pages) Title(page *Page) string {
	for i := range p {
		if p[i].Code == page.Code && p[i].Title != page.Title {
			return page.Title + " (" + page.Language + ")"
		}
	}
	return page.Title
}
