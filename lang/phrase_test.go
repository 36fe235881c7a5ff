package lang

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

var words = rapid.Custom(func(t *rapid.T) Word {
	w := Word{Text: rapid.StringN(0, 4, -1).Draw(t, "text")}
	switch rapid.IntRange(0, 4).Draw(t, "names") {
	case 0:
		w.Label = "l"
	case 1:
		w.Type = "t"
	case 2:
		w.Span = Span{Start: 1, End: 2}
	}
	return w
})

// Joining phrases is associative and does not change them.
func TestPhrase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		phrase := func(name string) Phrase {
			var p Phrase
			for _, w := range rapid.SliceOfN(words, 0, 4).Draw(t, name) {
				p = p.And(Phrase{w})
			}
			return p
		}
		a, b, c := phrase("a"), phrase("b"), phrase("c")
		before := slices.Clone(a)
		left, right := a.And(b).And(c), a.And(b.And(c))
		if !slices.Equal(left, right) {
			t.Fatalf("%v and %v", left, right)
		}
		if !slices.Equal(a, before) {
			t.Fatalf("%v became %v", before, a)
		}
		if want := a.String() + b.String() + c.String(); left.String() != want {
			t.Fatalf("%q, want %q", left, want)
		}
		for i := 1; i < len(left); i++ {
			if left[i-1].plain() && left[i].plain() {
				t.Fatalf("two words that name nothing: %v", left)
			}
		}
		if all := slices.Concat(a.Labels(), b.Labels(), c.Labels()); !slices.Equal(left.Labels(), all) {
			t.Fatalf("labels %v, want %v", left.Labels(), all)
		}
	})
}

// Say agrees with Sprintf.
func TestSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(words, 0, 4).Draw(t, "parts")
		format := "50%% "
		var phrases, texts []any
		for i, w := range parts {
			format += strings.Repeat("x", i) + "%s"
			phrases, texts = append(phrases, Phrase{w}), append(texts, w.Text)
		}
		if got, want := Say(format, phrases...).String(), fmt.Sprintf(format, texts...); got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
	if got := Say("%s of %d", "part", 3).String(); got != "part of 3" {
		t.Errorf("%q", got)
	}
	if Text("") != nil || Texts() != nil {
		t.Error("nothing is a phrase")
	}
}

// Fill keeps text outside of slots, and calls slot once for each.
func TestFill(t *testing.T) {
	asked := ""
	slot := func(letter byte) Phrase {
		asked += string(letter)
		return Phrase{{Text: "<" + string(letter) + ">", Label: string(letter)}}
	}
	if got := Fill("%q reads %l, 100%", slot).String(); got != "<q> reads <l>, 100%" || asked != "ql" {
		t.Errorf("%q, asked for %q", got, asked)
	}
	if got := Fill("as it is", slot).String(); got != "as it is" {
		t.Errorf("%q", got)
	}
}

// Long words of phrases are shortened, at character boundaries.
func TestLongWords(t *testing.T) {
	long := "`" + strings.Repeat("ä€", 500_000) + "`"
	for what, p := range map[string]Phrase{
		"a text":  Text(long),
		"a part":  Say("there is no %s", long),
		"a label": Say("there is no %s", Phrase{{Text: long, Label: long}}),
		"more":    Text("there is no ").And(long),
	} {
		s := p.String()
		if len(s) > 2100 || !utf8.ValidString(s) || !strings.Contains(s, "…") || !strings.HasSuffix(s, "`") {
			t.Errorf("%s has %d bytes: %.60s", what, len(s), s)
		}
	}
	for most := 1; most < 12; most++ {
		if got := Cut("ä€ä€ä€", most); !utf8.ValidString(got) || len(got) > most+len("…") && got != "ä€ä€ä€" {
			t.Errorf("%d bytes: %q", most, got)
		}
	}
	if got := Cut("abc", 3); got != "abc" {
		t.Error(got)
	}
}
