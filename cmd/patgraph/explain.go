package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/lang"
)

// explain shows the pages of codes, or the list of all codes.
func (p *program) explain(c *cli.Context) error {
	style := p.style(c, p.stdout)
	if !c.Args().Present() {
		return p.out.write(style.AppendPageList(nil))
	}
	var text []byte
	for i, arg := range c.Args().Slice() {
		page, ok := findPage(arg)
		if !ok {
			return unknownCode(arg)
		}
		if i > 0 {
			text = append(text, '\n')
		}
		text = style.AppendPage(text, page)
	}
	return p.out.write(text)
}

// codes lists the codes that have a page.
func codes(yield func(string) bool) {
	for _, p := range lang.Pages {
		if !yield(string(p.Code)) {
			return
		}
	}
}

// findPage finds the page of a code as people type it.
func findPage(code string) (lang.Page, bool) {
	return lang.PageOf(lang.Code(strings.ToUpper(strings.Trim(code, "[]"))))
}

// unknownCode says which codes a wrong one is close to, as it stands or with the
// P put right.
func unknownCode(arg string) error {
	e := &usageError{message: "there is no code " + quote(arg), command: "explain"}
	upper := strings.ToUpper(arg)
	e.hints = lang.Nearest(upper, codes, 3)
	if e.hints == nil {
		e.hints = lang.Nearest("P"+strings.TrimLeft(upper, "PE"), codes, 3)
	}
	return e
}
