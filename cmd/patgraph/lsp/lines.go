package lsp

import (
	"sort"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
)

// A lines has the beginnings of the lines of a text, as the protocol defines lines: they end in a line feed, a carriage
// return, or both. Columns are bytes or UTF-16 code units.
type lines struct {
	src    []byte
	starts []int32
	bytes  bool // columns are bytes
}

func newLines(src []byte, bytes bool) *lines {
	l := &lines{src: src, starts: make([]int32, 1, len(src)/24+2), bytes: bytes}
	for i, c := range src {
		if c == '\n' || c == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
			l.starts = append(l.starts, int32(i+1))
		}
	}
	return l
}

// end is the end of a line, without its terminator.
func (l *lines) end(line int) int32 {
	if line+1 >= len(l.starts) {
		return int32(len(l.src))
	}
	end := l.starts[line+1] - 1
	if end > l.starts[line] && l.src[end] == '\n' && l.src[end-1] == '\r' {
		end--
	}
	return end
}

// offset is the offset of a position. A position outside of the text is moved to the nearest valid one before it.
func (l *lines) offset(p protocol.Position) int32 {
	if int64(p.Line) >= int64(len(l.starts)) {
		return int32(len(l.src))
	}
	at, end := l.starts[p.Line], l.end(int(p.Line))
	if l.bytes {
		at = int32(min(int64(at)+int64(p.Character), int64(end)))
		for at > l.starts[p.Line] && at < end && !utf8.RuneStart(l.src[at]) {
			at--
		}
		return at
	}
	for units := p.Character; units > 0 && at < end; {
		r, size := utf8.DecodeRune(l.src[at:end])
		n := uint32(1)
		if r > 0xffff {
			n = 2
		}
		if n > units {
			break
		}
		units -= n
		at += int32(size)
	}
	return at
}

// position is the position of an offset, which is clamped to the text.
func (l *lines) position(at int32) protocol.Position {
	at = min(max(at, 0), int32(len(l.src)))
	line := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > at }) - 1
	start := l.starts[line]
	at = min(at, l.end(line))
	p := protocol.Position{Line: uint32(line)}
	if l.bytes {
		p.Character = uint32(max(at-start, 0))
		return p
	}
	for start < at {
		r, size := utf8.DecodeRune(l.src[start:at])
		p.Character++
		if r > 0xffff {
			p.Character++
		}
		start += int32(size)
	}
	return p
}

func (l *lines) span(r protocol.Range) lang.Span {
	s := lang.Span{Start: l.offset(r.Start), End: l.offset(r.End)}
	s.End = max(s.Start, s.End)
	return s
}

func (l *lines) rangeOf(s lang.Span) protocol.Range {
	return protocol.Range{Start: l.position(s.Start), End: l.position(max(s.Start, s.End))}
}
