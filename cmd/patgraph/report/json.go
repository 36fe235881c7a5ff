package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Schema is the name of the format. It changes with any change that could break a reader.
const Schema = "patgraph/1"

// JSON writes results as data: the contract with other programs. Keys have a fixed order and the output does not depend
// on the machine, so equal inputs give equal bytes.
type JSON struct {
	Lines       bool // one line per file and one for the summary
	Expressions bool // with the expressions of every definition
	Codes       bool // with all types that the input defines
	Levels      int  // how deep those types are unfolded; 0: not at all
	Whole       bool // signatures are not shortened
}

// AppendStart writes the text before the files.
func (j *JSON) AppendStart(b []byte) []byte {
	if j.Lines {
		return b
	}
	return append(b, `{"schema":"`+Schema+`","files":[`...)
}

// Before is the text before each file.
func (j *JSON) Before(first bool) string {
	switch {
	case j.Lines:
		return ""
	case first:
		return "\n"
	}
	return ",\n"
}

// After is the text after each file.
func (j *JSON) After() string {
	if j.Lines {
		return "\n"
	}
	return ""
}

// AppendEnd writes the summary.
func (j *JSON) AppendEnd(b []byte, s Summary) []byte {
	return append(j.appendEnd(b, AppendJSON(nil, s)), "}\n"...)
}

// AppendCounts writes a whole report without files: a summary and the number of diagnostics with each code.
func (j *JSON) AppendCounts(b []byte, s Summary, codes map[lang.Code]int) []byte {
	return append(j.appendEnd(j.AppendStart(b), AppendJSON(nil, struct {
		Summary
		Codes map[lang.Code]int `json:"codes"`
	}{s, codes})), "}\n"...)
}

func (j *JSON) appendEnd(b, summary []byte) []byte {
	start := "\n],\"summary\":"
	if j.Lines {
		start = `{"summary":`
	}
	return append(append(b, start...), summary...)
}

// The structs are the schema, in the order of its keys; schema.json is the same for other programs.

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

