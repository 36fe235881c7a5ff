//go:build !js

package report

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"sync/atomic"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/internal/nowait"
	"github.com/patgraph/patgraph/lang"
)

// An Earlier is the written part of a report of a run that may have been interrupted. Its result for a program is valid
// as long as the program and its settings are unchanged. For each program it holds only its place in the report, some
// 200 bytes.
//
// The results also depend on the version of patgraph, which the report does not contain.
type Earlier struct {
	report *os.File // nil: there is no report
	places map[string]elementPlace
	known  atomic.Int64
}

// An Element is what a report has about a program.
type Element struct {
	Input   *Input // its diagnostics have only code, severity and whether they are secondary
	Out     []byte // the element as written, without the text around it
	Summary Summary
}

// An elementPlace is the location of a program's element in a report.
type elementPlace struct {
	offset   int64
	length   int
	sha256   [sha256.Size]byte
	settings string
}

// OpenEarlier opens a report of the format JSON or NDJSON. A missing or empty report has no programs. A report that is
// damaged or cut off ends there; a file that is not a report, or has wrong counts, is a *ReadError.
func OpenEarlier(path string) (*Earlier, error) {
	e := &Earlier{places: make(map[string]elementPlace)}
	f, err := nowait.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return e, nil
	}
	fail := func(err error) (*Earlier, error) {
		return nil, Unreadable(path, err)
	}
	if err != nil {
		return fail(err)
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		if err == nil {
			err = errors.New("it is not a file")
		}
		return fail(err)
	}
	e.report = f
	if err := e.index(path); err != nil {
		f.Close()
		return nil, err
	}
	return e, nil
}

// index finds the places of all programs.
func (e *Earlier) index(path string) error {
	r := bufio.NewReaderSize(e.report, 1<<16)
	some := false
	cut := func(err error) error {
		if wrong, ok := errors.AsType[*ReadError](err); ok && (wrong.Cut || some && wrong.Err == nil && !wrong.Changed) {
			return nil
		}
		return err
	}
	format, err := detectFormat(path, r)
	if err != nil {
		return cut(err)
	}
	if format == formatSARIF {
		return &ReadError{Report: path, Message: "it is SARIF, which does not have what each file was",
			Help: "--resume goes on with json and ndjson"}
	}
	d, err := newReader(path, r, format)
	if err != nil {
		return cut(err)
	}
	for {
		f, err := d.file()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return cut(err)
		}
		some = true
		if len(f.sha256) == 0 || f.expressions || f.Known+f.Hidden > 0 || ExitsOf(f.Diagnostics).Usual > Errors {
			continue // it is derived again
		}
		p := elementPlace{f.offset, len(f.raw), [sha256.Size]byte(f.sha256), f.Settings}
		if _, twice := e.places[f.Name]; !twice {
			e.places[f.Name] = p
		}
	}
}

// Missing reports whether there is no report yet.
func (e *Earlier) Missing() bool { return e.report == nil }

// Known is the number of programs found so far.
func (e *Earlier) Known() int { return int(e.known.Load()) }

// Find returns the element of a program with the same text and settings. It may be called concurrently.
func (e *Earlier) Find(name string, source *lang.File, settings string) (x Element, ok bool) {
	p, ok := e.places[name]
	if !ok || p.settings != settings || p.sha256 != sha256.Sum256(source.Home().File.Src) {
		return x, false
	}
	line := make([]byte, p.length)
	if _, err := e.report.ReadAt(line, p.offset); err != nil {
		return x, false // it was cut off meanwhile; the program is derived again
	}
	f, wrong := (&elementReader{}).element(line)
	if wrong != nil || f.Name != name || !bytes.Equal(f.sha256, p.sha256[:]) {
		return x, false
	}
	e.known.Add(1)
	return Element{&f.Input, line, f.summary}, true
}

// Close closes the report.
func (e *Earlier) Close() error {
	if e.report == nil {
		return nil
	}
	return e.report.Close()
}

// Say describes for users how much of the report was reused.
func (e *Earlier) Say(path string) string {
	switch {
	case e.Missing():
		return "there is no " + words.Quote(path) + " yet; everything was derived"
	case e.Known() == 0:
		return words.Quote(path) + " has nothing that still holds; everything was derived"
	}
	return lang.Count(e.Known(), "program", "programs") + " taken from " + words.Quote(path)
}
