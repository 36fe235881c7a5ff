package k

import (
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// everything returns all texts of a diagnostic.
func everything(d *lang.Diagnostic) string {
	said := slices.Concat([]lang.Phrase{d.Message, d.Label}, d.Notes, d.Help)
	for _, r := range d.Related {
		said = append(said, r.Message)
	}
	for _, f := range d.Fixes {
		said = append(said, f.Title)
	}
	return lang.JoinPhrases(said, "\n").String()
}

// In k4 a type of one field looks like a product, but is a union.
func TestOneFieldNote(t *testing.T) {
	const note = "a bracket of one field is a variant"
	for _, c := range []struct {
		source string
		d      k.Dialect
		noted  bool
	}{
		{"f = ${int u} .v;", k.K4, true},
		{"$r = {int u}; f = $r {.u u, .w w};", k.K4, true},
		{"$r = {int u}; f = $r; g = f .v;", k.K4, true},
		{"$r = {int u, int w}; f = $r .v;", k.K4, false},
		{"$r = <int u>; f = $r .v;", k.K4, false},
		{"$r = {int u}; f = {$r r, () s}; g = f .r $int;", k.K4, false},
		{"$r = {{int v} u}; f = $r .u .w;", k.K4, true},
		{"$r = <{int a} l, {} m>; f = $r .l .b;", k.K4, true},
		{"f = 1 ${int u};", k.K4, true},
		{"$u = {}; $r = {u v}; f = $r .w;", k.K6, false},
	} {
		r := analyzeAs(c.source, c.d)
		if len(clashes(r)) == 0 {
			t.Errorf("%s is fine", c.source)
		}
		for _, dg := range clashes(r) {
			if strings.Contains(everything(dg), note) != c.noted {
				t.Errorf("%s:\n%s", c.source, everything(dg))
			}
		}
	}
}

// Texts about programs of k6 do not mention vectors, and use its notation.
func TestLaterWords(t *testing.T) {
	const types = "$nat = <{} 0, nat +1>; $opt = <{} none, nat some>; $p = {nat x, nat y};\n"
	for _, c := range []struct{ source, has, lacks string }{
		{"f = $opt .some;", "read the tag `/some`", "{()"},
		{"f = $opt /nome;", "use `/none`", "there is a tag"},
		{"f = {$nat some} $opt;", "the tag `|some`", "vector"},
		{"f = $p /x;", "read the field `.x`", "{()"},
		{"f = $opt <.none {} |0, .some>;", "read the tags `/none`, `/some`", "vector"},
		{"f = <.none, /some>;", "product", "vector"},
		{"f = $nat {() x} $p;", "in place of the `<>`", "null"},
		{"f = $nat $p;", "a union", "integer"},
		{"$a = @b; $b = {b next}; f = $a;", "through `next`", "vector"},
		{"$b = {b next}; f = $b;", "this part leads back", "vector"},
	} {
		r := analyzeAs(types+c.source, k.K6)
		if len(r.Diagnostics) == 0 {
			t.Errorf("%s is fine", c.source)
		}
		said := ""
		for i := range r.Diagnostics {
			said += everything(&r.Diagnostics[i])
		}
		if !strings.Contains(said, c.has) || strings.Contains(said, c.lacks) {
			t.Errorf("%s: %q is to be there and %q not:\n%s", c.source, c.has, c.lacks, said)
		}
	}
}
