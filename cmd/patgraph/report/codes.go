package report

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// AppendAllTypes is AppendTypes for all types that an input itself defines.
func (s *Style) AppendAllTypes(b []byte, in *Input, levels int) []byte {
	if in.Result == nil || in.Language.Types == nil {
		return b
	}
	return s.AppendTypes(b, in, in.Language.Types(in.Result).All(levels, in.shows))
}

// AppendTypes describes some types of an input, each in a block.
func (s *Style) AppendTypes(b []byte, in *Input, list []language.TypeInfo) []byte {
	for i := range list {
		if i > 0 {
			b = append(b, '\n')
		}
		b = s.appendCode(b, in, &list[i])
	}
	return b
}

func (s *Style) appendCode(b []byte, in *Input, t *language.TypeInfo) []byte {
	if len(t.Names) > 0 {
		b = s.paint(b, heading, "$"+s.prose(t.Names[0]))
		b = append(b, " = "+s.prose(t.Code)...)
	} else {
		b = s.paint(b, heading, s.prose(t.Code))
	}
	if !t.Span.Empty() {
		b = s.paint(b, faint, "  "+s.name(lineColumn(in.File, t.Span)))
	}
	b = append(b, '\n')
	line := func(key, text string) {
		if text != "" {
			b = s.paint(b, faint, fmt.Sprintf("  %-10s", key))
			b = append(b, s.prose(text)+"\n"...)
		}
	}
	if len(t.Names) > 1 {
		line("also", "$"+strings.Join(t.Names[1:], ", $"))
	}
	line("unfolded", t.Unfolded)
	if t.Form != "" {
		line("canonical", t.Form)
		line("id", t.ID)
		line(t.ShortIn+" name", t.ShortName)
	} else {
		line("canonical", "too large to be written")
	}
	states := strconv.Itoa(t.States)
	if t.AtLeast {
		states = "at least " + states
	}
	line("states", states)
	line("values", countText(t.Count))
	if t.LeastLong {
		line("least", "too long to be written")
	} else {
		line("least", t.Least)
	}
	return b
}

func countText(c patterns.Count) string {
	switch {
	case c.Infinite:
		return "infinitely many"
	case c.Exact == nil:
		return fmt.Sprintf("at least 2^%d", patterns.CountBits)
	case c.Exact.Sign() == 0:
		return "none"
	}
	return c.Exact.String()
}

type jsonCode struct {
	Names      []jsonText      `json:"names"`
	Span       jsonSpan        `json:"span,omitzero"`
	Code       jsonText        `json:"code"`
	Unfolded   jsonText        `json:"unfolded,omitempty"`
	Canonical  jsonText        `json:"canonical,omitempty"`
	ID         string          `json:"id,omitempty"`
	ShortName  string          `json:"shortName,omitempty"`
	States     int             `json:"states"`
	MoreStates bool            `json:"moreStates,omitempty"`
	Values     string          `json:"values"`
	Least      json.RawMessage `json:"least,omitempty"`
}

func (w *jsonWriter) code(t *language.TypeInfo) *jsonCode {
	out := &jsonCode{
		Names: jsonTexts(t.Names), Code: jsonText(t.Code), Unfolded: jsonText(t.Unfolded),
		Canonical: jsonText(t.Form), ID: t.ID, ShortName: t.ShortName,
		States: t.States, MoreStates: t.AtLeast, Values: t.Count.String(), Least: json.RawMessage(t.Least),
	}
	if !t.Span.Empty() {
		out.Span = w.span(t.Span)
	}
	return out
}

// codes writes the types of a file, for the field Codes of JSON.
func (w *jsonWriter) codes(b []byte, levels int) []byte {
	b = append(b, `,"codes":[`...)
	if types := w.Language.Types; types != nil {
		list := types(w.Result).All(levels, w.shows)
		for i := range list {
			b = appendElement(b, w.code(&list[i]))
		}
	}
	return append(b, ']')
}

// AppendCodeData describes one type as a document.
func AppendCodeData(b []byte, in *Input, t *language.TypeInfo) []byte {
	w := jsonWriter{Input: in}
	return appendDocument(b, in, "code", w.code(t))
}

// A Comparison is the result of comparing two types.
type Comparison struct {
	A, B   string // as requested
	TypeA  patterns.Type
	TypeB  patterns.Type
	ID     string   // of both, if they are equal and not too large
	Path   []string // labels
	Place  []string // the same in the notation of the language
	PartA  string   // the type at the end of the path
	PartB  string
	Value  string // a value of only one of them
	First  bool   // of A
	Differ patterns.Separation
}

// Equal reports whether the types are equal.
func (c *Comparison) Equal() bool { return c.TypeA == c.TypeB }

// AppendComparison writes a comparison as text.
func (s *Style) AppendComparison(b []byte, c *Comparison) []byte {
	if c.Equal() {
		b = s.paint(b, heading, "equal")
		if c.ID != "" {
			b = append(b, ": "+c.ID...)
		}
		return append(b, '\n')
	}
	b = s.paint(b, heading, "different")
	b = append(b, s.prose(leading(" at ", strings.Join(c.Place, ".")))+"\n"...)
	a, z := s.prose(c.A), s.prose(c.B)
	column := min(max(width(a), width(z)), 2*widestName)
	b = append(b, "  "+padded(a, column)+" has "+s.prose(c.PartA)+"\n"...)
	b = append(b, "  "+padded(z, column)+" has "+s.prose(c.PartB)+"\n"...)
	owner := z
	if c.First {
		owner = a
	}
	switch c.Differ {
	case patterns.Separate:
		b = append(b, "  only "+owner+" has the value "+s.prose(c.Value)...)
	case patterns.Inseparable:
		b = append(b, "  no finite value belongs to one of them alone"...)
	default:
		b = append(b, "  a value that belongs to one of them alone is too long to be written"...)
	}
	return append(b, '\n')
}

type jsonComparison struct {
	A          jsonText        `json:"a"`
	B          jsonText        `json:"b"`
	Equal      bool            `json:"equal"`
	ID         string          `json:"id,omitempty"`
	Difference *jsonDifference `json:"difference,omitempty"`
}

type jsonDifference struct {
	Path  []jsonText      `json:"path"`
	A     jsonText        `json:"a"`
	B     jsonText        `json:"b"`
	Found string          `json:"found"`
	Value json.RawMessage `json:"value,omitempty"`
	Only  string          `json:"only,omitempty"`
}

// AppendComparisonData is AppendComparison as a document.
func AppendComparisonData(b []byte, in *Input, c *Comparison) []byte {
	doc := jsonComparison{A: jsonText(c.A), B: jsonText(c.B), Equal: c.Equal(), ID: c.ID}
	if !c.Equal() {
		d := &jsonDifference{Path: jsonTexts(c.Path), A: jsonText(c.PartA), B: jsonText(c.PartB)}
		d.Found = [...]string{
			patterns.Separate: "value", patterns.Inseparable: "none", patterns.Unseparated: "unknown",
		}[c.Differ]
		if c.Differ == patterns.Separate {
			d.Value, d.Only = json.RawMessage(c.Value), "b"
			if c.First {
				d.Only = "a"
			}
		}
		doc.Difference = d
	}
	return appendDocument(b, in, "comparison", &doc)
}
