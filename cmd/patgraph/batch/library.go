package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/lang"
)

// A Library is some files whose definitions stand before those of programs, in their
// order. Each of them is a program, too, with those before it as its library: what is
// wrong with it by itself is told there, and not again for every program.
type Library struct {
	Files []*lang.File
	Flags []string // by which a command is given it; nil: it finds it by itself

	sum     [sha256.Size]byte // of names and texts
	once    sync.Once
	known   map[finding]bool // what is wrong with the files by themselves
	clashes []lang.Span      // of those that are clashes of patterns
}

// A finding is what a diagnostic of a library is known by in the programs that have it:
// its sentence may speak of what is near in a program.
type finding struct {
	code lang.Code
	span lang.Span // in the offsets of the whole, which begins with the library
}

// NewLibrary returns the library of some files; nil when there are none. They may be
// shared with others from then on.
func NewLibrary(files []*lang.File, flags []string) *Library {
	if len(files) == 0 {
		return nil
	}
	l := &Library{Files: files, Flags: flags}
	h := sha256.New()
	add := func(b []byte) {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	for _, f := range files {
		f.Position(0) // makes its table of lines, before programs share it
		add([]byte(f.Name))
		add(f.Src)
	}
	add(fmt.Appendf(nil, "%q", flags))
	h.Sum(l.sum[:0])
	return l
}

// Sum is the same for two libraries that make no difference to programs; of none it is
// all zeros.
func (l *Library) Sum() (sum [sha256.Size]byte) {
	if l != nil {
		sum = l.sum
	}
	return sum
}

// join is the text of a program with those of the library before it.
func (l *Library) join(f *lang.File) *lang.File {
	if l == nil {
		return f
	}
	return lang.Join(l.Files, f)
}

// says names the files and what they are, for reports.
func (l *Library) says() string {
	h := sha256.New()
	var names []string
	for _, f := range l.Files {
		names = append(names, fmt.Sprintf("%q", f.Name))
		sum := sha256.Sum256(f.Src)
		h.Write(sum[:])
	}
	return fmt.Sprintf("%s:%x", strings.Join(names, ","), h.Sum(nil)[:8])
}

// A told is what the library of a program has told by itself. What that is, is found out
// when it matters for the first time, which is when a file of it has diagnostics.
type told struct {
	*Library
	file    *lang.File // the program with its library
	analyze func(*lang.File) []lang.Diagnostic
}

func (t *told) findings() map[finding]bool {
	t.once.Do(func() {
		t.known = make(map[finding]bool)
		for i := range t.Files {
			whole := lang.Join(t.Files[:i], t.Files[i])
			for _, d := range t.analyze(whole) {
				if !whole.Homely(d.Span) {
					continue
				}
				t.known[finding{d.Code, d.Span}] = true
				if d.Clash != nil {
					t.clashes = append(t.clashes, d.Span)
				}
			}
		}
	})
	return t.known
}

// conflicts reports whether the library has told of conflicts in a definition, so that
// nobody need explain them once more for each program.
func (t *told) conflicts(definition lang.Span) bool {
	if t.file.Homely(definition) {
		return false
	}
	t.findings()
	return slices.ContainsFunc(t.clashes, definition.Contains)
}

// sift leaves out of a program's diagnostics what the library has told: in its files,
// only what the program makes wrong is left. The list is not changed.
func (t *told) sift(ds []lang.Diagnostic) []lang.Diagnostic {
	if !slices.ContainsFunc(ds, func(d lang.Diagnostic) bool { return !t.file.Homely(d.Span) }) {
		return ds
	}
	known := t.findings()
	var out []lang.Diagnostic
	for _, d := range ds {
		if t.file.Homely(d.Span) || !known[finding{d.Code, d.Span}] {
			out = append(out, d)
		}
	}
	return out
}
