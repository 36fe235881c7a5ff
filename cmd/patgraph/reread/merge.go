package reread

import (
	"bufio"
	"bytes"
	"cmp"
	"container/heap"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// A Report is one to be read.
type Report struct {
	Name string
	io.Reader
}

// readAhead is how much of each report is read at once. There may be thousands.
const readAhead = 1 << 15

// Merge writes the report that one run would have written over all that the runs of
// some reports had, and returns the exit status of that run; strict is that warnings
// count, beside what the reports say of it.
//
// If reports are of shards, they are of all shards of one number, each once. Then a report
// without a shard is refused, since it may be of other programs.
//
// All reports have one format, and their files are in the order of their names, as
// runs over files leave them. A file may be in several reports if they say the same of
// it, which is said once. Of the formats JSON and NDJSON, no more than a file of each
// report is held at a time; a SARIF log begins with what only its end knows, so all of
// them are held. What is wrong with a report is an *Error; something may have been
// written then, without an end.
func Merge(reports []Report, strict bool, write func([]byte) error) (exit int, err error) {
	buffered := make([]*bufio.Reader, len(reports))
	var format Format
	for i, r := range reports {
		buffered[i] = bufio.NewReaderSize(r, readAhead)
		f, err := detect(r.Name, buffered[i])
		switch {
		case err != nil:
			return batch.Unusable, err
		case i > 0 && f != format:
			return batch.Unusable, &Error{Report: r.Name, Message: fmt.Sprintf("it is %s, and %s is %s", f, words.Quote(reports[0].Name), format),
				Help: "all reports that are merged have one format"}
		}
		format = f
	}
	if format == SARIF {
		return mergeLogs(reports, buffered, strict, write)
	}
	m := &merger{reports: reports, json: report.JSON{Lines: format == NDJSON}, write: write}
	for i, r := range reports {
		d, err := newReader(r.Name, buffered[i], format)
		if err != nil {
			return batch.Unusable, err
		}
		m.parts = append(m.parts, &part{reader: d, index: i})
	}
	return m.merge(strict)
}

// A part is a report that is being merged.
type part struct {
	*reader
	index int
	group []*file // the files of the name that comes next
	ahead *file   // the first one behind them; nil at the end
}

// advance reads the files of the next name. They are several where inputs that were
// not there were named in several ways.
func (p *part) advance() (err error) {
	if p.group == nil {
		if p.ahead, err = p.file(); err != nil {
			return err
		}
	}
	if p.ahead == nil {
		return io.EOF
	}
	if p.group != nil && p.ahead.Name < p.group[0].Name {
		return &Error{Report: p.name, Line: p.ahead.line, Message: words.Quote(p.ahead.Name) + " comes after " + words.Quote(p.group[0].Name) + ", out of order",
			Help: "files are merged in the order of their names; programs of a stream (--input ndjson or tar) are in its order, and can be merged if that is the order of their names, too"}
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

// parts are a heap of reports by what comes next in them.
type parts []*part

func (p parts) Len() int { return len(p) }
func (p parts) Less(i, k int) bool {
	return cmp.Or(strings.Compare(p[i].group[0].Name, p[k].group[0].Name), p[i].index-p[k].index) < 0
}
func (p parts) Swap(i, k int) { p[i], p[k] = p[k], p[i] }
func (p *parts) Push(x any)   { *p = append(*p, x.(*part)) }
func (p *parts) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

// A merger writes what several reports have.
type merger struct {
	reports []Report
	json    report.JSON
	parts   parts
	write   func([]byte) error
	total   report.Summary
	usual   int
	some    bool

	digest report.Digest
}

func (m *merger) merge(strict bool) (exit int, err error) {
	all := m.parts
	m.parts = nil
	for _, p := range all {
		switch err := p.advance(); {
		case err == nil:
			m.parts = append(m.parts, p)
		case err != io.EOF:
			return batch.Unusable, err
		}
	}
	heap.Init(&m.parts)
	if err := m.write(m.json.AppendStart(nil)); err != nil {
		return batch.Unusable, err
	}
	for len(m.parts) > 0 {
		first := m.parts[0]
		group := first.group
		for len(m.parts) > 0 && m.parts[0].group[0].Name == group[0].Name {
			if err := same(first.name, group, m.parts[0]); err != nil {
				return batch.Unusable, err
			}
			if err := m.step(); err != nil {
				return batch.Unusable, err
			}
		}
		if err := m.emit(group); err != nil {
			return batch.Unusable, err
		}
	}
	var shards []string
	for _, p := range all {
		shards = append(shards, p.summary.Shard)
	}
	if err := checkShards(m.reports, shards); err != nil {
		return batch.Unusable, err
	}
	exit = m.usual
	if strict && m.total.Warnings > 0 || slices.ContainsFunc(all, func(p *part) bool { return p.summary.Strict }) {
		exit = max(exit, batch.Errors)
	}
	m.total.Strict = exit != m.usual
	return exit, m.write(m.json.AppendEnd(nil, m.total, m.digest))
}

// step goes on in the report whose turn it is.
func (m *merger) step() error {
	switch err := m.parts[0].advance(); {
	case err == io.EOF:
		heap.Pop(&m.parts)
	case err != nil:
		return err
	default:
		heap.Fix(&m.parts, 0)
	}
	return nil
}

// same fails unless a report says the same of a name as another one did.
func same(other string, group []*file, p *part) error {
	if slices.EqualFunc(group, p.group, func(a, b *file) bool { return bytes.Equal(a.raw, b.raw) }) {
		return nil
	}
	f := p.group[0]
	return &Error{Report: p.name, Line: f.line,
		Message: fmt.Sprintf("it says something else of %s than %s does in line %d", words.Quote(f.Name), words.Quote(other), group[0].line),
		Help:    "merge the reports of one state of the programs, checked by the same rules"}
}

func (m *merger) emit(group []*file) error {
	for _, f := range group {
		b := append([]byte(m.json.Before(!m.some)), f.raw...)
		if err := m.write(append(b, m.json.After()...)); err != nil {
			return err
		}
		m.some = true
		m.digest.Take(f.raw)
		m.total.Add(f.summary)
		m.usual = max(m.usual, batch.ExitsOf(f.Diagnostics).Usual)
	}
	return nil
}
