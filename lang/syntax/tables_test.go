package syntax

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

func TestBindings(t *testing.T) {
	var b Bindings
	a, c := lang.Sym(1), lang.Sym(7)
	b.Bind(a, 10)
	outer := b.Mark()
	b.Bind(a, 11)
	inner := b.Mark()
	b.Bind(c, 12)
	if got := slices.Collect(b.All); !slices.Equal(got, []lang.Sym{c, a, a}) || b.Of(a) != 11 || b.Of(c) != 12 ||
		b.Of(100) != NoNode {
		t.Error(got, b.Of(a), b.Of(c), b.Of(100))
	}
	if b.Close(inner); b.Of(a) != 11 || b.Of(c) != NoNode {
		t.Error(b.Of(a), b.Of(c))
	}
	if b.Close(outer); b.Of(a) != 10 {
		t.Error(b.Of(a))
	}
	if b.Close(0); b.Of(a) != NoNode {
		t.Error(b.Of(a))
	}
}

func TestKeywords(t *testing.T) {
	w := NewKeywords(map[string]Kind{"let": Own, "if": Own + 1})
	for text, want := range map[string]Kind{"let": Own, "if": Own + 1, "lot": Name, "le": Name, "i": Name, "x": Name,
		strings.Repeat("l", 67): Name} {
		if got := w.Kind(text); got != want {
			t.Errorf("%s: %d", text, got)
		}
	}
	if got := w.All(); !slices.Equal(got, []string{"if", "let"}) {
		t.Error(got)
	}
}

func TestExponent(t *testing.T) {
	for text, want := range map[string]int{"e5": 1, "E+5": 2, "e-5x": 2, "e": 0, "e+": 0, "ex": 0, "5": 0, "": 0} {
		if got := Exponent(text, 0); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// A language with a malformed table does not start.
func TestMalformedTables(t *testing.T) {
	parts := map[string]func(*Parser, *Frame){"part": func(*Parser, *Frame) {}}
	for name, read := range map[string]func(){
		"parts out of order":     func() { NewForm("%1 %0") },
		"a verb that is none":    func() { NewForm("%0 %x") },
		"a word that is none":    func() { Recipe(0, "word part other", parts) },
		"a sign that is none":    func() { Recipe(0, "word <>", parts) },
		"an optional part":       func() { Recipe(0, "part?", parts) },
		"nothing after a verb":   func() { NewForm("%0%") },
		"a blank at the end":     func() { NewForm("%0 %_") },
		"a group before a list":  func() { NewForm("%<(%*)") },
		"no bracket before list": func() { NewForm("%*)") },
		"no bracket after list":  func() { NewForm("(%*") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error(name)
				}
			}()
			read()
		}()
	}
}
