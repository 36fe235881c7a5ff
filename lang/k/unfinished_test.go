package k

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
)

func TestUnfinished(t *testing.T) {
	for src, want := range map[string]bool{
		"":                        false,
		"// only this":            false,
		"/* begun":                true,
		"/* done */":              false,
		"f":                       false,
		"f =":                     true,
		"f = .x":                  true,
		"f = .x;":                 false,
		"f = .x; g = .y":          true,
		"f = {.x a, ":             true,
		"f = {.x a, \n.y b}":      true,
		"f = {.x a, \n.y b};":     false,
		"{.x a, ":                 true,
		"[1, <2, (3":              true,
		"[1, 2]":                  false,
		"$t = <{} a,":             true,
		"$t = <{} a>":             true,
		"$t = <{} a>;":            false,
		"?{X a, ":                 true,
		`"a text`:                 true,
		"\"a\ntext\"":             false,
		`f = "a;`:                 true,
		`[1.5, -0.5, {"a": null,`: true, // JSON values have the brackets of k
		// Errors that more text cannot fix are reported at once.
		"}":      false,
		"{1 a ]": false,
		"f = }":  false,
		".x .":   false,
		"f = ;":  false,
	} {
		tree, _ := Parse(lang.NewFile("a.k", []byte(src)))
		if tree.Unfinished != want {
			t.Errorf("%q: %v", src, tree.Unfinished)
		}
	}
}
