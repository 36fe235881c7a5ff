//go:build !js

package report

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/contract"
)

// Changed is what changed from one program to another.
type Changed struct {
	Old, New *Input // nil: there is none
	Report   *contract.Report
}

// Inputs are those with changes, which are their diagnostics: the new program with what changed and what is new, the
// old one with what is gone.
func (c *Changed) Inputs() (list []*Input) {
	for _, in := range []*Input{c.New, c.Old} {
		if in != nil && len(in.Diagnostics) > 0 {
			list = append(list, in)
		}
	}
	return list
}

// Changes count what changed in several programs.
type Changes struct {
	Level   contract.Level // the highest
	counts  [contract.Gone + 1]int
	failed  int // definitions that were not compared
	Unread  int // pairs of programs that could not both be read
	written int
}

// Add adds the changes of a program, which become the diagnostics of its inputs.
func (all *Changes) Add(c *Changed) {
	for _, in := range []*Input{c.Old, c.New} {
		if in != nil {
			in.Diagnostics, in.Hidden, in.Known = nil, 0, 0
		}
	}
	for _, ch := range c.Report.Changes {
		all.counts[ch.Relation]++
		all.Level = max(all.Level, ch.Level)
		if ch.Failed != "" {
			all.failed++
		}
		in := c.New
		if ch.New < 0 {
			in = c.Old
		}
		if (ch.Relation != contract.Same || ch.Level > contract.Patch) && c.Old != nil && c.New != nil {
			in.Diagnostics = append(in.Diagnostics, c.diagnostic(ch))
		}
	}
	n := "with " + lang.Count(len(c.Report.Changes), "definition", "definitions")
	switch {
	case c.Old == nil:
		c.New.Diagnostics = []lang.Diagnostic{{Code: lang.CompatibleChange, Severity: lang.Note,
			Message: lang.Text("this program is new, " + n)}}
	case c.New == nil:
		c.Old.Diagnostics = []lang.Diagnostic{{Code: lang.BreakingChange, Message: lang.Text("this program is gone, " + n)}}
	}
}

// signatureIn is the signature of a definition, or "".
func signatureIn(in *Input, d int32) string {
	if in == nil || d < 0 {
		return ""
	}
	r := in.Result
	return lang.Signature(r.Front.ShortSignature(r.Solver.View(d).Within(patterns.LongSide)))
}

// mostReasons is how many reasons a change has as text.
const mostReasons = 5

func (c *Changed) diagnostic(ch *contract.Change) lang.Diagnostic {
	in, at := c.New, ch.New
	if at < 0 {
		in, at = c.Old, ch.Old
	}
	d := lang.Diagnostic{Code: lang.CompatibleChange, Severity: lang.Note, Definition: ch.Name,
		Span: nameSpan(in, at)}
	if ch.Level == contract.Major {
		d.Code, d.Severity = lang.BreakingChange, lang.Error
	}
	reasons := c.reasons(ch)
	says := ch.Relation.String()
	switch {
	case ch.Failed != "":
		says, reasons = "not compared", []string{ch.Failed}
	case ch.Renamed != "" && ch.New < 0:
		says += "; it is probably called `" + ch.Renamed + "` now"
	case ch.Renamed != "":
		says += "; it was probably called `" + ch.Renamed + "`"
	case ch.Relation == contract.Same:
		says = "the same for values, but has another type"
	}
	message := "`" + ch.Name + "` is " + says
	if len(reasons) > 0 {
		message += ": " + reasons[0]
	}
	d.Message = lang.Text(message)
	note := func(text string) { d.Notes = append(d.Notes, lang.Text(text)) }
	for _, r := range reasons[min(1, len(reasons)):min(mostReasons, len(reasons))] {
		note(r)
	}
	if n := len(reasons) - mostReasons; n > 0 {
		note(lang.Count(n, "more reason", "more reasons"))
	}
	before, now := signatureIn(c.Old, ch.Old), signatureIn(c.New, ch.New)
	if before != now && before != "" {
		note("before: " + before)
	}
	if before != now && now != "" {
		note("now:    " + now)
	}
	if w := ch.Witness; w != nil {
		if w.Outside {
			note(w.Value + " does not fit the input any more; it " + w.Old + " before and " + w.New + " now")
		} else {
			note("on " + w.Value + ", it " + w.Old + " before and " + w.New + " now")
		}
	}
	return d
}

// nameSpan is the place of a definition's name: its first line.
func nameSpan(in *Input, d int32) lang.Span {
	span := in.Result.Definitions[d].Span
	name := strings.TrimPrefix(in.Result.Definitions[d].Name, "$")
	if i := strings.Index(string(in.File.Src[span.Start:span.End]), name); i >= 0 {
		start := span.Start + int32(i)
		return lang.Span{Start: start, End: start + int32(len(name))}
	}
	return span
}

