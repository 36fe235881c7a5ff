package cli

import (
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
)

// partsFormat is the format for programs that draw by themselves and show details: it has the picture as DOT, its outline,
// and for each element its place in the program and its reason.
const partsFormat = "parts"

type partsData struct {
	Format   string        `json:"format"` // of the text
	Text     string        `json:"text"`
	Outline  string        `json:"outline"`
	Elements []elementData `json:"elements"`
}

// An elementData describes a node, an edge or a frame.
type elementData struct {
	ID     string `json:"id"` // as in the text
	Span   any    `json:"span,omitempty"`
	Reason string `json:"reason,omitempty"`
	Step   int32  `json:"step,omitempty"`
}

func appendParts(b []byte, p *graphviz.Picture, look graphviz.DOT, file *lang.File) []byte {
	d := partsData{Format: "dot", Text: string(p.AppendDOT(nil, look)), Outline: string(p.AppendOutline(nil)), Elements: []elementData{}}
	element := func(id string, s lang.Span, reason string, step int32) {
		e := elementData{ID: id, Reason: reason, Step: step}
		if !s.Empty() {
			e.Span = report.SpanData(file, s)
		}
		d.Elements = append(d.Elements, e)
	}
	for i := range p.Clusters {
		element(p.Clusters[i].ID, p.Clusters[i].Span, "", 0)
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		element(n.ID, n.Span, n.Reason, n.Step)
	}
	for i := range p.Edges {
		e := &p.Edges[i]
		element(e.ID, e.Span, e.Reason, e.Step)
	}
	return append(report.AppendJSON(b, d), '\n')
}
