//go:build !js

package report

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

const (
	jsonStart = `{"schema":"` + Schema + `","files":[`
	jsonEnd   = `],"summary":`
	linesEnd  = `{"summary":`
)

// A fileElement is the element of one input in a report.
type fileElement struct {
	Input              // its diagnostics have only code, severity and whether they are secondary
	raw         []byte // the element as written
	line        int
	offset      int64  // of raw in the report
	sha256      []byte // of the text; nil if it was not read
	expressions bool   // it is from types --all
	summary     Summary
}

// An elementReader reads a report of the format JSON or NDJSON, with one file in memory at a time.
type elementReader struct {
	name   string
	r      *bufio.Reader
	format logFormat

	line    int   // of the last line
	offset  int64 // after the last line
	some    bool  // there was a file
	pending bool  // the last file had a comma, so another file must follow
	done    bool
	sum     Summary // of the files
	summary Summary // of the report, at its end
}

// newReader begins to read a report.
func newReader(name string, r *bufio.Reader, format logFormat) (*elementReader, error) {
	d := &elementReader{name: name, r: r, format: format}
	if start, _ := r.Peek(len(byteOrderMark)); string(start) == byteOrderMark {
		r.Discard(len(byteOrderMark))
		d.offset = int64(len(byteOrderMark))
	}
	if format == formatNDJSON {
		return d, nil
	}
	line, _, err := d.next()
	switch {
	case err != nil:
		return nil, err
	case string(line) == jsonStart:
		return d, nil
	}
	var head struct{ Schema *string }
	if json.NewDecoder(bytes.NewReader(line)).Decode(&head) != nil {
		// For the first line of a document, decode only its first key.
		if i := bytes.Index(line, []byte(`,"`)); i > 0 {
			json.Unmarshal(append(bytes.Clone(line[:i]), '}'), &head)
		}
	}
	if head.Schema != nil && *head.Schema != Schema {
		return nil, d.fail("its schema is "+words.Quote(*head.Schema)+", and this patgraph knows "+words.Quote(Schema),
			"make all reports by one version of patgraph")
	}
	if bytes.HasPrefix(line, []byte(jsonStart[:len(jsonStart)-len(`"files":[`)])) &&
		!bytes.HasPrefix(line, []byte(jsonStart)) {
		return nil, d.fail("it has no files: it is what another command writes", "")
	}
	return nil, d.fail(notOurs, "")
}

// notOurs is the message for a report that another program has rewritten. Its content may be the same, but a program
// that has changed the layout may have changed more.
const notOurs = "it is not laid out as patgraph writes it"

func (d *elementReader) fail(message, help string) *ReadError {
	return &ReadError{Report: d.name, Line: d.line, Message: message, Help: help}
}

// cut is the error for a report that ends too early.
func (d *elementReader) cut(message string) *ReadError {
	e := d.fail(message, "a run that was interrupted leaves such a report; check --resume goes on with it")
	e.Cut = true
	return e
}

// next reads a line, which is valid until the next call, and returns its offset. At the end of the report it fails with
// io.EOF.
func (d *elementReader) next() (line []byte, start int64, err error) {
	start = d.offset
	line, err = d.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line = bytes.Clone(line)
		for err == bufio.ErrBufferFull {
			var more []byte
			more, err = d.r.ReadSlice('\n')
			if line = append(line, more...); int64(len(line)) > mostElement {
				d.line++
				return nil, start, d.fail(tooLarge("a line"), "")
			}
		}
	}
	d.offset += int64(len(line))
	if len(line) > 0 {
		d.line++
	}
	switch {
	case err == io.EOF && len(line) == 0:
		return nil, start, io.EOF
	case err == io.EOF:
		return nil, start, d.cut("it ends in the middle of a line")
	case err != nil:
		unreadable := Unreadable(d.name, err)
		unreadable.Line = d.line
		return nil, start, unreadable
	}
	return bytes.TrimRight(line, "\r\n"), start, nil
}

