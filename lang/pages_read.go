package lang

import (
	"cmp"
	"fmt"
	"strings"
)

// MustReadPages reads a document that is embedded in the program: it panics where ReadPages returns an error. Any test
// of the package with the document detects that.
func MustReadPages(document string) Pages { return must(ReadPages(document)) }

// MustReadRulePages does the same for pages of rules.
func MustReadRulePages(document string) []RulePage { return must(ReadRulePages(document)) }

func must[T any](pages []T, err error) []T {
	if err != nil {
		panic(err)
	}
	return pages
}

// ReadPages parses pages from a document in Markdown. Each page has a code with a title, its meaning, optionally a
// program that has it and the same program fixed, the reason, and related codes:
//
//	# P0511: note: a size parameter that is always one size
//
//	A header promises that a network is for every size of a name.
//
//	```
//	a program
//	```
//
//	```
//	the program fixed
//	```
//
//	Why: Users of a network read its header.
//
//	Related: P0310, P0311
//
// The severity of errors is left out. Empty lines separate all this; programs may contain empty lines, too. The texts
// are parts of the document, not copies. A missing or misplaced block is an error.
func ReadPages(document string) (Pages, error) { return readPages(document, (*pageReader).page) }

// ReadRulePages parses pages of rules from a document, as ReadPages does. Each page has a number, a name and a title,
// the meaning, the constraints of the rule, a program with its derived signature, and optionally a remark:
//
//	# R2 comp: one expression after the other
//
//	Each expression takes what the one before it gives.
//
//	* start: the input of the composition is that of its first expression
//	* end: the output of the composition is that of its last expression
//
//	```
//	a program
//	```
//
//	Gives: ?X0 --> ?X0
//
//	Remark: There may be none.
//
// A constraint may be without a name.
func ReadRulePages(document string) ([]RulePage, error) {
	return readPages(document, (*pageReader).rulePage)
}

func readPages[T any](document string, page func(*pageReader) T) ([]T, error) {
	var pages []T
	r := pageReader{rest: strings.ReplaceAll(document, "\r\n", "\n")}
	r.next()
	for r.block != "" {
		first := Clip(r.block)
		p := page(&r)
		if r.missing != "" {
			return nil, fmt.Errorf("page %d, %q: no %s before %q", len(pages)+1, first, r.missing, Clip(r.block))
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// A pageReader reads a document block by block: headings, paragraphs and programs.
type pageReader struct {
	block   string // the next one, empty at the end
	rest    string // the text after it
	missing string // the first block that was missing
}

const fence = "```\n"

func (r *pageReader) page() Page {
	code, title, _ := strings.Cut(r.take("# P", "heading"), ": ")
	p := Page{Code: Code("P" + code), Title: title}
	for _, s := range []Severity{Warning, Note} {
		if rest, ok := strings.CutPrefix(title, s.String()+": "); ok {
			p.Severity, p.Title = s, rest
		}
	}
	p.Meaning = r.take("", "meaning")
	if strings.HasPrefix(r.block, fence) {
		p.Bad, p.Good = r.take(fence, "program that has it"), r.take(fence, "program fixed")
	}
	p.Why = r.take("Why: ", "reason")
	for code := range strings.SplitSeq(r.take("Related: P", "related codes"), ", P") {
		p.Related = append(p.Related, Code("P"+code))
	}
	return p
}

func (r *pageReader) rulePage() (p RulePage) {
	name, title, _ := strings.Cut(r.take("# R", "heading"), ": ")
	number, name, _ := strings.Cut(name, " ")
	p.Number, p.Name, p.Title = "R"+number, name, title
	p.Meaning = r.take("", "meaning")
	for line := range strings.SplitSeq(r.take("* ", "constraint"), "\n* ") {
		part := RulePart{Says: line}
		if name, says, ok := strings.Cut(line, ": "); ok && !strings.Contains(name, " ") {
			part = RulePart{name, says}
		}
		p.Constraints = append(p.Constraints, part)
	}
	p.Example, p.Signature = r.take(fence, "example"), r.take("Gives: ", "signature")
	if strings.HasPrefix(r.block, "Remark: ") {
		p.Remark = r.take("Remark: ", "remark")
	}
	return p
}

// take returns the next block without its required beginning. After a missing block it returns nothing.
func (r *pageReader) take(start, what string) string {
	text, ok := strings.CutPrefix(r.block, start)
	if r.missing != "" || !ok || text == "" {
		r.missing = cmp.Or(r.missing, what)
		return ""
	}
	r.next()
	return text
}

// next moves to the next block.
func (r *pageReader) next() {
	end := "\n\n"
	if r.rest = strings.TrimLeft(r.rest, "\n"); strings.HasPrefix(r.rest, fence) {
		end = "\n```\n"
	}
	r.block, r.rest, _ = strings.Cut(r.rest, end)
	r.block = strings.TrimRight(r.block, "\n")
}