type jsonSpan struct {
	File  jsonText     `json:"file,omitempty"` // of a library
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonDefinition struct {
	Name      jsonText   `json:"name"`
	Span      jsonSpan   `json:"span"`
	OK        bool       `json:"ok"`
	ReliesOn  []jsonText `json:"reliesOn,omitempty"`
	Converged bool       `json:"converged"`
	Recursion string     `json:"recursion"`
	Rounds    int        `json:"rounds"`
	Signature jsonText   `json:"signature"`
	// These follow: pattern, body and partiality.
}

type jsonExpression struct {
	Span       jsonSpan `json:"span"`
	Op         string   `json:"op"`
	Definition jsonText `json:"definition"`
	In         *int32   `json:"in,omitempty"`
	Out        *int32   `json:"out,omitempty"`
}

type jsonType struct {
	Name      jsonText `json:"name"`
	Canonical jsonText `json:"canonical,omitempty"`
	ID        string   `json:"id,omitempty"`
	Span      jsonSpan `json:"span"`
}

type jsonDiagnostic struct {
	Code       lang.Code  `json:"code"`
	Severity   string     `json:"severity"`
	Message    jsonText   `json:"message"`
	Span       jsonSpan   `json:"span"`
	Node       *jsonNode  `json:"node,omitempty"`
	Label      jsonText   `json:"label,omitempty"`
	Definition jsonText   `json:"definition,omitempty"`
	Clash      *jsonClash `json:"clash,omitempty"`
	*jsonExplanation
	Blame     []jsonBlame   `json:"blame,omitempty"`
	Notes     []jsonText    `json:"notes"`
	Help      []jsonText    `json:"help"`
	Fixes     []jsonFix     `json:"fixes"`
	Related   []jsonRelated `json:"related"`
	Secondary bool          `json:"secondary"`

	Fingerprint string `json:"fingerprint,omitempty"`
}

// A jsonNode is a node of a binary model.
type jsonNode struct {
	Index  int      `json:"index"`
	Name   jsonText `json:"name"`
	Op     jsonText `json:"op"`
	Offset int64    `json:"offset"`
}

// nodeAt returns the node of a binary model at a place of its text, or nil.
func nodeAt(f *lang.File, at lang.Span) *jsonNode {
	if f == nil || f.Origin == nil {
		return nil
	}
	if n := f.Origin(at.Start); n != nil {
		return &jsonNode{n.Index, jsonText(n.Name), jsonText(n.Op), n.Offset}
	}
	return nil
}

type jsonClash struct {
	Reason string       `json:"reason"`
	Label  jsonText     `json:"label,omitempty"`
	Path   []jsonText   `json:"path"`
	A      *jsonWitness `json:"a"`
	B      *jsonWitness `json:"b"`
	C      *jsonWitness `json:"c,omitempty"`
}

type jsonWitness struct {
	Span       jsonSpan   `json:"span"`
	Shape      jsonText   `json:"shape"`
	Labels     []jsonText `json:"labels"`
	Expression jsonText   `json:"expression"`
}

type jsonFix struct {
	Title   jsonText   `json:"title"`
	Grade   string     `json:"grade"`
	Checked bool       `json:"checked"`
	Clean   bool       `json:"clean"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Span jsonSpan `json:"span"`
	Text jsonText `json:"text"`
}

type jsonRelated struct {
	Span    jsonSpan `json:"span"`
	Message jsonText `json:"message"`
}

// A jsonWriter writes the elements of one input.
type jsonWriter struct {
	*Input
	jsonGraphs
	spelling
	sink func(part []byte) // takes the bytes written so far; nil: all bytes are returned
}

func (w *jsonWriter) span(s lang.Span) jsonSpan {
	if w.File == nil {
		start := jsonPosition{1, 1, 0}
		return jsonSpan{Start: start, End: start}
	}
	start, end := w.File.Position(s.Start), w.File.Position(s.End)
	return jsonSpan{
		jsonText(start.File),
		jsonPosition{start.Line, start.Column, start.Offset},
		jsonPosition{end.Line, end.Column, end.Offset},
	}
}

// AppendFile writes one input; see WriteFile.
func (j *JSON) AppendFile(b []byte, in *Input) []byte {
	return j.file(b, in, nil)
}

// SpanData is a place as data, in the form of reports.
func SpanData(f *lang.File, s lang.Span) any { return (&jsonWriter{Input: &Input{File: f}}).span(s) }

// WriteFile writes one input as it is made, in parts of some hundred kilobytes: the output may be much larger than the
// program and its result in memory. Its keys:
//
//	file, language?, dialect?, sha256?, settings?, ok, definitions, expressions?, tables?, types, codes?,
//	diagnostics, migration?, known?
func (j *JSON) WriteFile(in *Input, sink func(part []byte)) {
	sink(j.file(nil, in, sink))
}

// Render writes one input and the text after it. The result may be compressed; see Unpack.
func (j *JSON) Render(in *Input) []byte {
	var p packer
	j.WriteFile(in, p.write)
	p.write([]byte(j.After()))
	return p.bytes()
}

func (j *JSON) file(b []byte, in *Input, sink func([]byte)) []byte {
	w := &jsonWriter{Input: in, spelling: spelling{whole: j.Whole}, sink: sink}
	r := in.Result
	b = append(b, `{"file":`...)
	b = appendText(b, in.Name)
	if r != nil {
		b = append(b, `,"language":`...)
		b = appendText(b, r.Language)
		b = append(b, `,"dialect":`...)
		b = appendText(b, r.Dialect)
	} else {
		r = &patterns.Result{}
	}
	if in.File != nil && !in.Partial {
		// The hash identifies the text that this element describes.
		b = fmt.Appendf(b, `,"sha256":"%x"`, sha256.Sum256(in.File.Home().File.Src))
	}
	if in.Settings != "" {
		b = append(b, `,"settings":`...)
		b = appendText(b, in.Settings)
	}
	b = append(b, `,"ok":`...)
	b = strconv.AppendBool(b, in.Count().OK == 1)
	b = append(b, `,"definitions":[`...)
	var ends [][]int32 // by definition: its expressions in its body
	for i := range int32(len(r.Definitions)) {
		if !in.shows(r.Definitions[i].Span) {
			continue
		}
		b = w.definition(b, i)
		if j.Expressions {
			var roots []int32
			b, roots = w.body(b, i)
			ends = append(ends, roots)
			b = appendStages(b, r.Stages(i))
		}
		if r.Totality != nil {
			b = AppendJSON(append(b, `,"partiality":`...), jsonTotalityOf(&r.Totality[i]))
		}
		if list := sizesOf(r, i); list != nil {
			b = AppendJSON(append(b, `,"sizes":`...), each(list, w.namedSize))
		}
		b = w.flushed(append(b, '}'))
	}
	b = append(b, ']')
	if j.Expressions {
		b = append(b, `,"expressions":[`...)
		for i := range int32(len(r.Definitions)) {
			if !in.shows(r.Definitions[i].Span) {
				continue
			}
			name := jsonName(r.Definitions[i].Name)
			for n, e := range r.Front.Expressions(i) {
				x := jsonExpression{Span: w.span(e.Span), Op: e.Op, Definition: name}
				if len(ends[0]) > 0 {
					x.In, x.Out = &ends[0][2*n], &ends[0][2*n+1]
				}
				b = w.flushed(appendElement(b, &x))
			}
			ends = ends[1:]
		}
		b = append(b, ']')
	}
	b = w.tablesKey(b)
	b = append(b, `,"types":[`...)
	for i := range r.TypeDefs {
		d := &r.TypeDefs[i]
		if !in.shows(d.Span) {
			continue
		}
		t := jsonType{Name: jsonName(d.Name), Span: w.span(d.Span)}
		if d.Type != patterns.NoType {
			if form, ok := w.form(d.Type); ok {
				t.Canonical, t.ID = jsonText(form), patterns.ID(form)
			}
		}
		b = w.flushed(appendElement(b, &t))
	}
	b = append(b, ']')
	if j.Codes && in.Result != nil {
		b = w.codes(b, j.Levels)
	}
	b = w.diagnostics(append(b, ','), in.Diagnostics)
	if in.Migration != nil {
		b = AppendJSON(append(b, `,"migration":`...), migrationData(in))
	}
	for _, x := range []struct {
		key string
		n   int
	}{{"known", in.Known}, {"hidden", in.Hidden}} {
		if x.n > 0 {
			b = strconv.AppendInt(append(b, `,"`+x.key+`":`...), int64(x.n), 10)
		}
	}
	return append(b, '}')
}

// enough is the number of bytes written at once.
const enough = 1 << 18

// flushed passes the bytes to the sink if there are enough. The last byte stays, because it determines whether the next
// element needs a comma.
func (w *jsonWriter) flushed(b []byte) []byte {
	if w.sink == nil || len(b) < enough {
		return b
	}
	last := len(b) - 1
	w.sink(b[:last])
	return append(b[:0], b[last])
}

// appendElement writes an element of a list, whose bytes so far are empty or begin with its bracket.
func appendElement(b []byte, v any) []byte {
	if len(b) > 0 && b[len(b)-1] != '[' {
		b = append(b, ',')
	}
	return AppendJSON(b, v)
}

// AppendJSON writes a value as JSON, with <, > and & unescaped and invisible characters escaped. It panics if JSON
// cannot represent the value.
func AppendJSON(b []byte, v any) []byte {
	from, buffer := len(b), bytes.NewBuffer(b)
	e := json.NewEncoder(buffer)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return lang.EscapeJSON(bytes.TrimSuffix(buffer.Bytes(), []byte("\n")), from)
}

// diagnostics writes a list of diagnostics with its key.
func (w *jsonWriter) diagnostics(b []byte, ds []lang.Diagnostic) []byte {
	b = append(b, `"diagnostics":[`...)
	for i := range ds {
		b = w.flushed(appendElement(b, w.diagnostic(&ds[i])))
	}
	return append(b, ']')
}

// definition writes a definition up to its pattern; the bracket stays open.
func (w *jsonWriter) definition(b []byte, i int32) []byte {
	r := w.Result
	d := &r.Definitions[i]
	x := r.Solver.Derivation(i)
	view := r.Solver.View(i)
	out := &jsonDefinition{
		Name: jsonName(d.Name), Span: w.span(d.Span),
		OK: d.OK, Converged: x.Converged, Recursion: "none", Rounds: x.Rounds,
		Signature: jsonText(w.spelling.signature(r, view, patterns.LongSide)),
	}
	for _, on := range d.RelyOn {
		out.ReliesOn = append(out.ReliesOn, jsonName(r.Definitions[on].Name))
	}
	if x.Recursive {
		out.Recursion = "polymorphic"
		if x.Recursion == patterns.Monomorphic {
			out.Recursion = "monomorphic"
		}
	}
	b = appendElement(b, out)
	return w.pattern(b[:len(b)-1], `,"pattern":`, view)
}

func (w *jsonWriter) diagnostic(d *lang.Diagnostic) *jsonDiagnostic {
	out := &jsonDiagnostic{
		Code: d.Code, Severity: d.Severity.String(), Message: jsonText(d.Message.String()), Span: w.span(d.Span),
		Node: nodeAt(w.File, d.Span), Label: jsonText(d.Label.String()), Definition: jsonName(d.Definition),
		Notes: each(d.Notes, phrase), Help: each(d.Help, phrase),
		Fixes: each(d.Fixes, w.fix), Related: each(slices.Concat(d.Related, d.Besides), w.related), Secondary: d.Secondary,
		Fingerprint:     d.Fingerprint,
		jsonExplanation: w.explanation(d.Explanation),
		Blame:           each(d.Blame, w.blame),
	}
	if c := d.Clash; c != nil {
		out.Clash = &jsonClash{
			Reason: c.Reason, Label: jsonName(c.Label), Path: jsonTexts(c.Path),
			A: w.witness(c.A), B: w.witness(c.B), C: w.witness(c.C),
		}
	}
	return out
}

func (w *jsonWriter) fix(_ int, f *lang.Fix) jsonFix {
	return jsonFix{jsonText(f.Title.String()), f.Grade, f.Checked, f.Clean, each(f.Edits, w.edit)}
}

func (w *jsonWriter) edit(_ int, e *lang.Edit) jsonEdit {
	return jsonEdit{w.span(e.Span), jsonText(e.Text)}
}

func (w *jsonWriter) related(_ int, r *lang.Related) jsonRelated {
	return jsonRelated{w.span(r.Span), jsonText(r.Message.String())}
}

func (w *jsonWriter) witness(v *lang.Witness) *jsonWitness {
	if v == nil {
		return nil
	}
	return &jsonWitness{w.span(v.Span), jsonText(v.Shape), jsonTexts(v.Labels), jsonText(v.Expression)}
}

func phrase(_ int, p *lang.Phrase) jsonText { return jsonText(p.String()) }

func jsonTexts(list []string) []jsonText {
	return each(list, func(_ int, s *string) jsonText { return jsonName(*s) })
}

// each applies f to the elements of a list. Its result is never nil, so it is a list in JSON.
func each[S, T any](list []S, f func(i int, s *S) T) []T {
	out := make([]T, len(list))
	for i := range list {
		out[i] = f(i, &list[i])
	}
	return out
}
