package report

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

type jsonWhy struct {
	Span       jsonSpan      `json:"span"`
	Expression jsonText      `json:"expression"`
	Definition jsonText      `json:"definition"`
	Signature  jsonText      `json:"signature"`
	Step       int32         `json:"step"`
	Steps      int32         `json:"steps"`
	Parts      []jsonWhyPart `json:"parts"`
	Incomplete bool          `json:"incomplete,omitempty"`
}

type jsonWhyPart struct {
	What        jsonText         `json:"what"`
	Proof       *jsonProof       `json:"proof,omitempty"`
	Story       []jsonLine       `json:"story,omitempty"`
	Constraints []jsonConstraint `json:"constraints"`
	Checked     bool             `json:"checked"`
}

type jsonTrace struct {
	Name   jsonText         `json:"name"`
	Events []jsonTraceEvent `json:"events"`
	More   int              `json:"more,omitempty"`
}

type jsonTraceEvent struct {
	Step       int32      `json:"step"`
	Reason     string     `json:"reason"`
	Span       jsonSpan   `json:"span"`
	Definition jsonText   `json:"definition,omitempty"`
	What       jsonText   `json:"what"`
	Before     []jsonText `json:"before,omitempty"`
	After      jsonText   `json:"after,omitempty"`
	Outcome    string     `json:"outcome,omitempty"`
	Trivial    bool       `json:"trivial,omitempty"`
}

// AppendWhyData writes the content of AppendWhy as a document.
func AppendWhyData(b []byte, in *Input, why *patterns.Why) []byte {
	w := jsonWriter{Input: in}
	return appendDocument(b, in, "why", &jsonWhy{
		Span: w.span(why.Span), Expression: jsonText(why.Expression), Definition: jsonName(why.Definition),
		Signature: jsonText(why.Signature), Step: why.Step, Steps: why.Steps, Parts: each(why.Parts, w.whyPart),
		Incomplete: why.Incomplete,
	})
}

func (w *jsonWriter) whyPart(_ int, p *patterns.WhyPart) jsonWhyPart {
	x := w.explanation(&lang.Explanation{Steps: p.Steps, Story: p.Story, Core: p.Core})
	out := jsonWhyPart{jsonText(p.What.String()), x.Proof, nil, x.Core.Constraints, p.Checked}
	if out.Proof == nil {
		out.Story = each(p.Story, w.line)
	}
	return out
}

// AppendTraceData writes traces as a document.
func AppendTraceData(b []byte, in *Input, traces []Trace) []byte {
	w := jsonWriter{Input: in}
	event := func(t *Trace, e *patterns.TraceEvent) jsonTraceEvent {
		x := jsonTraceEvent{
			Step: e.Number, Reason: e.Reason.String(), Span: w.span(e.Span), Definition: jsonName(e.Definition),
			What:  jsonText(e.What.String()),
			After: jsonText(e.After), Outcome: e.Outcome,
			Trivial: t.Trivial != nil && t.Trivial(int(e.Number)),
		}
		if e.Before != [2]string{} {
			x.Before = []jsonText{jsonText(e.Before[0]), jsonText(e.Before[1])}
		}
		return x
	}
	return appendDocument(b, in, "definitions", each(traces, func(_ int, t *Trace) jsonTrace {
		events := each(t.Events, func(_ int, e *patterns.TraceEvent) jsonTraceEvent { return event(t, e) })
		return jsonTrace{jsonName(t.Definition), events, t.Steps - len(t.Events)}
	}))
}

// appendDocument writes a value about an input, under a key, as a document.
func appendDocument(b []byte, in *Input, key string, v any) []byte {
	b = append(b, `{"schema":"`+Schema+`","file":`...)
	b = appendText(b, in.Name)
	b = append(b, `,"`+key+`":`...)
	return append(AppendJSON(b, v), "}\n"...)
}
