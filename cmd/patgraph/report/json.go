package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Schema is the name of the format, which changes with any change that could
// break a reader.
const Schema = "patgraph/1"

// JSON writes results as data: the contract with other programs. Keys have a
// fixed order and nothing depends on the machine, so equal inputs give equal
// bytes.
type JSON struct {
	Lines       bool // one line for each file and one for the summary
	Expressions bool // with the expressions of every definition
	Codes       bool // with all types that are written down
	Levels      int  // to which those are unfolded; 0: they are not
}

// AppendStart and AppendEnd write what is around the files.
func (j *JSON) AppendStart(b []byte) []byte {
	if j.Lines {
		return b
	}
	return append(b, `{"schema":"`+Schema+`","files":[`...)
}

// Before and After are what stands around each file.
func (j *JSON) Before(first bool) string {
	switch {
	case j.Lines:
		return ""
	case first:
		return "\n"
	}
	return ",\n"
}

// After is like Before.
func (j *JSON) After() string {
	if j.Lines {
		return "\n"
	}
	return ""
}

// AppendEnd writes the summary.
func (j *JSON) AppendEnd(b []byte, s Summary) []byte {
	return j.appendEnd(b, jsonSummary{Summary: s})
}

// AppendCounts writes the whole of a report that has no files, only a summary and
// how many diagnostics have each code.
func (j *JSON) AppendCounts(b []byte, s Summary, codes map[lang.Code]int) []byte {
	return j.appendEnd(j.AppendStart(b), jsonSummary{s, codes})
}

type jsonSummary struct {
	Summary
	Codes any `json:"codes,omitempty"` // a map, which is left out only if it is not there
}

func (j *JSON) appendEnd(b []byte, s jsonSummary) []byte {
	summary := new(jsonWriter).element(nil, true, s)
	if j.Lines {
		return append(append(append(b, `{"summary":`...), summary...), "}\n"...)
	}
	return append(append(append(b, "\n],\"summary\":"...), summary...), "}\n"...)
}

// The structs are the schema, in the order of its keys; schema.json says the
// same for other programs.

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
	Name      jsonText    `json:"name"`
	Span      jsonSpan    `json:"span"`
	OK        bool        `json:"ok"`
	Converged bool        `json:"converged"`
	Recursion string      `json:"recursion"`
	Rounds    int         `json:"rounds"`
	Signature jsonText    `json:"signature"`
	Pattern   jsonPattern `json:"pattern"`
	Body      *jsonBody   `json:"body,omitempty"`

	Partiality *jsonTotality `json:"partiality,omitempty"`
}

type jsonPattern struct {
	In    int32      `json:"in"`
	Out   int32      `json:"out"`
	Nodes []jsonNode `json:"nodes"`
}

type jsonBody struct {
	Nodes []jsonNode `json:"nodes"`
}

type jsonNode struct {
	Shape  string     `json:"shape"`
	Type   jsonText   `json:"type,omitempty"`
	Name   jsonText   `json:"name,omitempty"`
	Labels jsonLabels `json:"labels,omitempty"`
}

type jsonExpression struct {
	Span       jsonSpan `json:"span"`
	Op         string   `json:"op"`
	Definition jsonText `json:"definition"`
	In         int32    `json:"in"`
	Out        int32    `json:"out"`
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
	Label      jsonText   `json:"label,omitempty"`
	Definition jsonText   `json:"definition,omitempty"`
	Clash      *jsonClash `json:"clash,omitempty"`
	*jsonExplanation
	Notes     []jsonText    `json:"notes"`
	Help      []jsonText    `json:"help"`
	Fixes     []jsonFix     `json:"fixes"`
	Related   []jsonRelated `json:"related"`
	Secondary bool          `json:"secondary"`

	Fingerprint string `json:"fingerprint,omitempty"`
}

