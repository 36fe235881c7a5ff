package report

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Numbers of steps and constraints count from 1, as in text.

type jsonProof struct {
	Root  int        `json:"root"`
	Steps []jsonStep `json:"steps"`
}

type jsonStep struct {
	ID         int       `json:"id"`
	Rule       string    `json:"rule"`
	Constraint int32     `json:"constraint,omitempty"`
	Label      *jsonText `json:"label,omitempty"`
	Premises   []int32   `json:"premises,omitempty"`
	Concludes  jsonText  `json:"concludes"`
	Line       jsonText  `json:"line,omitempty"`
	Reason     string    `json:"reason,omitempty"`
	Span       *jsonSpan `json:"span,omitempty"`
	Definition jsonText  `json:"definition,omitempty"`
}

type jsonCore struct {
	Constraints []jsonConstraint `json:"constraints"`
	Minimal     *bool            `json:"minimal,omitempty"`
	Checked     bool             `json:"checked"`
}

type jsonConstraint struct {
	ID         int      `json:"id"`
	Rule       string   `json:"rule"`
	Part       string   `json:"part,omitempty"`
	Span       jsonSpan `json:"span"`
	Definition jsonText `json:"definition,omitempty"`
	Text       jsonText `json:"text,omitempty"`
}

type jsonBlame struct {
	Rank  int        `json:"rank"`
	Span  jsonSpan   `json:"span"`
	Score float64    `json:"score"`
	Needs *jsonNeeds `json:"needs,omitempty"`
}

type jsonNeeds struct {
	In  jsonText `json:"in"`
	Out jsonText `json:"out"`
}

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
	What  jsonText   `json:"what"`
	Proof *jsonProof `json:"proof,omitempty"`
	Core  *jsonCore  `json:"core"`
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

func (w *jsonWriter) proof(steps []lang.Step) *jsonProof {
	if len(steps) == 0 {
		return nil
	}
	p := &jsonProof{len(steps), make([]jsonStep, len(steps))}
	for i := range steps {
		s := &steps[i]
		out := jsonStep{
			ID: i + 1, Rule: s.Rule, Concludes: jsonText(s.Concludes), Line: jsonText(s.Line),
			Reason: s.Reason, Definition: jsonText(s.Definition),
		}
		switch s.Rule {
		case lang.StepAxiom:
			out.Constraint = s.Constraint + 1
		case lang.StepLabel, lang.StepMember, lang.StepUnfold:
			label := jsonText(s.Label)
			out.Label = &label
		}
		for _, p := range premises(steps, i) {
			out.Premises = append(out.Premises, int32(p)+1)
		}
		if s.Span != (lang.Span{}) {
			span := w.span(s.Span)
			out.Span = &span
		}
		p.Steps[i] = out
	}
	return p
}

// core has the key minimal only where that was a question.
func (w *jsonWriter) constraints(core []lang.Constraint, checked bool) *jsonCore {
	out := &jsonCore{Constraints: make([]jsonConstraint, len(core)), Checked: checked}
	for i := range core {
		c := &core[i]
		out.Constraints[i] = jsonConstraint{i + 1, c.Rule, c.Part, w.span(c.Span), jsonText(c.Definition), jsonText(c.Text)}
	}
	return out
}

func (w *jsonWriter) core(core []lang.Constraint, minimal, checked bool) *jsonCore {
	out := w.constraints(core, checked)
	out.Minimal = &minimal
	return out
}

func (w *jsonWriter) blame(list []lang.Blame) []jsonBlame {
	out := make([]jsonBlame, len(list))
	for i := range list {
		p := &list[i]
		out[i] = jsonBlame{Rank: i + 1, Span: w.span(p.Span), Score: proper(p.Score)}
		if p.In != "" || p.Out != "" {
			out[i].Needs = &jsonNeeds{jsonText(p.In), jsonText(p.Out)}
		}
	}
	return out
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
		out.Parts = append(out.Parts, jsonWhyPart{jsonText(p.What), w.proof(p.Steps), w.constraints(p.Core, p.Checked)})
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
				e.Number, e.Reason, w.span(e.Span), jsonText(e.Definition), jsonText(e.What), jsonText(e.After), e.Outcome,
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
