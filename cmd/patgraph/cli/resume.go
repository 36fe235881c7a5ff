//go:build !js

package cli

import (
	"errors"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// resume makes a batch reuse the results of an earlier report, if --resume names one. The function that it returns ends
// that, and if there was no error writes how many were reused.
func (f *Flags) resume(p *Program, b *batch.Batch) (done func(error), err error) {
	path := f.Resume
	if path == "" {
		return func(error) {}, nil
	}
	wrong := func(message string) (func(error), error) {
		return nil, Wrong(message)
	}
	as := f.format()
	switch {
	case as != "json" && as != "ndjson":
		return wrong("--resume is for json and ndjson, not " + words.Quote(as) +
			": other reports do not have all of what they were made of")
	case f.Baseline != "", f.WriteBaseline != "":
		return wrong("--resume does not go with baselines, which decide anew what is known")
	case f.SummaryOnly:
		return wrong("--resume is about whole reports, which --summary-only does not write")
	case f.Trace:
		return wrong("--debug.trace shows how everything is derived, which --resume does not do")
	case path == "-":
		return wrong("--resume needs a file: it is read in places, not from start to end")
	}
	earlier, err := report.OpenEarlier(path)
	if err != nil {
		return nil, err
	}
	after := (&report.JSON{Lines: as == "ndjson"}).After()
	b.Earlier = func(s *inputs.Source, file *lang.File, settings string) (batch.Outcome, bool) {
		x, ok := earlier.Find(s.Name, file, settings)
		if !ok {
			return batch.Outcome{}, false
		}
		o := batch.Outcome{Out: append(x.Out, after...), Summary: x.Summary, Exits: report.ExitsOf(x.Input.Diagnostics)}
		for d := range x.Input.Reported() {
			o.Codes = append(o.Codes, d.Code)
		}
		return o, true
	}
	return func(err error) {
		earlier.Close()
		if _, found := errors.AsType[exitStatus](err); (err == nil || found) && !f.Quiet {
			p.Err.Print([]byte("patgraph: " + earlier.Say(path) + "\n"))
		}
	}, nil
}
