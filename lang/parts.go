package lang

import (
	"sort"

	"github.com/patgraph/patgraph/lang/certificate"
)

// A Part is one of the texts of a File.
type Part struct {
	File  *File // with its own offsets
	Start int32 // its offset in the whole
}

// End returns the end of the part in the offsets of the whole.
func (p Part) End() int32 { return p.Start + int32(len(p.File.Src)) }

// Span returns the span of the whole part.
func (p Part) Span() Span { return Span{p.Start, p.End()} }

// Local converts a span of the whole to offsets of the part, clamped to it.
func (p Part) Local(s Span) Span {
	size := int32(len(p.File.Src))
	start := min(max(s.Start-p.Start, 0), size)
	return Span{start, min(max(s.End-p.Start, start), size)}
}

// Join returns a file of several parts: the texts in before, which are shared, so their Position must have been called,
// and after them the main file, which gives the whole its name. A line feed between two parts belongs to neither, so
// that no offset is in two parts. Without other texts the result is the main file itself. Join copies all texts.
//
// A whole of more than MaxSize bytes has a Src of that length and no parts; Unreadable reports it.
func Join(before []*File, home *File) *File {
	if len(before) == 0 {
		return home
	}
	size := len(home.Src)
	for _, f := range before {
		size += len(f.Src) + 1
	}
	whole := &File{Name: home.Name, Src: make([]byte, 0, size)}
	if size > MaxSize {
		whole.Src = whole.Src[:size]
		return whole
	}
	for _, f := range before {
		whole.parts = append(whole.parts, Part{f, int32(len(whole.Src))})
		whole.Src = append(append(whole.Src, f.Src...), '\n')
	}
	whole.home = len(whole.parts)
	whole.parts = append(whole.parts, Part{home, int32(len(whole.Src))})
	start := int32(len(whole.Src))
	whole.Src = append(whole.Src, home.Src...)
	if home.Origin != nil {
		whole.Origin = func(offset int32) *Origin {
			if offset < start {
				return nil
			}
			return home.Origin(offset - start)
		}
	}
	return whole
}

// Parts returns the texts of the file, at least one.
func (f *File) Parts() []Part {
	if f.parts != nil {
		return f.parts
	}
	return []Part{{File: f}}
}

// Home returns the main file, which gives the file its name.
func (f *File) Home() Part { return f.Parts()[f.home] }

// PartAt returns the part that contains an offset.
func (f *File) PartAt(offset int32) Part { return f.Parts()[f.partAt(offset)] }

// InMain reports whether a span begins in the main file.
func (f *File) InMain(s Span) bool { return f.partAt(s.Start) == f.home }

// At returns the file with the part at an offset as its main file: positions in that part do not name a file, and
// positions in other parts do.
func (f *File) At(offset int32) *File {
	at := f.partAt(offset)
	if at == f.home {
		return f
	}
	view := *f
	view.home = at
	view.Name = view.parts[view.home].File.Name
	return &view
}

func (f *File) partAt(offset int32) int {
	return max(sort.Search(len(f.parts), func(i int) bool { return f.parts[i].Start > offset })-1, 0)
}

// CertPlace returns a place as a certificate has it.
func (f *File) CertPlace(s Span) *certificate.Place {
	at := f.partAt(s.Start)
	s = f.Parts()[at].Local(s)
	return &certificate.Place{int32(at), s.Start, s.End}
}
