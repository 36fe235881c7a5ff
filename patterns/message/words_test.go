package message_test

import (
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// mute is a language that has only words.
type mute struct{ message.Syntax }

func (mute) Label(text string) string { return text }
func (mute) Words() *message.Words {
	return &message.Words{
		Product: message.Term{"record", "a record"}, Union: message.Term{"sum", "a sum"},
		Vector: message.Term{"list", "a list"}, Field: "field", Tag: "case", Unit: "nothing", NoUnion: "the empty sum",
	}
}

func (mute) CompareLabels(x, y unify.Label) int { return int(x - y) }

func program(labels ...string) (*message.Program, []unify.Label) {
	syms := lang.NewSymbols(8)
	var ls []unify.Label
	for _, text := range labels {
		ls = append(ls, unify.Label(syms.InternString(text)))
	}
	p := &message.Program{Syntax: mute{}, Labels: patterns.NewLabels(syms)}
	p.Types = patterns.NewTypes(p.Labels)
	return p, ls
}

// The name of a pattern agrees with its notation.
func TestThing(t *testing.T) {
	p, ls := program("a", "b")
	want := map[string][2]string{ // by form: without and with labels
		"(...)": {"anything", "something with at least the fields `a`, `b`"},
		"{...}": {"a record", "a record with the fields `a`, `b`"},
		"<...>": {"a sum", "a sum with the cases `a`, `b`"},
		"()":    {"something with exactly no field", "something with exactly the fields `a`, `b`"},
		"[]":    {"a list", "a list"},
		"{}":    {"nothing", "a record of exactly the fields `a`, `b`"},
		"<>":    {"the empty sum", "a sum of exactly the cases `a`, `b`"},
		"{}|[]": {"something with exactly no field", "something with exactly the fields `a`, `b`"},
	}
	for shapes := unify.Shape(1); shapes <= unify.AnyShape; shapes++ {
		for _, closed := range []bool{false, true} {
			f := unify.MakeFlat(shapes, closed)
			for i, labels := range [][]unify.Label{nil, ls} {
				if got := p.Thing(unify.Claim{Flat: f, Labels: labels}).String(); got != want[f.Form()][i] {
					t.Errorf("%s with %d labels is %q, want %q", f.Form(), len(labels), got, want[f.Form()][i])
				}
			}
		}
	}
}

// Of many labels some are listed and the others counted; each label is a separate word.
func TestLabelList(t *testing.T) {
	p, ls := program("a", "b", "c", "d", "e", "f", "g", "h", "i")
	for n, want := range []string{
		"no field", "the field `a`", "the fields `a`, `b`", "the fields `a`, `b`, `c`", "the fields `a`, `b`, `c`, `d`",
		"the fields `a`, `b`, `c`, `d`, `e`", "the fields `a`, `b`, `c`, `d`, `e`, `f`",
		"the fields `a`, `b`, `c`, `d`, `e`, `f`, `g`",
		"the fields `a`, `b`, `c`, `d`, `e`, `f` and 2 more", "the fields `a`, `b`, `c`, `d`, `e`, `f` and 3 more",
	} {
		list := p.LabelList(ls[:n], "field")
		if list.String() != want {
			t.Errorf("%q, want %q", list, want)
		}
		if n <= message.MaxListed && len(list.Labels()) != n {
			t.Errorf("%q names %v", list, list.Labels())
		}
	}
	if got := p.SomeLabels(ls, "field").String(); got != "the fields `a`, `b`, `c` and 6 more" {
		t.Errorf("%q", got)
	}
}

// A path is written up to maxPath labels.
func TestPath(t *testing.T) {
	p, ls := program("a", "b")
	a, b, m := ls[0], ls[1], unify.Member
	var long []unify.Label
	for range 24 { // twice maxPath
		long = append(long, a)
	}
	for _, test := range []struct {
		path []unify.Label
		part string
	}{
		{[]unify.Label{a}, "the part `a`"},
		{[]unify.Label{a, m, b}, "the part `a[].b`"},
		{[]unify.Label{m}, "the element"},
		{[]unify.Label{m, m}, "the innermost element"},
		{long, "the part `a.a.a.a.a.a.…(12 more)….a.a.a.a.a.a`"},
	} {
		if got := p.PartText(test.path).String(); got != test.part {
			t.Errorf("%q, want %q", got, test.part)
		}
	}
}
