package lang

import "sort"

// A Part is one of the texts that a File is made of.
type Part struct {
	File  *File // with offsets of its own
	Start int32 // where it begins in the offsets of the whole
}

// End is where the part ends in the offsets of the whole.
func (p Part) End() int32 { return p.Start + int32(len(p.File.Src)) }

// Span is all of the part.
func (p Part) Span() Span { return Span{p.Start, p.End()} }

// Local is a span of the whole in the offsets of the part, clamped to it.
func (p Part) Local(s Span) Span {
	size := int32(len(p.File.Src))
	start := min(max(s.Start-p.Start, 0), size)
	return Span{start, min(max(s.End-p.Start, start), size)}
}

// Join returns a file of several parts: some texts, which are shared and so must have
// been asked for a Position, and behind them the one that it is called after, which is
// its home. Between two parts is a line feed that belongs to neither, so that no offset
// is in two of them. Of no texts it is the home itself. The cost is that of copying them.
//
// A whole of more than MaxSize bytes has a Src of that length or more and no parts: it
// cannot be read, and says so.
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
	whole.Src = append(whole.Src, home.Src...)
	return whole
}

// Parts are the texts that the file is made of, at least one.
func (f *File) Parts() []Part {
	if f.parts != nil {
		return f.parts
	}
	return []Part{{File: f}}
}

// Home is the part that the file is called after.
func (f *File) Home() Part { return f.Parts()[f.home] }

// PartAt is the part that an offset is in.
func (f *File) PartAt(offset int32) Part { return f.Parts()[f.partAt(offset)] }

// InMain reports whether a span begins in the home.
func (f *File) InMain(s Span) bool { return f.partAt(s.Start) == f.home }

// At is the file with the part of an offset as its home: places in that part are named
// without it, and those in others with theirs.
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
