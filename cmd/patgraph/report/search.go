//go:build !js

package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/search"
)

// A Found is a definition that fits a pattern.
type Found struct {
	File         string
	Line, Column int
	Name         string
	Signature    string
	Match        search.Match
	Code         string // how to use it, with a conversion

	Ran     bool // instead of a match: it takes a value, and was run on it
	Verdict lang.Verdict
	Value   string // what it gave, perhaps shortened
}

// CompareOutcomes orders definitions that were run: by their verdicts, those that gave a value first, then by how well
// they fit.
func (f *Found) CompareOutcomes(g *Found) int {
	return cmp.Or(cmp.Compare(f.Verdict, g.Verdict), f.Match.Compare(g.Match))
}

// heading returns the heading of a list with the definition.
func (f *Found) heading() string {
	switch {
	case !f.Ran:
		return rankHeadings[f.Match.Rank]
	case f.Verdict != lang.Defined:
		return "take such values; a run on this one ended with `" + f.Verdict.String() + "`"
	case f.Match.Rank == search.Loose:
		return "take any value"
	}
	return "take the value"
}

// rankHeadings are the headings of the ranks, and rankNames their names in data.
var (
	rankHeadings = [...]string{
		search.Equal: "equal", search.General: "more general than the pattern",
		search.Special:   "special cases of the pattern",
		search.Converted: "with a conversion", search.Overlap: "for some types",
		search.Loose: "because one side may be anything",
	}
	rankNames = [...]string{
		search.Equal: "equal", search.General: "general", search.Special: "special", search.Converted: "converted",
		search.Overlap: "overlap", search.Loose: "loose",
	}
)

// AppendFound writes definitions that fit a pattern, below the ranks.
func (s *Style) AppendFound(b []byte, list []Found) []byte {
	places := each(list, func(_ int, f *Found) string {
		return fmt.Sprintf("%s:%d:%d", s.name(f.File), f.Line, f.Column)
	})
	uses := each(list, func(_ int, f *Found) string {
		if f.Code != "" {
			return s.prose(f.Code)
		}
		return s.prose(f.Name)
	})
	placeColumn, useColumn := column(places, widestPlace), column(uses, widestName)
	for i := range list {
		if h := list[i].heading(); i == 0 || h != list[i-1].heading() {
			if i > 0 {
				b = append(b, '\n')
			}
			b = s.line(b, heading, h+":")
		}
		b = append(b, "  "+padded(places[i], placeColumn)+"  "...)
		b = s.paint(b, heading, uses[i])
		b = append(b, blanks(useColumn-width(uses[i]))+" : "+s.prose(list[i].Signature)...)
		if list[i].Value != "" {
			b = append(b, ", here "+s.prose(list[i].Value)...)
		}
		b = append(b, '\n')
	}
	return b
}

// widestPlace is the maximum width of a place that counts for alignment.
const widestPlace = 60

type jsonFound struct {
	File      jsonText `json:"file"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	Name      jsonText `json:"name"`
	Signature jsonText `json:"signature"`
	Rank      string   `json:"rank,omitempty"`
	Code      jsonText `json:"code,omitempty"`
	Outcome   string   `json:"outcome,omitempty"`
	Value     jsonText `json:"value,omitempty"`
}

// AppendFoundData writes the content of AppendFound as a document.
func AppendFoundData(b []byte, list []Found, more bool) []byte {
	b = append(b, `{"schema":"`+Schema+`","matches":`...)
	b = AppendJSON(b, each(list, func(_ int, f *Found) jsonFound {
		x := jsonFound{File: jsonText(f.File), Line: f.Line, Column: f.Column, Name: jsonText(f.Name),
			Signature: jsonText(f.Signature), Code: jsonText(f.Code), Value: jsonText(f.Value)}
		if x.Rank = rankNames[f.Match.Rank]; f.Ran {
			x.Rank, x.Outcome = "", strings.ReplaceAll(f.Verdict.String(), " ", "-")
		}
		return x
	}))
	return append(b, fmt.Sprintf(`,"more":%t}`+"\n", more)...)
}
