package repair

import (
	"bytes"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// Each `x` in a text of this language is an error.
func guesser(src string) (*Guesser, []lang.Diagnostic) {
	check := func(text *lang.File) (ds []lang.Diagnostic) {
		for i, c := range text.Src {
			if c == 'x' {
				at := lang.Span{Start: int32(i), End: int32(i + 1)}
				ds = append(ds, lang.Diagnostic{Code: lang.SizesDiffer, Severity: lang.Error, Span: at})
			}
		}
		return ds
	}
	analyze := func(text *lang.File) Found {
		return Found{Count: bytes.Count(text.Src, []byte("x")), Tally: func() Tally {
			all := make(Tally)
			for _, dg := range check(text) {
				all[ErrorKey{What: "x", At: dg.Span.Start}]++
			}
			return all
		}}
	}
	file := lang.NewFile("a", []byte(src))
	return &Guesser{
		File: file, Found: func() Found { return analyze(file) }, Analyze: analyze, Size: 1,
		Keys: func(dg *lang.Diagnostic) []ErrorKey { return []ErrorKey{{What: "x", At: dg.Span.Start}} },
	}, check(file)
}

var bounds = Bounds{Tries: 100, Kept: 10, Margin: 16, Shared: true}

func write(cost int, start, end int32, text string) Guess {
	edits := []lang.Edit{{Span: lang.Span{Start: start, End: end}, Text: text}}
	return Guess{Cost: cost, Fix: lang.Fix{Title: lang.Text("write " + text), Grade: "maybe", Edits: edits}}
}

// A guess is accepted if its error is gone and no new error appears, after moving the places of errors.
func TestGuesser(t *testing.T) {
	for _, test := range []struct {
		what, src string
		guess     Guess
		ok, clean bool
	}{
		{"the only error", "a x b", write(0, 2, 3, "c"), true, true},
		{"another one in its place", "a x b", write(0, 2, 3, "xx"), false, false},
		{"it is there still", "a x b", write(0, 0, 1, "c"), false, false},
		{"one of two", "a x x", write(0, 2, 3, "long"), true, false},
		{"the other one of two", "a x x", write(0, 4, 5, "c"), false, false},
		{"it is only elsewhere", "a x x b", write(0, 2, 4, "b x"), false, false},
		{"both", "a x x b", write(0, 2, 5, "c"), true, true},
	} {
		g, errors := guesser(test.src)
		got := g.Try(&errors[0], []Guess{test.guess}, bounds)
		if (len(got) == 1) != test.ok || test.ok && got[0].Clean != test.clean {
			t.Errorf("%s: %v", test.what, got)
		}
	}
}

// Clean guesses come first and are offered alone; expensive guesses are not tried; the same text is tried once.
func TestOffered(t *testing.T) {
	g, errors := guesser("x x")
	got := g.Try(&errors[0], []Guess{
		write(30, 0, 3, "far"), write(5, 0, 3, "all"), write(0, 0, 1, "a"), write(1, 0, 1, "a"),
	}, bounds)
	if len(got) != 2 || !got[0].Clean || got[1].Clean || g.spent != 2 {
		t.Errorf("%v, %d tried", got, g.spent)
	}
	fixes := Offered(got)
	if len(fixes) != 1 || !fixes[0].Checked || fixes[0].Grade != "maybe" {
		t.Error(fixes)
	}
	if again := g.Try(&errors[1], nil, bounds); len(again) != 1 || !again[0].Clean {
		t.Error("what removes all errors is not offered for each", again)
	}
	sure, errors := guesser("x")
	if fixes := Offered(sure.Try(&errors[0], []Guess{write(0, 0, 1, "a")}, bounds)); fixes[0].Grade != "machine" {
		t.Error(fixes)
	}
}

// The work of trials is bounded: that of guesses, and that of all trials.
func TestGuesserIsBounded(t *testing.T) {
	g, errors := guesser("x")
	analyze, tried := g.Analyze, 0
	g.Analyze = func(text *lang.File) Found { tried++; return analyze(text) }
	g.Size = workOfGuesses / 3
	for i := range 20 {
		g.Try(&errors[0], []Guess{write(0, 0, 1, string(rune('a'+i)))}, Bounds{Tries: 100, Kept: 1})
	}
	if tried != 3 {
		t.Errorf("%d guesses were tried, not 3", tried)
	}
	for range 20 {
		g.Test(&errors[0], &lang.Fix{Edits: write(0, 0, 1, "a").Edits})
	}
	if most := workOfTrials / g.Size; tried > most {
		t.Errorf("%d changes were tried, more than %d", tried, most)
	}
}
