package report

import (
	"encoding/json"
	"strconv"

	"github.com/patgraph/patgraph/patterns"
)

// totality writes below a signature for which inputs the definition is defined.
func (s *Style) totality(b []byte, t *patterns.Totality) []byte {
	b = append(b, "  "...)
	switch t.Verdict {
	case patterns.Total:
		what := "total"
		if len(t.Endless) > 0 {
			what += " where it ends"
		}
		b = s.paint(b, faint, what)
	case patterns.Partial:
		b = append(b, "partial"...)
	case patterns.Never:
		b = s.paint(b, warningWord, "never defined")
	default:
		b = s.paint(b, faint, "unknown: "+s.prose(t.Reason))
	}
	b = append(b, '\n')
	line := func(what string, c *patterns.Case) {
		b = append(b, "    "...)
		b = append(b, what...)
		if !c.Always {
			b = append(b, " some of"...)
		}
		b = append(b, ' ')
		b = append(b, s.prose(c.Text)...)
		b = s.line(b, faint, ", as on "+s.prose(shortJSON(c.Witness)))
	}
	for i := range t.Undefined {
		line("undefined for", &t.Undefined[i])
	}
	for i := range t.Endless {
		line("never ends for", &t.Endless[i])
	}
	if t.More > 0 {
		b = append(b, "    and more: "...)
		b = strconv.AppendInt(b, int64(t.More), 10)
		b = append(b, '\n')
	}
	return b
}

// shortJSON shortens a value to fit on a line.
func shortJSON(text string) string {
	const most = 120
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

type jsonTotality struct {
	Verdict   string     `json:"verdict"`
	Reason    jsonText   `json:"reason,omitempty"`
	Undefined []jsonCase `json:"undefined"`
	Endless   []jsonCase `json:"endless"`
	More      int        `json:"more,omitempty"`
}

type jsonCase struct {
	For     jsonText        `json:"for"`
	Where   []jsonCondition `json:"where"`
	Always  bool            `json:"always"`
	Witness json.RawMessage `json:"witness"`
}

type jsonCondition struct {
	Path   []jsonText `json:"path"`
	Kind   string     `json:"kind"`
	Labels []jsonText `json:"labels,omitempty"`
	Length *int       `json:"length,omitempty"`
}

func jsonTotalityOf(t *patterns.Totality) *jsonTotality {
	return &jsonTotality{
		Verdict: t.Verdict.String(), Reason: jsonText(t.Reason),
		Undefined: each(t.Undefined, jsonCaseOf), Endless: each(t.Endless, jsonCaseOf), More: t.More,
	}
}

func jsonCaseOf(_ int, c *patterns.Case) jsonCase {
	return jsonCase{jsonText(c.Text), each(c.Where, jsonConditionOf), c.Always, json.RawMessage(c.Witness)}
}

func jsonConditionOf(_ int, c *patterns.Condition) jsonCondition {
	out := jsonCondition{Path: jsonTexts(c.Path), Kind: c.Kind, Labels: jsonTexts(c.Labels)}
	if c.Kind == "length" || c.Kind == "longer" {
		out.Length = &c.Length
	}
	return out
}