func (c *Changed) reasons(ch *contract.Change) (list []string) {
	problems, allowed := ch.Breaks, false
	if ch.Level != contract.Major {
		problems, allowed = ch.Allows, true
	}
	seen := make(map[string]bool)
	for i := range problems {
		if text := c.Report.Reason(&problems[i], allowed); !seen[text] {
			seen[text] = true
			list = append(list, text)
		}
	}
	if ch.Retyped {
		list = append(list, "programs that write its type out need the new one")
	}
	return list
}

// AppendChanges writes the summary of all changes.
func (s *Style) AppendChanges(b []byte, all *Changes) []byte {
	n := 0
	var parts []string
	for r, k := range all.counts {
		if n += k; contract.Relation(r) == contract.Different {
			k -= all.failed
		}
		if k > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", k, contract.Relation(r)))
		}
	}
	if all.failed > 0 {
		parts = append(parts, fmt.Sprintf("%d not compared", all.failed))
	}
	line := lang.Count(n, "definition", "definitions")
	if len(parts) > 0 {
		line += ": " + strings.Join(parts, ", ")
	}
	if all.Unread > 0 {
		line += ", in programs that could be read"
	}
	switch {
	case all.Level > contract.Patch:
		line += "; a " + all.Level.String() + " change"
	case n == 0 && all.Unread > 0:
		line = "nothing was compared"
	case all.failed > 0:
		line += "; nothing else changed for callers"
	default:
		line += "; nothing changed for callers"
	}
	return append(b, line+"\n"...)
}

type jsonChange struct {
	File     jsonText       `json:"file"`
	Name     jsonText       `json:"name"`
	Renamed  jsonText       `json:"renamed,omitempty"`
	Relation string         `json:"relation"`
	Level    string         `json:"level"`
	Input    string         `json:"input,omitempty"`
	Output   string         `json:"output,omitempty"`
	Span     *jsonSpan      `json:"span,omitempty"`
	OldSpan  *jsonSpan      `json:"oldSpan,omitempty"`
	Before   jsonText       `json:"before,omitempty"`
	Now      jsonText       `json:"now,omitempty"`
	Reasons  []jsonText     `json:"reasons"`
	Witness  *jsonWitnessed `json:"witness,omitempty"`
}

type jsonWitnessed struct {
	Value   json.RawMessage `json:"value"`
	Outside bool            `json:"outside,omitempty"`
	Before  jsonText        `json:"before"`
	Now     jsonText        `json:"now"`
}

// AppendData writes the changes of a program as JSON, and AppendSummaryData the rest of the document.
func (all *Changes) AppendData(b []byte, c *Changed) []byte {
	for _, ch := range c.Report.Changes {
		b = AppendJSON(append(b, all.separator()...), c.data(ch))
	}
	return b
}

func (all *Changes) separator() string {
	if all.written++; all.written == 1 {
		return `{"schema":"` + Schema + `","changes":[` + "\n"
	}
	return ",\n"
}

// AppendSummaryData writes the summary.
func (all *Changes) AppendSummaryData(b []byte) []byte {
	if all.written == 0 {
		b = append(b, all.separator()...)
	}
	b = append(b, "\n],\"summary\":{"...)
	for r, k := range all.counts {
		b = fmt.Appendf(b, `"%s":%d,`, contract.Relation(r), k)
	}
	return fmt.Appendf(b, "\"notCompared\":%d,\"unread\":%d,\"level\":\"%s\"}}\n", all.failed, all.Unread, all.Level)
}

func (c *Changed) data(ch *contract.Change) *jsonChange {
	x := &jsonChange{
		Name: jsonName(ch.Name), Renamed: jsonName(ch.Renamed), Relation: ch.Relation.String(), Level: ch.Level.String(),
		Before: jsonText(signatureIn(c.Old, ch.Old)), Now: jsonText(signatureIn(c.New, ch.New)),
		Reasons: jsonTexts(c.reasons(ch)),
	}
	place := func(in *Input, d int32) *jsonSpan {
		if in == nil || d < 0 {
			return nil
		}
		x.File = jsonText(in.Name)
		span := (&jsonWriter{Input: in}).span(in.Result.Definitions[d].Span)
		return &span
	}
	x.OldSpan, x.Span = place(c.Old, ch.Old), place(c.New, ch.New)
	if ch.Failed != "" {
		x.Reasons = []jsonText{jsonText(ch.Failed)}
	} else if ch.Old >= 0 && ch.New >= 0 {
		x.Input, x.Output = ch.Input.String(), ch.Output.String()
	}
	if w := ch.Witness; w != nil {
		x.Witness = &jsonWitnessed{json.RawMessage(w.Value), w.Outside, jsonText(w.Old), jsonText(w.New)}
	}
	return x
}
