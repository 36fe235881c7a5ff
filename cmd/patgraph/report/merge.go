//go:build !js

package report

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/internal/queue"
)

// A Part is an open report with its name.
type Part struct {
	Name string
	io.Reader
}

// readAhead is the read buffer per report. There may be thousands of reports.
const readAhead = 1 << 15

// Merge writes the report that one run over the inputs of all reports would have written, and returns its exit status;
// strict means that warnings count, in addition to what the reports say.
//
// If the reports are of shards, they must be all shards of one number, each once. Then a report without a shard is
// refused, since it may be of other programs.
//
// All reports must have one format, and their files must be ordered by name, as written by runs over files. If several
// reports have the same element for a file, it is written once. For JSON and NDJSON, only one file of each report is in
// memory at a time; a SARIF log begins with data known only at its end, so all logs are in memory. A problem with a
// report is an *Error; then an incomplete report may have been written.
func Merge(reports []Part, strict bool, write func([]byte) error) (exit int, err error) {
	buffered := make([]*bufio.Reader, len(reports))
	var format logFormat
	for i, r := range reports {
		buffered[i] = bufio.NewReaderSize(r, readAhead)
		f, err := detectFormat(r.Name, buffered[i])
		switch {
		case err != nil:
			return Unusable, err
		case i > 0 && f != format:
			return Unusable,
				&ReadError{Report: r.Name, Message: fmt.Sprintf("it is %s, and %s is %s", f, words.Quote(reports[0].Name), format),
					Help: "all reports that are merged have one format"}
		}
		format = f
	}
	if format == formatSARIF {
		return mergeLogs(reports, buffered, strict, write)
	}
	m := &elementMerger{reports: reports, json: JSON{Lines: format == formatNDJSON}, write: write}
	var all []*mergePart
	for i, r := range reports {
		d, err := newReader(r.Name, buffered[i], format)
		if err != nil {
			return Unusable, err
		}
		all = append(all, &mergePart{elementReader: d, index: i})
	}
	return m.merge(all, strict)
}

// A mergePart is a report during the merge.
type mergePart struct {
	*elementReader
	index int
	group []*fileElement // the files with the next name
	ahead *fileElement   // the first file after them; nil at the end
}

// advance reads the files with the next name. There are several if a missing input was named in several ways.
func (p *mergePart) advance() (err error) {
	if p.group == nil {
		if p.ahead, err = p.file(); err != nil {
			return err
		}
	}
	if p.ahead == nil {
		return io.EOF
	}
	if p.group != nil && p.ahead.Name < p.group[0].Name {
		return &ReadError{Report: p.name, Line: p.ahead.line,
			Message: words.Quote(p.ahead.Name) + " comes after " + words.Quote(p.group[0].Name) + ", out of order",
			Help: "files are merged in the order of their names; programs of a stream (--input ndjson or tar) are in its " +
				"order, and can be merged if that is the order of their names, too"}
	}
	p.group = nil
	for p.ahead != nil && (p.group == nil || p.ahead.Name == p.group[0].Name) {
		p.group = append(p.group, p.ahead)
		if p.ahead, err = p.file(); err != nil && err != io.EOF {
			return err
		}
	}
	return nil
}

// Before orders reports by their next name.
func (p *mergePart) Before(q *mergePart) bool {
	return cmp.Or(strings.Compare(p.group[0].Name, q.group[0].Name), p.index-q.index) < 0
}

// An elementMerger writes the elements of several reports.
type elementMerger struct {
	reports []Part
	json    JSON
	parts   queue.Of[*mergePart] // those that have not ended
	write   func([]byte) error
	total   Summary
	usual   int
	some    bool
}

func (m *elementMerger) merge(all []*mergePart, strict bool) (exit int, err error) {
	for _, p := range all {
		if err := m.advance(p); err != nil {
			return Unusable, err
		}
	}
	if err := m.write(m.json.AppendStart(nil)); err != nil {
		return Unusable, err
	}
	for len(m.parts) > 0 {
		first := m.parts[0]
		group := first.group
		for len(m.parts) > 0 && m.parts[0].group[0].Name == group[0].Name {
			if err := sameElements(first.name, group, m.parts[0]); err != nil {
				return Unusable, err
			}
			if err := m.advance(m.parts.Pop()); err != nil {
				return Unusable, err
			}
		}
		if err := m.emit(group); err != nil {
			return Unusable, err
		}
	}
	var shards []string
	for _, p := range all {
		shards = append(shards, p.summary.Shard)
	}
	if err := checkShards(m.reports, shards); err != nil {
		return Unusable, err
	}
	exit = m.usual
	if strict && m.total.Warnings > 0 || slices.ContainsFunc(all, func(p *mergePart) bool { return p.summary.Strict }) {
		exit = max(exit, Errors)
	}
	m.total.Strict = exit != m.usual
	return exit, m.write(m.json.AppendEnd(nil, m.total))
}

// advance adds a report to the queue with its next name, unless it has ended.
func (m *elementMerger) advance(p *mergePart) error {
	switch err := p.advance(); {
	case err == nil:
		m.parts.Push(p)
	case err != io.EOF:
		return err
	}
	return nil
}

// sameElements fails unless two reports have the same elements for a name.
func sameElements(other string, group []*fileElement, p *mergePart) error {
	if slices.EqualFunc(group, p.group, func(a, b *fileElement) bool { return bytes.Equal(a.raw, b.raw) }) {
		return nil
	}
	f := p.group[0]
	return &ReadError{Report: p.name, Line: f.line,
		Message: fmt.Sprintf("it says something else of %s than %s does in line %d", words.Quote(f.Name),
			words.Quote(other), group[0].line),
		Help: "merge the reports of one state of the programs, checked by the same rules"}
}

func (m *elementMerger) emit(group []*fileElement) error {
	for _, f := range group {
		b := append([]byte(m.json.Before(!m.some)), f.raw...)
		if err := m.write(append(b, m.json.After()...)); err != nil {
			return err
		}
		m.some = true
		m.total.Add(f.summary)
		m.usual = max(m.usual, ExitsOf(f.Diagnostics).Usual)
	}
	return nil
}