type jsonClash struct {
	Reason string       `json:"reason"`
	Label  *jsonText    `json:"label,omitempty"`
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

// AppendFile writes one input.
func (j *JSON) AppendFile(b []byte, in *Input) []byte {
	w := jsonWriter{result: in.Result, source: in.File, expressions: j.Expressions, typeCodes: j.Codes, levels: j.Levels}
	return w.file(b, in)
}

type jsonWriter struct {
	result      *patterns.Result
	expressions bool
	typeCodes   bool
	levels      int
	source      *lang.File // nil when the input could not be read
	forms       map[patterns.Type]string
	buffer      bytes.Buffer
}

func (w *jsonWriter) span(s lang.Span) jsonSpan {
	if w.source == nil {
		start := jsonPosition{1, 1, 0}
		return jsonSpan{Start: start, End: start}
	}
	start, end := w.source.Position(s.Start), w.source.Position(s.End)
	return jsonSpan{
		jsonText(start.File),
		jsonPosition{start.Line, start.Column, start.Offset},
		jsonPosition{end.Line, end.Column, end.Offset},
	}
}

// file writes a file element by element, so that no more than one of them is
// there in two forms:
//
//	file, language?, dialect?, sha256?, settings?, ok, definitions, expressions?, types, codes?, diagnostics, migration?, known?
func (w *jsonWriter) file(b []byte, in *Input) []byte {
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
		// Who has the hash may take this for all that is known of the text.
		b = fmt.Appendf(b, `,"sha256":"%x"`, sha256.Sum256(in.File.Home().File.Src))
	}
	if in.Settings != "" {
		b = append(b, `,"settings":`...)
		b = appendText(b, in.Settings)
	}
	b = append(b, `,"ok":`...)
	b = strconv.AppendBool(b, in.Count().OK == 1)
	var expressions []byte
	b = append(b, `,"definitions":[`...)
	first := true
	for i := range r.Definitions {
		if !in.shows(r.Definitions[i].Span) {
			continue
		}
		d, list := w.definition(int32(i))
		b = w.element(b, first, d)
		first = false
		for k := range list {
			expressions = w.element(expressions, len(expressions) == 0, &list[k])
		}
	}
	b = append(b, ']')
	if w.expressions {
		b = append(b, `,"expressions":[`...)
		b = append(b, expressions...)
		b = append(b, ']')
	}
	b = append(b, `,"types":[`...)
	first = true
	for i := range r.TypeDefs {
		d := &r.TypeDefs[i]
		if !in.shows(d.Span) {
			continue
		}
		t := jsonType{Name: jsonText(d.Name), Span: w.span(d.Span)}
		if d.Type != patterns.NoType {
			form := w.form(d.Type)
			t.Canonical, t.ID = jsonText(form), patterns.ID(form)
		}
		b = w.element(b, first, &t)
		first = false
	}
	b = append(b, ']')
	if w.typeCodes && in.Result != nil {
		b = w.codes(b, in, w.levels)
	}
	b = append(b, `,"diagnostics":[`...)
	for i := range in.Diagnostics {
		b = w.element(b, i == 0, w.diagnostic(&in.Diagnostics[i]))
	}
	b = append(b, ']')
	if in.Migration != nil {
		b = w.element(append(b, `,"migration":`...), true, migrationData(in))
	}
	if in.Known > 0 {
		b = append(b, `,"known":`...)
		b = strconv.AppendInt(b, int64(in.Known), 10)
	}
	return append(b, '}')
}

// element writes an element of a list.
func (w *jsonWriter) element(b []byte, first bool, v any) []byte {
	if !first {
		b = append(b, ',')
	}
	w.buffer.Reset()
	e := json.NewEncoder(&w.buffer)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // the structs hold nothing that cannot be written
	}
	return append(b, bytes.TrimSuffix(w.buffer.Bytes(), []byte("\n"))...)
}

func (w *jsonWriter) form(t patterns.Type) string {
	form, ok := w.forms[t]
	if !ok {
		if w.forms == nil {
			w.forms = make(map[patterns.Type]string)
		}
		form = w.result.Types.Form(t)
		w.forms[t] = form
	}
	return form
}