// file reads the next file; io.EOF means that there is none and that the report is complete.
func (d *elementReader) file() (*fileElement, error) {
	if d.done {
		return nil, io.EOF
	}
	line, start, err := d.next()
	switch {
	case err == io.EOF:
		return nil, d.cut("its summary is missing: it is not whole")
	case err != nil:
		return nil, err
	}
	if d.format == formatJSON {
		if bytes.HasPrefix(line, []byte(jsonEnd)) && !d.pending {
			return nil, d.end(append([]byte("{"), line[len("],"):]...))
		}
		if d.some && !d.pending {
			return nil, d.fail(notOurs, "")
		}
		line, d.pending = bytes.CutSuffix(line, []byte(","))
	} else if bytes.HasPrefix(line, []byte(linesEnd)) {
		return nil, d.end(line)
	}
	f, e := d.element(line)
	if e != nil {
		return nil, e
	}
	f.line, f.offset, d.some = d.line, start, true
	d.sum.Add(f.summary)
	return f, nil
}

// element parses the element of a file.
func (d *elementReader) element(line []byte) (*fileElement, *ReadError) {
	var e struct {
		File        json.RawMessage
		OK          *bool
		SHA256      string
		Settings    string
		Definitions *[]struct{}
		Expressions *[]struct{}
		Types       *[]struct{}
		Diagnostics *[]struct {
			Code      lang.Code
			Severity  string
			Secondary bool
		}
		Known, Hidden int
	}
	if !bytes.HasPrefix(line, []byte(`{"file":"`)) {
		return nil, d.fail("there is no file of a report", d.layoutHelp())
	}
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, d.fail("it is damaged ("+err.Error()+")", "")
	}
	if len(e.File) < 2 || e.File[0] != '"' || e.OK == nil || e.Definitions == nil || e.Types == nil ||
		e.Diagnostics == nil {
		return nil, d.fail("there is no file of a report: a key that every file has is missing", "")
	}
	f := &fileElement{
		Input: Input{Name: string(inputs.Unquote(e.File)), Settings: e.Settings, Known: e.Known, Hidden: e.Hidden},
		raw:   bytes.Clone(line), expressions: e.Expressions != nil,
	}
	if e.SHA256 != "" {
		sum, err := hex.DecodeString(e.SHA256)
		if err != nil || len(sum) != 32 {
			return nil, d.fail("it is damaged (the key sha256 has no SHA-256)", "")
		}
		f.sha256 = sum
	}
	for _, x := range *e.Diagnostics {
		diagnostic := lang.Diagnostic{Code: x.Code, Secondary: x.Secondary, Severity: lang.Error}
		switch x.Severity {
		case lang.Error.String():
		case lang.Warning.String():
			diagnostic.Severity = lang.Warning
		case lang.Note.String():
			diagnostic.Severity = lang.Note
		default:
			return nil, d.fail("it is damaged (there is no severity "+words.Quote(x.Severity)+")", "")
		}
		f.Diagnostics = append(f.Diagnostics, diagnostic)
	}
	f.summary = f.Count()
	f.summary.Definitions, f.summary.OK = len(*e.Definitions), 0
	if *e.OK {
		f.summary.OK = 1
	}
	return f, nil
}

// layoutHelp is the help for unexpected text in a report.
func (d *elementReader) layoutHelp() string {
	if d.format == formatNDJSON {
		return "each line but the last is a file, the last one is the summary"
	}
	return ""
}

// end reads the summary at the end of a report, given as in a line of NDJSON.
func (d *elementReader) end(line []byte) error {
	var end struct{ Summary json.RawMessage }
	var x struct {
		Summary
		Codes json.RawMessage
	}
	err := decodeStrictly(line, &end)
	if err == nil {
		err = decodeStrictly(end.Summary, &x)
	}
	counts := x.Summary
	counts.Strict, counts.Shard = false, ""
	switch {
	case err != nil:
		return d.fail("its summary cannot be read ("+err.Error()+")",
			"make all reports by the version of patgraph that merges them")
	case x.Codes != nil:
		return d.fail("it has no files, only a summary of them (--summary-only)",
			"files that are in two reports could count twice; merge whole reports")
	case counts != d.sum:
		e := d.fail("its summary is not that of its files: something was added, changed or left out", makeAnew)
		e.Changed = true
		return e
	}
	d.summary = x.Summary
	d.done = true
	if _, err := d.r.ReadByte(); err != io.EOF {
		d.line++
		return d.fail("it goes on after its summary", "give each report by itself, not several joined to one")
	}
	return io.EOF
}

// decodeStrictly reads JSON that has only the keys of a struct, and no text after it.
func decodeStrictly(data []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is text after it")
	}
	return nil
}
