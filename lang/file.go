package lang

import (
	"bytes"
	"sort"
	"strconv"
	"unicode/utf8"
)

// A Span is a half-open range of byte offsets in one File.
type Span struct{ Start, End int32 }

// Empty reports whether the span contains no text.
func (s Span) Empty() bool { return s.End <= s.Start }

// To returns the span that reaches from the start of s to the end of t.
func (s Span) To(t Span) Span { return Span{s.Start, t.End} }

// Contains reports whether t lies within s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// A Position is a place in a text as people and editors count it.
type Position struct {
	Line   int    // from 1
	Column int    // from 1, in Unicode code points
	Offset int    // from 0, in bytes
	File   string // the part of the text that contains it; empty for the main file
}

// String returns the line and the column, after the name of the part unless it is the main file.
func (p Position) String() string {
	at := strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Column)
	if p.File != "" {
		return p.File + ":" + at
	}
	return at
}

// A File is a named source text. Its line table is built on first use, so a file without diagnostics never pays for it.
// A File must not be shared by goroutines before its first Position call has returned.
//
// A File made by Join has several texts, its parts, in one space of offsets. One of them is the main file, which gives
// the whole its name and its line numbers.
type File struct {
	Name string
	Src  []byte

	parts []Part // in order; nil if the file is its only part
	home  int    // index of the main file in parts

	// Origin returns the node of a binary model that a place of the text was made from, or nil; nil if the file is a
	// text.
	Origin func(offset int32) *Origin

	lines []int32 // offset of each line's first byte; nil until needed
	runes []int32 // code points before each block of the text, made with lines
}

// An Origin is a node of a binary model whose text is analysed.
type Origin struct {
	Index  int    // its number in its graph, from 0
	Name   string // its label, which may be empty
	Op     string // its operator
	Offset int64  // of its bytes in the model
	Size   int64
}

// runeBlock is the distance in bytes at which code points are counted, so that computing a column does not read the
// whole line.
const runeBlock = 256

// MaxSize is the largest source text in bytes: offsets are 32-bit.
const MaxSize = 1<<31 - 2

// NewFile returns a file with the given name and content, which is not copied.
func NewFile(name string, src []byte) *File { return &File{Name: name, Src: src} }

// End returns the empty place at the end of the text.
func (f *File) End() Span { return Span{int32(len(f.Src)), int32(len(f.Src))} }

func (f *File) lineTable() []int32 {
	if f.lines == nil {
		lines := make([]int32, 1, bytes.Count(f.Src, []byte{'\n'})+1)
		runes := make([]int32, 0, len(f.Src)/runeBlock+1)
		n := int32(0)
		for i, c := range f.Src {
			if i%runeBlock == 0 {
				runes = append(runes, n)
			}
			if c&0xC0 != 0x80 {
				n++
			}
			if c == '\n' {
				lines = append(lines, int32(i+1))
			}
		}
		if len(f.Src)%runeBlock == 0 {
			runes = append(runes, n)
		}
		f.lines, f.runes = lines, runes
	}
	return f.lines
}

// Position returns the line and column of a byte offset, which is clamped to the text. Invalid UTF-8 counts as the code
// points that its bytes begin. It takes a binary search.
func (f *File) Position(offset int32) Position {
	if f.parts != nil {
		i := f.partAt(offset)
		p := f.parts[i].File.Position(offset - f.parts[i].Start)
		if i != f.home {
			p.File = f.parts[i].File.Name
		}
		return p
	}
	offset = min(max(offset, 0), int32(len(f.Src)))
	lines := f.lineTable()
	i := sort.Search(len(lines), func(i int) bool { return lines[i] > offset }) - 1
	return Position{
		Line:   i + 1,
		Column: int(f.runesBefore(offset)-f.runesBefore(lines[i])) + 1,
		Offset: int(offset),
	}
}

// runesBefore returns the number of code points that begin before an offset.
func (f *File) runesBefore(offset int32) int32 {
	n := f.runes[offset/runeBlock]
	for _, c := range f.Src[offset/runeBlock*runeBlock : offset] {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// Offset is the inverse of Position: the byte offset of a line and a column in the main file, both from 1. It reports
// false if the text has no such place.
func (f *File) Offset(line, column int) (int32, bool) {
	if f.parts != nil {
		h := f.parts[f.home]
		offset, ok := h.File.Offset(line, column)
		return h.Start + offset, ok
	}
	lines := f.lineTable()
	if line < 1 || line > len(lines) || column < 1 {
		return 0, false
	}
	off := int(lines[line-1])
	text := f.Line(line)
	for ; column > 1; column-- {
		if len(text) == 0 {
			return 0, false
		}
		_, n := utf8.DecodeRune(text)
		off, text = off+n, text[n:]
	}
	return int32(off), true
}

// Lines returns the number of lines of the main file, at least 1.
func (f *File) Lines() int { return len(f.Home().File.lineTable()) }

// Line returns the text of a line (from 1) of the main file without its line end.
func (f *File) Line(line int) []byte {
	if f.parts != nil {
		return f.parts[f.home].File.Line(line)
	}
	lines := f.lineTable()
	start, end := lines[line-1], int32(len(f.Src))
	if line < len(lines) {
		end = lines[line] - 1
	}
	if end > start && f.Src[end-1] == '\r' {
		end--
	}
	return f.Src[start:end]
}

// Text returns the source text of a span.
func (f *File) Text(s Span) string { return string(f.Src[s.Start:s.End]) }

// TextWithin returns the source text of a span; of a long one, its beginning and its end, as Cut. It costs as much as
// what it returns.
func (f *File) TextWithin(s Span, most int) string {
	if int(s.End-s.Start) <= 2*most {
		return Cut(f.Text(s), most)
	}
	return Cut(string(f.Src[s.Start:int(s.Start)+most])+string(f.Src[int(s.End)-most:s.End]), most)
}

// MainName is the name of a program's main expression as a definition.
const MainName = "__main__"
