package lang

// A Page explains a code to people: its meaning, the smallest program that has it, the same program fixed, and why the
// rule exists.
type Page struct {
	Code     Code
	Title    string
	Severity Severity
	Meaning  string
	Language string // of Bad and Good
	Bad      string
	Good     string
	Why      string
	Related  []Code
}

// Pages are the pages of some codes.
type Pages []Page

// Of returns the first page of a code.
func (p Pages) Of(code Code) (Page, bool) {
	for i := range p {
		if p[i].Code == code {
			return p[i], true
		}
	}
	return Page{}, false
}

// In returns the page of a code for programs of a language, or the page of another language if there is none.
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

// Title returns the title of a page, with its language if another language has a page of the code with a different
// title.
func (p Pages) Title(page *Page) string {
	for i := range p {
		if p[i].Code == page.Code && p[i].Title != page.Title {
			return page.Title + " (" + page.Language + ")"
		}
	}
	return page.Title
}
