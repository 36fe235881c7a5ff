package report

import (
	"strings"

	"github.com/patgraph/patgraph/patterns"
)

// sizes writes a line for each name of a size of a definition: that it is free, or what limits it and where.
func (s *Style) sizes(b []byte, in *Input, d int32) []byte {
	list := sizesOf(in.Result, d)
	column := column(each(list, func(_ int, x *patterns.NamedSize) string { return s.prose(x.Name) }), widestName)
	for i := range list {
		x := &list[i]
		b = append(b, "  "+padded(s.prose(x.Name), column)+"  "...)
		if len(x.Limits) == 0 {
			b = append(b, "free\n"...)
		}
		for k := range x.Limits {
			if k > 0 {
				b = append(b, blanks(column+4)...)
			}
			at := x.Limits[k].Span
			b = s.paint(b, warningWord, s.prose(x.Limits[k].Says))
			b = append(b, ": "+s.Excerpt(in.File, at)+" at "+strings.TrimSpace(s.placeIn(in.File, at))+"\n"...)
		}
	}
	return b
}

// sizesOf returns the named sizes of a definition.
func sizesOf(r *patterns.Result, d int32) (list []patterns.NamedSize) {
	for i := range r.Sizes {
		if r.Sizes[i].Definition == d {
			list = append(list, r.Sizes[i])
		}
	}
	return list
}

type jsonNamedSize struct {
	Name   jsonText        `json:"name"`
	Free   bool            `json:"free"`
	Limits []jsonSizeLimit `json:"limits"`
}

type jsonSizeLimit struct {
	Message jsonText  `json:"message"`
	Span    jsonSpan  `json:"span"`
	Node    *jsonNode `json:"node,omitempty"`
}

func (w *jsonWriter) namedSize(_ int, x *patterns.NamedSize) jsonNamedSize {
	limit := func(_ int, l *patterns.Limit) jsonSizeLimit {
		return jsonSizeLimit{jsonText(l.Says), w.span(l.Span), nodeAt(w.File, l.Span)}
	}
	return jsonNamedSize{jsonText(x.Name), len(x.Limits) == 0, each(x.Limits, limit)}
}
