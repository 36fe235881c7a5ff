package lang

import (
	"cmp"
	"fmt"
	"strings"
)

// MustReadPages reads a document that is part of the program: it panics where ReadPages has an
// error, which any test of the package with the document finds.
func MustReadPages(document string) Pages {
	pages, err := ReadPages(document)
	if err != nil {
		panic(err)
	}
	return pages
}

// ReadPages reads pages from a document in Markdown. Each has a code with a title, what it means,
// the program that has it and the same one fixed, or neither, the reason, and related codes:
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
//	Why: Whoever uses the network reads its header.
//
//	Related: P0310, P0311
//
// The severity of errors is left out. Empty lines separate all this; they may stand within programs
// too. The texts are parts of the document, not copies. What is missing or has another place is an
// error.
func ReadPages(document string) (Pages, error) {
	var pages Pages
	r := pageReader{rest: strings.ReplaceAll(document, "\r\n", "\n")}
	r.next()
	for r.block != "" {
		p := r.page()
		if r.missing != "" {
			return nil, fmt.Errorf("page %d, %s: no %s before %q", len(pages)+1, p.Code, r.missing, Clip(r.block))
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// A pageReader reads a document block by block: headings, paragraphs and programs.
type pageReader struct {
	block   string // the one that is next, empty at the end
	rest    string // what follows it
	missing string // what was not there when it should have been
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

// take takes the next block, without what it has to begin with. From the first one that is missing
// it takes nothing any more.
func (r *pageReader) take(start, what string) string {
	text, ok := strings.CutPrefix(r.block, start)
	if r.missing != "" || !ok || text == "" {
		r.missing = cmp.Or(r.missing, what)
		return ""
	}
	r.next()
	return text
}

// next goes on to the next block.
func (r *pageReader) next() {
	end := "\n\n"
	if r.rest = strings.TrimLeft(r.rest, "\n"); strings.HasPrefix(r.rest, fence) {
		end = "\n```\n"
	}
	r.block, r.rest, _ = strings.Cut(r.rest, end)
	r.block = strings.TrimRight(r.block, "\n")
}
