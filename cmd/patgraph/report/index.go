package report

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// An index finds positions in a file. Other than lang.File.Position, it does
// not look through the line for each, so that a report on all places of a line
// of megabytes takes no quadratic time.
type index struct {
	file  *lang.File
	lines []int32
	runes []int32 // code points before each block; nil when the text is not UTF-8
}

const block = 256

func newIndex(f *lang.File) *index {
	x := &index{file: f}
	if !utf8.Valid(f.Src) {
		return x
	}
	x.lines = make([]int32, 1, bytes.Count(f.Src, []byte{'\n'})+1)
	x.runes = make([]int32, 0, len(f.Src)/block+1)
	n := int32(0)
	for i, c := range f.Src {
		if i%block == 0 {
			x.runes = append(x.runes, n)
		}
		if c&0xC0 != 0x80 {
			n++
		}
		if c == '\n' {
			x.lines = append(x.lines, int32(i+1))
		}
	}
	if len(f.Src)%block == 0 {
		x.runes = append(x.runes, n)
	}
	return x
}

// position is the same as that of the file.
func (x *index) position(offset int32) lang.Position {
	if x.runes == nil {
		return x.file.Position(offset)
	}
	offset = min(max(offset, 0), int32(len(x.file.Src)))
	line := sort.Search(len(x.lines), func(i int) bool { return x.lines[i] > offset })
	return lang.Position{
		Line:   line,
		Column: int(x.count(offset)-x.count(x.lines[line-1])) + 1,
		Offset: int(offset),
	}
}

// count is the number of code points that begin before an offset.
func (x *index) count(offset int32) int32 {
	n := x.runes[offset/block]
	for _, c := range x.file.Src[offset/block*block : offset] {
		if c&0xC0 != 0x80 {
			n++
		}
	}
	return n
}