// definition is a definition and, when they are asked for, its expressions.
func (w *jsonWriter) definition(i int32) (*jsonDefinition, []jsonExpression) {
	r := w.result
	d := &r.Definitions[i]
	x := r.Solver.Derivation(i)
	scheme := r.Solver.Scheme(i)
	p := r.Pattern(scheme)
	out := &jsonDefinition{
		Name: jsonText(d.Name), Span: w.span(d.Span),
		OK: d.OK, Converged: x.Converged, Recursion: "none", Rounds: x.Rounds,
		Signature: jsonText(r.Front.Signature(scheme, scheme.Roots[0], scheme.Roots[1])),
		Pattern:   jsonPattern{p.Roots[0], p.Roots[1], w.nodes(p)},
	}
	if x.Recursive {
		out.Recursion = "polymorphic"
		if x.Recursion == patterns.Monomorphic {
			out.Recursion = "monomorphic"
		}
	}
	if r.Totality != nil {
		out.Partiality = jsonTotalityOf(&r.Totality[i])
	}
	if !w.expressions {
		return out, nil
	}
	list := r.Front.Expressions(i)
	out.Body = &jsonBody{[]jsonNode{}}
	if len(list) == 0 {
		return out, nil
	}
	roots := make([]unify.Node, 0, 2*len(list))
	for _, e := range list {
		roots = append(roots, e.In, e.Out)
	}
	body := r.Pattern(r.Solver.Quotient(roots...))
	out.Body.Nodes = w.nodes(body)
	expressions := make([]jsonExpression, 0, len(list))
	for n, e := range list {
		expressions = append(expressions, jsonExpression{
			Span: w.span(e.Span), Op: e.Op, Definition: jsonText(d.Name),
			In: body.Roots[2*n], Out: body.Roots[2*n+1],
		})
	}
	return out, expressions
}

func (w *jsonWriter) nodes(p patterns.Pattern) []jsonNode {
	nodes := make([]jsonNode, len(p.Nodes))
	for i := range p.Nodes {
		n := &p.Nodes[i]
		nodes[i] = jsonNode{Shape: n.Flat.Form(), Labels: n.Edges}
		if n.Type != patterns.NoType {
			nodes[i].Type = jsonText(w.form(n.Type))
			if name, ok := w.result.TypeName(n.Type); ok {
				if _, atom := w.result.Types.Atom(n.Type); !atom {
					nodes[i].Name = jsonText(name)
				}
			}
		}
	}
	return nodes
}

func (w *jsonWriter) diagnostic(d *lang.Diagnostic) *jsonDiagnostic {
	out := &jsonDiagnostic{
		Code: d.Code, Severity: d.Severity.String(), Message: jsonText(d.Message.String()), Span: w.span(d.Span),
		Label: jsonText(d.Label.String()), Definition: jsonText(d.Definition),
		Notes: phrases(d.Notes), Help: phrases(d.Help),
		Fixes: []jsonFix{}, Related: []jsonRelated{}, Secondary: d.Secondary, Fingerprint: d.Fingerprint,
		jsonExplanation: w.explanation(d.Explanation),
	}
	if c := d.Clash; c != nil {
		out.Clash = &jsonClash{
			Reason: c.Reason, Path: texts(c.Path),
			A: w.witness(c.A), B: w.witness(c.B), C: w.witness(c.C),
		}
		if label := jsonText(c.Label); label != "" {
			out.Clash.Label = &label
		}
	}
	for _, f := range d.Fixes {
		fix := jsonFix{jsonText(f.Title.String()), f.Grade, f.Checked, []jsonEdit{}}
		for _, e := range f.Edits {
			fix.Edits = append(fix.Edits, jsonEdit{w.span(e.Span), jsonText(e.Text)})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	for _, r := range d.Related {
		out.Related = append(out.Related, jsonRelated{w.span(r.Span), jsonText(r.Message.String())})
	}
	return out
}

func (w *jsonWriter) witness(v *lang.Witness) *jsonWitness {
	if v == nil {
		return nil
	}
	return &jsonWitness{w.span(v.Span), jsonText(v.Shape), texts(v.Labels), jsonText(v.Expression)}
}

func texts(list []string) []jsonText {
	out := make([]jsonText, len(list))
	for i, s := range list {
		out[i] = jsonText(s)
	}
	return out
}

func phrases(list []lang.Phrase) []jsonText {
	out := make([]jsonText, len(list))
	for i, p := range list {
		out[i] = jsonText(p.String())
	}
	return out
}
