package lang

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPosition(t *testing.T) {
	f := NewFile("a.k", []byte("a = 1;\r\né日x\n\n😀."))
	for _, c := range []struct {
		offset       int32
		line, column int
	}{
		{-5, 1, 1}, {0, 1, 1}, {6, 1, 7}, {8, 2, 1}, {10, 2, 2}, {13, 2, 3}, {14, 2, 4}, {15, 3, 1}, {16, 4, 1},
		{20, 4, 2}, {21, 4, 3}, {1000, 4, 3},
	} {
		p := f.Position(c.offset)
		if p.Line != c.line || p.Column != c.column {
			t.Errorf("offset %d: %d:%d, want %d:%d", c.offset, p.Line, p.Column, c.line, c.column)
		}
	}
	var lines []string
	for i := range f.Lines() {
		lines = append(lines, string(f.Line(i+1)))
	}
	if d := cmp.Diff([]string{"a = 1;", "é日x", "", "😀."}, lines); d != "" {
		t.Errorf("lines (-want +got):\n%s", d)
	}
	for _, c := range [][2]int{{0, 1}, {5, 1}, {1, 0}, {3, 2}, {4, 4}} {
		if off, ok := f.Offset(c[0], c[1]); ok {
			t.Errorf("%d:%d is offset %d, but the text has no such place", c[0], c[1], off)
		}
	}
}

// Offset is the inverse of Position wherever a character begins in the text of a line.
func TestPositionRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab\n\r\té日😀 "))).Draw(t, "text")
		f := NewFile("a.k", []byte(text))
		last := Position{Line: 1}
		for i := 0; i <= len(text); i++ {
			if i < len(text) && !utf8.RuneStart(text[i]) {
				continue
			}
			p := f.Position(int32(i))
			if p.Offset != i || p.Line < last.Line || p.Line == last.Line && p.Column <= last.Column {
				t.Fatalf("offset %d is %+v, after %+v", i, p, last)
			}
			last = p
			off, ok := f.Offset(p.Line, p.Column)
			inLine := p.Column <= utf8.RuneCount(f.Line(p.Line))+1
			if ok != inLine || ok && int(off) != i {
				t.Fatalf("offset %d is %d:%d, which is offset %d (%v)", i, p.Line, p.Column, off, ok)
			}
		}
		if last.Line != f.Lines() {
			t.Fatalf("the text ends in line %d of %d", last.Line, f.Lines())
		}
	})
}

func TestSort(t *testing.T) {
	at := func(start, end int32, code Code, message string) Diagnostic {
		return Diagnostic{Code: code, Span: Span{start, end}, Message: Text(message)}
	}
	want := []Diagnostic{
		at(1, 2, UnexpectedToken, "b"),
		at(1, 3, UnexpectedToken, "a"),
		at(1, 3, UnexpectedToken, "b"),
		at(1, 1, UnknownType, ""),
		at(2, 2, UnclosedBracket, ""),
	}
	rapid.Check(t, func(t *rapid.T) {
		got := rapid.Permutation(want).Draw(t, "order")
		Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("(-want +got):\n%s", d)
		}
	})
}

// A long text is cut as Cut does, without being copied.
func TestTextWithin(t *testing.T) {
	text := strings.Repeat("αβγ ", 500)
	f := NewFile("a", []byte(text))
	for _, most := range []int{10, 33, 100, 1000, 1 << 20} {
		if got, want := f.TextWithin(Span{0, int32(len(text))}, most), Cut(text, most); got != want {
			t.Errorf("within %d: %q, want %q", most, got, want)
		}
	}
}
