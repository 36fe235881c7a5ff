package main

import (
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// withPages reduces the language's pages to two.
func withPages(p *cli.Program) {
	toy := *languages.All[0]
	p.Languages = language.Table{&toy}
	toy.Pages = lang.Pages{
		{
			Code: "P0302", Title: "a field is missing", Severity: lang.Error,
			Meaning: "A product is read at a label that it does not have. This sentence is here to be wrapped.\n\nAnother paragraph.",
			Bad:     "f = {1 x, 2 y} .z;", Good: "f = {1 x, 2 y} .x;",
			Why: "Products are closed.", Related: []lang.Code{"P0407"},
		},
		{Code: "P0407", Title: "a type without a finite value", Severity: lang.Warning, Meaning: "It has none."},
	}
}

func TestExplain(t *testing.T) {
	const page = `error[P0302]: a field is missing

A product is read at a label that it does not have. This
sentence is here to be wrapped.

Another paragraph.

For example:

    f = {1 x, 2 y} .z;

Fixed:

    f = {1 x, 2 y} .x;

Why: Products are closed.

Related:
  P0407  a type without a finite value
`
	for _, typed := range []string{"P0302", "p0302", "[P0302]"} {
		code, stdout, stderr := patgraph(t, withPages, "explain", "--width", "60", typed)
		if code != report.Clean || stdout != page || stderr != "" {
			t.Errorf("%s: exit %d, %s%s", typed, code, stdout, stderr)
		}
	}
	if _, stdout, _ := patgraph(t, withPages, "explain", "P0407", "P0302"); !strings.HasPrefix(stdout, "warning[P0407]") ||
		!strings.Contains(stdout, "\n\nerror[P0302]") {
		t.Errorf("two pages: %s", stdout)
	}
	if _, stdout, _ := patgraph(t, withPages, "explain"); !strings.HasPrefix(stdout,
		"P0302  a field is missing\nP0404  a program that takes too long\nP0407  warning: a type without a finite value\nP0408  a file with more errors than are reported\nP0515  warning: a comment that silences nothing\nP0710  a change that may break callers\nP0711  note: a change that breaks no caller\nP0801  an input that cannot be read\n") || !strings.Contains(stdout, "\n\nref       a use of a definition\n") {
		t.Errorf("the list: %s", stdout)
	}
	for typed, hint := range map[string]string{"P0303": "did you mean P0302", "p0320": "did you mean P0302",
		"P302": "did you mean P0302", "E0407": "did you mean P0407", "x": "there is no code, no rule and no file `x`",
		"merg": "did you mean merge", "P9": "there is no code `P9`"} {
		if code, stdout, stderr := patgraph(t, withPages, "explain", typed); code != report.Unusable || stdout != "" ||
			!strings.Contains(stderr, hint) {
			t.Errorf("%s: exit %d, %s%s", typed, code, stdout, stderr)
		}
	}
}

// TestMore checks that the last line names the codes with pages.
func TestMore(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/a.k", "f = {1 x} .y .z; g = {1 x, 2 y} .z; h = {1 x, 2 y} .z; $t = {t next}; i = $t; j = unknown;")
	if _, stdout, _ := patgraph(t, withPages, "check", dir); !strings.HasSuffix(stdout,
		"\nmore: patgraph explain P0302 P0407\n") {
		t.Errorf("%s", stdout)
	}
}
