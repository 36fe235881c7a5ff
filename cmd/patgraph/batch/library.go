package batch

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Library is a list of files whose definitions precede those of programs. Each file is itself a program, with the
// files before it as its library. Problems of the library itself are reported there, and not again for every program.
// nil means no library.
type Library struct {
	Files []*lang.File
	Flags []string // the flags that pass it to a command, such as "--with core.k"; nil: the command finds it

	own   []*findings // by file
	read  *sync.Map   // of func() string, by the language and the requested dialect
	parts sync.Map    // of func() *Library; see Of
	sum   [sha256.Size]byte
}

// findings are the problems of a library file itself.
type findings struct {
	lock    sync.Mutex
	known   map[finding]bool // nil: not determined yet
	clashes []lang.Span      // places of those that are clashes of patterns
}

// A finding identifies a diagnostic of a library in the programs that have it. The message is not part of it, since it
// may contain names of the program.
type finding struct {
	code lang.Code
	span lang.Span // in the joined file, which begins with the library
}

// And returns a library with one more file, at the end. From then on the file may be shared.
func (l *Library) And(f *lang.File, flags []string) *Library {
	if l == nil {
		l = &Library{}
	}
	f.Position(0) // builds the table of lines before programs share the file
	more := &Library{
		Files: append(slices.Clone(l.Files), f), Flags: flags,
		own: append(slices.Clone(l.own), &findings{}), read: &sync.Map{},
	}
	h := sha256.New()
	add := func(b []byte) {
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(b))))
		h.Write(b)
	}
	add(l.sum[:])
	add([]byte(f.Name))
	add(f.Src)
	add(fmt.Appendf(nil, "%q", flags))
	h.Sum(more.sum[:0])
	return more
}

// Of returns the library with only the files of one language, preceded by the language's prelude if requested. It
// returns the same library each time.
func (l *Library) Of(of *language.Language, t language.Table, prelude bool) *Library {
	prelude = prelude && of.Prelude != nil
	switch {
	case l == nil && !prelude:
		return nil
	case l == nil:
		l = &none
	}
	type key struct {
		of      *language.Language
		prelude bool
	}
	found, _ := l.parts.LoadOrStore(key{of, prelude}, sync.OnceValue(func() *Library {
		part := l
		if prelude || slices.ContainsFunc(l.Files, func(f *lang.File) bool { return t.For(f.Name, "") != of }) {
			part = nil
			if prelude {
				part = part.And(of.Prelude(), nil)
			}
			for i, f := range l.Files {
				if t.For(f.Name, "") == of {
					part = part.And(f, l.Flags[:min(i+1, len(l.Flags))])
				}
			}
		}
		return part
	}))
	return found.(func() *Library)()
}

// none is an empty library, which can have a prelude.
var none Library

// Sum is equal for libraries with the same effect on programs. It is zero for no library.
func (l *Library) Sum() (sum [sha256.Size]byte) {
	if l != nil {
		sum = l.sum
	}
	return sum
}

// dialect is the dialect in which each file is read with those before it, if a dialect was requested; empty if they
// differ. It is computed once.
func (l *Library) dialect(of *language.Language, asked string) string {
	type key struct {
		of    *language.Language
		asked string
	}
	found, _ := l.read.LoadOrStore(key{of, asked}, sync.OnceValue(func() string {
		one := ""
		for i, f := range l.Files {
			dialect := of.Dialect(lang.Join(l.Files[:i], f), asked)
			if i > 0 && dialect != one {
				return ""
			}
			one = dialect
		}
		return one
	}))
	return found.(func() string)()
}

// describe names the files and their contents, for reports.
func (l *Library) describe() string {
	h := sha256.New()
	var names []string
	for _, f := range l.Files {
		names = append(names, fmt.Sprintf("%q", f.Name))
		sum := sha256.Sum256(f.Src)
		h.Write(sum[:])
	}
	return fmt.Sprintf("%s:%x", strings.Join(names, ","), h.Sum(nil)[:8])
}

// libraryReports knows which diagnostics the library of a program has reported itself. They are computed for a file
// when first needed: when a program has diagnostics there.
type libraryReports struct {
	*Library
	file    *lang.File // the program joined with its library
	analyze func(*lang.File) *patterns.Result
}

// findingsAt returns the findings of the library file that contains a place; nil for a place in the program. Its error
// is that findingsAt the context; then the next program computes them.
func (t *libraryReports) findingsAt(place lang.Span) (*findings, error) {
	if t.file.InMain(place) {
		return nil, nil
	}
	i := slices.Index(t.file.Parts(), t.file.PartAt(place.Start))
	own := t.own[i]
	own.lock.Lock()
	defer own.lock.Unlock()
	if own.known != nil {
		return own, nil
	}
	own.known = make(map[finding]bool) // set first: if the analysis panics it is not repeated
	whole := lang.Join(t.Files[:i], t.Files[i])
	r := t.analyze(whole)
	if r.Err != nil {
		own.known = nil
		return nil, r.Err
	}
	for _, d := range r.Diagnostics {
		at := d.Inside()
		if !whole.InMain(at) {
			continue
		}
		own.known[finding{d.Code, at}] = true
		if d.Clash != nil {
			own.clashes = append(own.clashes, at)
		}
	}
	return own, nil
}

// conflicts reports whether the library has reported the conflicts of a definition, so that they need not be explained
// again for each program.
func (t *libraryReports) conflicts(definition lang.Span) bool {
	own, _ := t.findingsAt(definition) // the error is that of the program's context, which ends the program too
	return own != nil && slices.ContainsFunc(own.clashes, definition.Contains)
}

// filter removes the diagnostics that the library has reported itself, and keeps those in its files that the program
// causes. The list is not changed. The error is that of the context.
func (t *libraryReports) filter(ds []lang.Diagnostic) ([]lang.Diagnostic, error) {
	var ended error
	left := slices.DeleteFunc(slices.Clone(ds), func(d lang.Diagnostic) bool {
		at := d.Inside()
		own, err := t.findingsAt(at)
		if err != nil {
			ended = err
		}
		return own != nil && own.known[finding{d.Code, at}]
	})
	return left, ended
}
