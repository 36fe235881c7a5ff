//go:build !js

package report

import (
	"fmt"

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
}

// rankHeadings are the headings of the ranks, and rankNames their names in data.
var (
	rankHeadings = [...]string{
		search.Equal: "equal", search.General: "more general than the pattern", search.Special: "special cases of the pattern",
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
	places := each(list, func(_ int, f *Found) string { return fmt.Sprintf("%s:%d:%d", s.name(f.File), f.Line, f.Column) })
	uses := each(list, func(_ int, f *Found) string {
		if f.Code != "" {
			return s.prose(f.Code)
		}
		return s.prose(f.Name)
	})
	placeColumn, useColumn := column(places, widestPlace), column(uses, widestName)
	for i := range list {
		if i == 0 || list[i].Match.Rank != list[i-1].Match.Rank {
			if i > 0 {
				b = append(b, '\n')
			}
			b = s.line(b, heading, rankHeadings[list[i].Match.Rank]+":")
		}
		b = append(b, "  "+padded(places[i], placeColumn)+"  "...)
		b = s.paint(b, heading, uses[i])
		b = append(b, blanks(useColumn-width(uses[i]))+" : "+s.prose(list[i].Signature)+"\n"...)
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
	Rank      string   `json:"rank"`
	Code      jsonText `json:"code,omitempty"`
}

// AppendFoundData writes the content of AppendFound as a document.
func AppendFoundData(b []byte, list []Found, more bool) []byte {
	b = append(b, `{"schema":"`+Schema+`","matches":`...)
	b = AppendJSON(b, each(list, func(_ int, f *Found) jsonFound {
		return jsonFound{jsonText(f.File), f.Line, f.Column, jsonText(f.Name), jsonText(f.Signature),
			rankNames[f.Match.Rank], jsonText(f.Code)}
	}))
	return append(b, fmt.Sprintf(`,"more":%t}`+"\n", more)...)
}
