//go:build !js

package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// Reports that patgraph has written are read to join those of shards (merge.go, mergesarif.go) to the one that a run
// over everything would have written, and to reuse the results of an interrupted run (earlier.go).
//
// A report that is cut off, that is laid out as by another program, or whose counts are not those of its elements is an
// error with its place.
//
// The elements of a merged report are copied unchanged, by the code that writes whole reports. Counts and the exit
// status are computed from the elements, since an element may be in two reports; data that cannot be computed is in the
// summary.

// A logFormat is the format of a report.
type logFormat uint8

const (
	formatJSON   logFormat = iota // one document of patgraph/1
	formatNDJSON                  // one file per line, and the summary
	formatSARIF
)

// String is the name of the format on a command line.
func (f logFormat) String() string { return [...]string{"json", "ndjson", "sarif"}[f] }

// A ReadError is a problem with a report.
type ReadError struct {
	Report  string // its name
	Line    int    // from 1; 0: the whole report
	Message string
	Help    string
	Cut     bool  // its end is missing
	Changed bool  // its counts are not those of its files
	Err     error // from reading it; nil if it could be read
}

func (e *ReadError) Error() string {
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

func (e *ReadError) Unwrap() error { return e.Err }

// Unreadable is the error for a report that cannot be read.
func Unreadable(report string, err error) *ReadError {
	return &ReadError{Report: report, Message: "cannot be read: " + inputs.Cause(err), Err: err}
}

// makeAnew is the help for an unusable report.
const makeAnew = "make it anew (patgraph check -o FILE PATH...), and give it as it was written"

// mostElement is the maximum size of an element of a report, or of a whole log. Tests lower it.
var mostElement int64 = 512 << 20

func tooLarge(what string) string {
	return what + " has more than " + words.Size(mostElement) + ", which is the most that is read"
}

const byteOrderMark = "\uFEFF" // the byte order mark, which some programs add

// detectFormat finds the format from the beginning of a report, without consuming it.
func detectFormat(name string, r *bufio.Reader) (logFormat, error) {
	fail := func(message, help string) (logFormat, error) {
		return 0, &ReadError{Report: name, Message: message, Help: help}
	}
	start, err := r.Peek(256)
	if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
		return 0, Unreadable(name, err)
	}
	start = bytes.TrimPrefix(start, []byte(byteOrderMark))
	text := bytes.TrimLeft(start, " \t\r\n")
	if len(text) == 0 {
		return 0, &ReadError{Report: name, Message: "it is empty", Cut: true}
	}
	key, ok := firstKey(text)
	switch {
	case bytes.HasPrefix(start, []byte{0xFF, 0xFE}), bytes.HasPrefix(start, []byte{0xFE, 0xFF}):
		return fail("it is UTF-16, as some shells write what they redirect", "let patgraph write the file: -o FILE")
	case bytes.HasPrefix(start, []byte{0x1F, 0x8B}):
		return fail("it is compressed", "unpack it, and give it as standard input: gzip -dc … | patgraph merge -")
	case ok && key == "$schema":
		return formatSARIF, nil
	case ok && key == "schema":
		return formatJSON, nil
	case ok && (key == "file" || key == "summary"):
		return formatNDJSON, nil
	case err == io.EOF && !ok && isStart(text):
		return 0, &ReadError{Report: name, Message: "it ends in its first words", Cut: true}
	}
	return fail("it is not a report of patgraph",
		"reports are what check and types write with --format json or ndjson, and check with --format sarif")
}

// firstKey is the first key of the object at the beginning of a text.
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
