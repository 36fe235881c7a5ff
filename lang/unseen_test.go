package lang_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
)

// specialText draws texts of characters that must be replaced, and of some others.
func specialText(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
		"\x1b[31m", "\x00", "\x07", "\n", "\r", "\t", "\x7f", "\u0085", "\u009b", "\u202e", "\u2066", "\u200f", "\u061c", "\u2028", "\u2029", "\ufeff", "\U000E0041", "\u00ad",
		"\xff", "\xed\xa0\xbd", "::", " ", "\u00a0", "a", "é", "日", "👩\u200d💻", `"`, `\`, "<",
	}), 0, 8).Draw(t, "text"), "")
}

// Terminal controls, direction marks and invisible characters are unseen; letters and their joiners are not.
func TestUnseen(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		switch {
		case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Zl, r),
			unicode.Is(unicode.Zp, r):
			if !lang.Unseen(r) {
				t.Errorf("%U is seen", r)
			}
		case unicode.IsGraphic(r) || r == 0x200c || r == 0x200d:
			if lang.Unseen(r) {
				t.Errorf("%U is not seen", r)
			}
		}
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a é 日 👩‍💻": "a é 日 👩‍💻", "a\x1b[1m": "a<U+001B>[1m", "\u202ea\xff\u2028": "<U+202E>a<FF><U+2028>", "a\nb": "a<U+000A>b", "\U000E0041": "<U+E0041>",
		"\uFFFD": "\uFFFD",
	} {
		if got := lang.Visible(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"a\nb\x7f\n": "a\nb<U+007F>\n",
		"a\n  ::error::x\n": "a<U+000A>  ::error::x\n", "a\n\u00a0::b\n:c": "a<U+000A>\u00a0::b\n:c"} {
		if got := lang.VisibleLines(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := specialText(t)
		got := lang.Visible(text)
		if strings.ContainsFunc(got, lang.Unseen) || !utf8.ValidString(got) || lang.Visible(got) != got {
			t.Errorf("%q: %q", text, got)
		}
		for i, line := range strings.Split(lang.VisibleLines(text), "\n") {
			if i > 0 && lang.IsCommand(line) || strings.ContainsFunc(line, lang.Unseen) {
				t.Errorf("%q: %q", text, line)
			}
		}
	})
}

func TestEscapeJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := map[string]any{strings.ToValidUTF8(specialText(t),
			"?"): []any{strings.ToValidUTF8(specialText(t), "?"), 1.5}}
		text, err := json.MarshalIndent(value, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		got := lang.EscapeJSON(append([]byte("\u202e"), text...), len("\u202e"))
		if !strings.HasPrefix(string(got), "\u202e") {
			t.Errorf("what stood before it has changed: %q", got)
		}
		got = got[len("\u202e"):]
		if strings.ContainsFunc(string(got), func(r rune) bool { return r >= ' ' && lang.Unseen(r) }) {
			t.Errorf("%q", got)
		}
		var before, after any
		if json.Unmarshal(text, &before) != nil || json.Unmarshal(got, &after) != nil {
			t.Fatalf("%q is not JSON", got)
		}
		x, _ := json.Marshal(before)
		if y, _ := json.Marshal(after); string(x) != string(y) {
			t.Errorf("%s became %s", x, y)
		}
	})
}
