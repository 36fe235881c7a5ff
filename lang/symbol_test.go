package lang

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"
)

func TestSymbolsReuse(t *testing.T) {
	s := NewSymbols(0)
	for i := range 1000 {
		s.InternString(fmt.Sprint("old", i))
	}
	for _, room := range []int{0, 10, 100, 5000} {
		s = s.Reuse(room)
		again := s
		if again.Len() != 1 || again.Lookup("old7") != NoSym {
			t.Fatalf("%d symbols are left", again.Len())
		}
		for i := range 2000 {
			if id := again.InternString(fmt.Sprint("new", i)); id != Sym(i+1) ||
				again.Text(id) != fmt.Sprint("new", i) {
				t.Fatalf("symbol %d is %d", i, id)
			}
		}
	}
}

func TestSymbolsTruncate(t *testing.T) {
	s := NewSymbols(0)
	for i := range 3000 {
		s.InternString(fmt.Sprint("s", i))
	}
	for _, n := range []int{3001, 2000, 700, 2, 1} {
		s.Truncate(n)
		for i := range 3000 {
			want := Sym(i + 1)
			if i+1 >= n {
				want = NoSym
			}
			if got := s.Lookup(fmt.Sprint("s", i)); got != want {
				t.Fatalf("of the first %d, s%d is %d", n, i, got)
			}
		}
		if s.Len() != n {
			t.Fatalf("%d symbols, want %d", s.Len(), n)
		}
		if got := s.InternString("new"); got != Sym(n) {
			t.Fatalf("a new one is %d, want %d", got, n)
		}
	}
}

func TestSymbols(t *testing.T) {
	s := NewSymbols(0)
	if s.Len() != 1 || s.Lookup("") != NoSym || s.Lookup("a") != NoSym {
		t.Fatal("a new table has a symbol")
	}
	// Enough to grow several times, with both ways of interning.
	const n = 5000
	for i := range n {
		text := fmt.Sprint("s", i)
		if got := s.InternString(text); got != Sym(i+1) {
			t.Fatalf("%s: symbol %d, want %d", text, got, i+1)
		}
		if got := s.Intern([]byte(text)); got != Sym(i+1) {
			t.Fatalf("%s again: symbol %d, want %d", text, got, i+1)
		}
	}
	for i := range n {
		text := fmt.Sprint("s", i)
		if s.Lookup(text) != Sym(i+1) || s.Text(Sym(i+1)) != text {
			t.Fatalf("%s is lost", text)
		}
	}
	empty := s.Intern(nil)
	if empty == NoSym || s.InternString("") != empty || s.Lookup("") != empty || s.Text(empty) != "" {
		t.Error("the empty text has no symbol of its own")
	}
	if s.Len() != n+2 {
		t.Errorf("%d symbols, want %d", s.Len(), n+2)
	}
}

func TestInternAllocates(t *testing.T) {
	s := NewSymbols(0)
	text := []byte("a name that is known")
	s.Intern(text)
	if n := testing.AllocsPerRun(100, func() { s.Intern(text) }); n != 0 {
		t.Errorf("interning a known text allocates %v times", n)
	}
}

// encodeWTF8 encodes UTF-16 code units as UTF-8, with lone surrogates in three bytes.
func encodeWTF8(units []uint16) string {
	var b strings.Builder
	for i := 0; i < len(units); i++ {
		u := rune(units[i])
		switch {
		case u >= 0xD800 && u < 0xDC00 && i+1 < len(units) && units[i+1] >= 0xDC00 && units[i+1] < 0xE000:
			b.WriteRune(utf16.DecodeRune(u, rune(units[i+1])))
			i++
		case u >= 0xD800 && u < 0xE000:
			b.Write([]byte{0xE0 | byte(u>>12), 0x80 | byte(u>>6)&0x3F, 0x80 | byte(u)&0x3F})
		default:
			b.WriteRune(u)
		}
	}
	return b.String()
}

func TestCompareUTF16(t *testing.T) {
	unit := rapid.OneOf(
		rapid.SampledFrom([]uint16{0, 'a', 0x7F, 0x80, 0x7FF, 0x800, 0xCFFF, 0xD000, 0xD7FF, 0xD800, 0xD83D,
			0xDBFF, 0xDC00, 0xDE00, 0xDFFF, 0xE000, 0xFEFF, 0xFFFF}),
		rapid.Uint16(),
	)
	texts := rapid.SliceOfN(unit, 0, 5)
	rapid.Check(t, func(t *rapid.T) {
		prefix := texts.Draw(t, "prefix")
		a := append(slices.Clone(prefix), texts.Draw(t, "a")...)
		b := append(slices.Clone(prefix), texts.Draw(t, "b")...)
		want := slices.Compare(a, b)
		got := CompareUTF16(encodeWTF8(a), encodeWTF8(b))
		if (got < 0) != (want < 0) || (got > 0) != (want > 0) {
			t.Fatalf("%x against %x: %d, want %d", a, b, got, want)
		}
	})
}

func TestCompareUTF16OfStrings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		got := CompareUTF16(a, b)
		if (got < 0) != (want < 0) || (got > 0) != (want > 0) {
			t.Fatalf("%q against %q: %d, want %d", a, b, got, want)
		}
	})
}

func BenchmarkIntern(b *testing.B) {
	texts := make([][]byte, 1000)
	for i := range texts {
		texts[i] = fmt.Append(nil, "name", i)
	}
	s := NewSymbols(0)
	for b.Loop() {
		for _, t := range texts {
			s.Intern(t)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(texts)), "ns/text")
}
