package cli

import (
	"iter"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// A reporter writes the results of a batch in one format.
type reporter struct {
	Start  []byte                                   // written first
	Render func(in *report.Input) (out, err []byte) // called concurrently
	Emit   func(o *batch.Outcome) error             // called in the order of the sources; nil: prints the outcome
	Finish func(total *batch.Total) error
}

// reportBatch runs a batch and writes its results.
func reportBatch(p *Program, b *batch.Batch, sources iter.Seq[inputs.Source], r reporter) error {
	b.Render = r.Render
	if err := p.Out.Print(r.Start); err != nil {
		return err
	}
	if r.Emit == nil {
		r.Emit = p.Emit
	}
	total, err := b.Run(p.Context, sources, r.Emit)
	if err != nil {
		return err
	}
	return ended(total.Exit, r.Finish(&total))
}

// dataReporter is the reporter for JSON, as one document or one line per file.
func dataReporter(p *Program, j report.JSON) reporter {
	first := true
	return reporter{
		Start: j.AppendStart(nil),
		Render: func(in *report.Input) (out, err []byte) {
			return rendered(&j, in), nil
		},
		Emit: func(o *batch.Outcome) error {
			if err := p.Out.Print([]byte(j.Before(first))); err != nil {
				return err
			}
			first = false
			if err := unpack(o.Out, p.Out.Print); err != nil {
				return err
			}
			return p.Err.Print(o.Err)
		},
		Finish: func(total *batch.Total) error { return p.Out.Print(j.AppendEnd(nil, total.Summary)) },
	}
}
