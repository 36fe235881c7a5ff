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

// A Library is some files whose definitions stand before those of programs, in their
// order. Each file is a program, too, with those before it as its library. What is wrong
// with it by itself is reported there, and not again for every program. Nil is no
// library.
type Library struct {
	Files []*lang.File
	Flags []string // by which a command is given it, such as "--with core.k"; nil: it finds it by itself

	own   []*findings // by file
	read  *sync.Map   // of func() string, by the language and the dialect that was asked for
	parts sync.Map    // of func() *Library; see Of
	sum   [sha256.Size]byte
}

// findings are what is wrong with a file of a library by itself.
type findings struct {
	lock    sync.Mutex
	known   map[finding]bool // nil: it has not been found out
	clashes []lang.Span      // of those that are clashes of patterns
}

// A finding is what a diagnostic of a library is known by in the programs that have it.
// Its sentence is no part of it, since that may speak of names of the program.
type finding struct {
	code lang.Code
	span lang.Span // in the offsets of the whole, which begins with the library
}

// And returns a library with one file more, behind the others. The file may be shared
// from then on.
func (l *Library) And(f *lang.File, flags []string) *Library {
	if l == nil {
		l = &Library{}
	}
	f.Position(0) // makes its table of lines, before programs share it
	more := &Library{Files: append(slices.Clone(l.Files), f), Flags: flags, own: append(slices.Clone(l.own), &findings{}), read: &sync.Map{}}
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

// Of returns a library with those files of one that are of a language, and before them its
// prelude, if that is asked for. It is the same each time for one library.
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

// none is no library, of which there may be parts.
var none Library

// Sum is equal for libraries that make no difference to programs. That of no library is
// all zeros.
func (l *Library) Sum() (sum [sha256.Size]byte) {
	if l != nil {
		sum = l.sum
	}
	return sum
}

// dialect is the one in which each file is read with those before it, if a dialect is
// asked for; empty if there are several. It is found out once.
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

// A told is what the library of a program has reported by itself. It is found out for a
// file when it first matters: when a program has diagnostics there.
type told struct {
	*Library
	file    *lang.File // the program with its library
	analyze func(*lang.File) *patterns.Result
}

// of is what the file of the library has told that a place is in; nil for one of the
// program. Its error is that of the context; the next program finds it out then.
func (t *told) of(place lang.Span) (*findings, error) {
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
	own.known = make(map[finding]bool) // before what may panic, which once is enough
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

// conflicts reports whether the library has reported the conflicts of a definition, so
// that nobody need explain them again for each program.
func (t *told) conflicts(definition lang.Span) bool {
	own, _ := t.of(definition) // whose context is that of the program, which ends, too
	return own != nil && slices.ContainsFunc(own.clashes, definition.Contains)
}

// sift leaves out of a program's diagnostics what the library has told: in its files,
// only what the program makes wrong is left. The list is not changed. The error is that
// of the context.
func (t *told) sift(ds []lang.Diagnostic) ([]lang.Diagnostic, error) {
	var ended error
	left := slices.DeleteFunc(slices.Clone(ds), func(d lang.Diagnostic) bool {
		at := d.Inside()
		own, err := t.of(at)
		if err != nil {
			ended = err
		}
		return own != nil && own.known[finding{d.Code, at}]
	})
	return left, ended
}
