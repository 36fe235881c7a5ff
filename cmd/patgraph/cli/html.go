package cli

import (
	"bytes"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// apartPage is a page whose pictures are drawn by the client.
type apartPage struct {
	Text     string         `json:"text"`
	Pictures []apartPicture `json:"pictures"`
}

// html is the reporter of one page; end is called after it is written. Its results are not cached: they also depend on
// the installed drawing programs.
func (f *Flags) html(p *Program) (r reporter, end func()) {
	h := report.HTML{Pages: p.Languages.Pages()}
	inline := newInline(p)
	inline.Apart = f.Pictures == "apart"
	if f.Pictures != "none" {
		h.Draw = inline.Error
	}
	r = reporter{
		Start:  h.AppendStart(nil),
		Render: func(in *report.Input) (out, err []byte) { return h.AppendFile(nil, in), nil },
		Finish: func(total *batch.Total) error { return p.Out.Print(h.AppendEnd(nil, total.Summary, total.Codes)) },
	}
	if inline.Apart {
		page := bytes.NewBuffer(r.Start)
		r.Start = nil
		r.Emit = func(o *batch.Outcome) error {
			page.Write(o.Out)
			return p.Err.Print(o.Err)
		}
		r.Finish = func(total *batch.Total) error {
			text := h.AppendEnd(page.Bytes(), total.Summary, total.Codes)
			data := apartPage{string(text), append([]apartPicture{}, inline.Pictures...)}
			return p.Out.Print(append(report.AppendJSON(nil, data), '\n'))
		}
	}
	return r, inline.Close
}
