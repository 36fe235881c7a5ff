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
}

type jsonWhyPart struct {
	What        jsonText         `json:"what"`
	Proof       *jsonProof       `json:"proof,omitempty"`
	Constraints []jsonConstraint `json:"constraints"`
	Checked     bool             `json:"checked"`
}

type jsonTrace struct {
	Name   jsonText         `json:"name"`
	Events []jsonTraceEvent `json:"events"`
}

type jsonTraceEvent struct {
	Step       int32    `json:"step"`
	Reason     string   `json:"reason"`
	Span       jsonSpan `json:"span"`
	Definition jsonText `json:"definition,omitempty"`
	What       jsonText `json:"what"`
	After      jsonText `json:"after,omitempty"`
	Outcome    string   `json:"outcome,omitempty"`
}

// AppendWhyData writes what AppendWhy writes as a document of its own.
func AppendWhyData(b []byte, in *Input, why *patterns.Why) []byte {
	w := jsonWriter{result: in.Result, source: in.File}
	out := &jsonWhy{
		Span: w.span(why.Span), Expression: jsonText(why.Expression), Definition: jsonText(why.Definition),
		Signature: jsonText(why.Signature), Step: why.Step, Steps: why.Steps, Parts: []jsonWhyPart{},
	}
	for i := range why.Parts {
		p := &why.Parts[i]
		x := w.explanation(&lang.Explanation{Steps: p.Steps, Story: p.Story, Core: p.Core})
		out.Parts = append(out.Parts, jsonWhyPart{jsonText(p.What.String()), x.Proof, x.Core.Constraints, p.Checked})
	}
	return w.document(b, in, "why", out)
}

// AppendTraceData writes traces as a document of its own.
func AppendTraceData(b []byte, in *Input, traces []Trace) []byte {
	w := jsonWriter{result: in.Result, source: in.File}
	out := make([]jsonTrace, len(traces))
	for i, t := range traces {
		out[i] = jsonTrace{jsonText(t.Definition), make([]jsonTraceEvent, len(t.Events))}
		for j := range t.Events {
			e := &t.Events[j]
			out[i].Events[j] = jsonTraceEvent{
				e.Number, e.Reason.String(), w.span(e.Span), jsonText(e.Definition), jsonText(e.What.String()), jsonText(e.After), e.Outcome,
			}
		}
	}
	return w.document(b, in, "definitions", out)
}

func (w *jsonWriter) document(b []byte, in *Input, key string, v any) []byte {
	b = append(b, `{"schema":"`+Schema+`","file":`...)
	b = appendText(b, in.Name)
	b = append(b, `,"`+key+`":`...)
	return append(w.element(b, true, v), "}\n"...)
}
