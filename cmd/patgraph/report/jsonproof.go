package report

import (
	"bytes"
	"strconv"

	"github.com/patgraph/patgraph/lang"
)

// A jsonExplanation is the part of a diagnostic that gives its reasons. Numbers of steps, constraints and places count
// from 1.
type jsonExplanation struct {
	Proof *jsonProof `json:"proof,omitempty"`
	Core  jsonCore   `json:"core"`
}

type jsonProof struct {
	Root  int        `json:"root"`
	Steps []jsonStep `json:"steps"`
	Story []jsonLine `json:"story,omitempty"`
}

type jsonLine struct {
	Text       jsonText `json:"text"`
	Reason     jsonText `json:"reason,omitempty"`
	Span       jsonSpan `json:"span"`
	Definition jsonText `json:"definition,omitempty"`
	Step       int32    `json:"step,omitempty"`
}

type jsonStep struct {
	ID         int       `json:"id"`
	Rule       string    `json:"rule"`
	Constraint int32     `json:"constraint,omitempty"`
	Label      *jsonText `json:"label,omitempty"`
	Premises   []int32   `json:"premises,omitempty"`
	Concludes  jsonText  `json:"concludes"`
	Reason     jsonText  `json:"reason,omitempty"`
	Span       jsonSpan  `json:"span,omitzero"`
	Definition jsonText  `json:"definition,omitempty"`
}

type jsonCore struct {
	Constraints []jsonConstraint `json:"constraints"`
	Minimal     bool             `json:"minimal"`
	Checked     bool             `json:"checked"`
}

type jsonConstraint struct {
	ID         int      `json:"id"`
	Rule       string   `json:"rule"`
	Part       string   `json:"part"`
	Span       jsonSpan `json:"span"`
	Definition jsonText `json:"definition,omitempty"`
}

type jsonBlame struct {
	Rank  int       `json:"rank"`
	Span  jsonSpan  `json:"span"`
	Score jsonScore `json:"score"`
	Needs jsonNeeds `json:"needs,omitzero"`
}

type jsonNeeds struct {
	In  jsonText `json:"in,omitempty"`
	Out jsonText `json:"out,omitempty"`
}

// A jsonScore is written with at most three decimals: the last bits of a sum may differ between processors and mean
// nothing.
type jsonScore float64

// MarshalJSON writes the number; NaN and infinities are 0.
func (s jsonScore) MarshalJSON() ([]byte, error) {
	b := strconv.AppendFloat(nil, proper(float64(s)), 'f', 3, 64)
	b = bytes.TrimSuffix(bytes.TrimRight(b, "0"), []byte("."))
	if string(b) == "-0" {
		b = b[1:]
	}
	return b, nil
}

func (w *jsonWriter) explanation(e *lang.Explanation) *jsonExplanation {
	if e == nil {
		return nil
	}
	out := &jsonExplanation{
		Core: jsonCore{each(e.Core, w.constraint), e.Minimal, e.Checked},
	}
	if len(e.Steps) > 0 {
		out.Proof = &jsonProof{len(e.Steps), each(e.Steps, w.step), each(e.Story, w.line)}
	}
	return out
}

func (w *jsonWriter) line(i int, l *lang.Line) jsonLine {
	out := jsonLine{jsonText(l.Text.String()), jsonText(l.Reason), w.span(l.Span), jsonName(l.Definition), l.Step}
	if out.Step == int32(i+1) {
		out.Step = 0
	}
	return out
}

func (w *jsonWriter) constraint(i int, c *lang.Constraint) jsonConstraint {
	return jsonConstraint{i + 1, c.Rule, c.Part, w.span(c.Span), jsonName(c.Definition)}
}

func (w *jsonWriter) blame(i int, p *lang.Blame) jsonBlame {
	return jsonBlame{i + 1, w.span(p.Span), jsonScore(p.Score), jsonNeeds{jsonText(p.In), jsonText(p.Out)}}
}

func (w *jsonWriter) step(i int, s *lang.Step) jsonStep {
	out := jsonStep{
		ID: i + 1, Rule: s.Rule, Constraint: s.Constraint + 1,
		Concludes: jsonText(s.Concludes.String()), Reason: jsonText(s.Reason), Definition: jsonName(s.Definition),
	}
	for _, p := range s.Premises {
		out.Premises = append(out.Premises, p+1)
	}
	// For these rules even an empty label is meaningful.
	about := s.Rule == lang.StepLabel || s.Rule == lang.StepMember || s.Rule == lang.StepUnfold
	if label := jsonName(s.Label); about || label != "" {
		out.Label = &label
	}
	if s.Span != (lang.Span{}) {
		out.Span = w.span(s.Span)
	}
	return out
}
