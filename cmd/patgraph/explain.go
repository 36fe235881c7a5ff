package main

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// findPage finds the page of a code as people type it.
func findPage(code string) (lang.Page, bool) {
	return lang.PageOf(lang.Code(strings.ToUpper(strings.Trim(code, "[]"))))
}

// unknownCode says which codes a wrong one is close to: those that differ in one
// place, then those of its group.
func unknownCode(arg string) error {
	e := &usageError{message: "there is no code " + quote(arg), command: "explain"}
	upper := strings.ToUpper(arg)
	e.hints = lang.Nearest(upper, codes, 3)
	if e.hints == nil {
		e.hints = lang.Nearest("P"+strings.TrimLeft(upper, "PE"), codes, 3)
	}
	return e
}
