// Package reread reads reports that patgraph has written: it joins those of shards to
// the one that a run over everything would have written, and finds in one that was
// interrupted what need not be done again.
//
// A report is believed only when it is one, to the last byte: what is cut off, changed
// or made by something else is an error with its place, never a wrong result.
//
// A merged report has the bytes it was given: its elements are joined as they were written,
// by the code that writes whole reports. Counts and the exit status are made of the
// elements, since one may be in two shards; what cannot be made of them stands in the
// summary. Its digests are those of its elements and its own, so they are made anew only
// for the whole.
package reread

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// A Format is how a report is written.
type Format uint8

const (
	JSON   Format = iota // one document of patgraph/1
	NDJSON               // its files, one a line, and the summary
	SARIF
)

// String is the name of the format on a command line.
func (f Format) String() string { return [...]string{"json", "ndjson", "sarif"}[f] }

// An Error is what is wrong with a report.
type Error struct {
	Report  string // how it is called
	Line    int    // from 1; 0: the whole of it
	Message string
	Help    string
	Cut     bool  // its end is missing; the rest is as it was written
	Changed bool  // its digests are not there, or not those of what it says
	Err     error // of reading it; nil when it could be read
}

func (e *Error) Error() string {
	at := words.Quote(e.Report)
	if e.Line > 0 {
		at += fmt.Sprintf(", line %d", e.Line)
	}
	text := "the report " + at + ": " + e.Message
	if e.Help != "" {
		text += "\n  help: " + e.Help
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// makeAnew is help for who has a report that nothing can be done with.
const makeAnew = "make it anew (patgraph check -o FILE PATH...), and give it as it was written"

// mostBytes is the most that an element of a report, or a whole log, may have. Tests have
// it smaller.
var mostBytes int64 = 512 << 20

func tooLarge(what string) string {
	return what + " has more than " + words.Size(mostBytes) + ", which is the most that is read"
}

// unsealed is what is wrong with something whose digest is not that of what it says; nil if
// nothing is.
func unsealed(name string, line int, what string, seal report.Seal) *Error {
	e := &Error{Report: name, Line: line, Help: makeAnew, Changed: true}
	switch seal {
	case report.Sealed:
		return nil
	case report.Unsealed:
		e.Message = what + " has no digest: it is by an older patgraph, or something was left out"
	default:
		e.Message = what + " does not have the digest of what it says: something was added, changed or left out"
	}
	return e
}

const mark = "\uFEFF" // some programs put it at the start of a file

// detect finds the format by how a report begins, and reads nothing.
func detect(name string, r *bufio.Reader) (Format, error) {
	fail := func(message, help string) (Format, error) {
		return 0, &Error{Report: name, Message: message, Help: help}
	}
	start, err := r.Peek(256)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return 0, &Error{Report: name, Message: "cannot be read: " + cause(err), Err: err}
	}
	start = bytes.TrimPrefix(start, []byte(mark))
	text := bytes.TrimLeft(start, " \t\r\n")
	if len(text) == 0 {
		return 0, &Error{Report: name, Message: "it is empty", Cut: true}
	}
	key, ok := firstKey(text)
	switch {
	case bytes.HasPrefix(start, []byte{0xFF, 0xFE}), bytes.HasPrefix(start, []byte{0xFE, 0xFF}):
		return fail("it is UTF-16, as some shells write what they redirect", "let patgraph write the file: -o FILE")
	case bytes.HasPrefix(start, []byte{0x1F, 0x8B}):
		return fail("it is compressed", "unpack it, and give it as standard input: gzip -dc … | patgraph merge -")
	case ok && key == "$schema":
		return SARIF, nil
	case ok && key == "schema":
		return JSON, nil
	case ok && (key == "file" || key == "summary"):
		return NDJSON, nil
	case err == io.EOF && !ok && isStart(text):
		return 0, &Error{Report: name, Message: "it ends in its first words", Cut: true}
	}
	return fail("it is not a report of patgraph", "reports are what check and types write with --format json or ndjson, and check with --format sarif")
}

// firstKey is the first key of the object that a text begins with.
func firstKey(text []byte) (key string, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte("{"))
	if !ok {
		return "", false
	}
	rest, ok = bytes.CutPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(`"`))
	if !ok {
		return "", false
	}
	name, _, ok := bytes.Cut(rest, []byte(`"`))
	return string(name), ok
}

// isStart reports whether a text may be the first bytes of a report.
func isStart(text []byte) bool {
	for _, whole := range []string{jsonStart, `{"file":`, `{"summary":`, sarifStart} {
		if strings.HasPrefix(whole, string(text)) {
			return true
		}
	}
	return false
}

func cause(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		return text[i+2:]
	}
	return text
}
