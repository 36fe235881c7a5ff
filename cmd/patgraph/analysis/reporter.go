package analysis

import (
	"context"
	"iter"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// A Reporter writes the results of a batch in one format. Render is called
// concurrently, the others in turn.
type Reporter interface {
	Render(in *report.Input) (out, err []byte)
	Start() error
	Emit(o *batch.Outcome) error // in the order of the sources
	Finish(total *batch.Total) error
}

// Report runs a batch and has its results written.
func Report(ctx context.Context, b *batch.Batch, sources iter.Seq[inputs.Source], r Reporter) error {
	b.Render = r.Render
	if err := r.Start(); err != nil {
		return err
	}
	total, err := b.Run(ctx, sources, r.Emit)
	if err != nil {
		return err
	}
	if err := r.Finish(&total); err != nil {
		return err
	}
	return command.Status(total.Exit)
}

// Data is the reporter that writes JSON, as one document or a line for each file.
type Data struct {
	*command.Program
	JSON report.JSON
	some bool
}

func (r *Data) Start() error { return r.Out.Print(r.JSON.AppendStart(nil)) }

func (r *Data) Render(in *report.Input) (out, err []byte) {
	return append(r.JSON.AppendFile(nil, in), r.JSON.After()...), nil
}

func (r *Data) Emit(o *batch.Outcome) error {
	if err := r.Out.Print([]byte(r.JSON.Before(!r.some))); err != nil {
		return err
	}
	r.some = true
	return r.Program.Emit(o)
}

func (r *Data) Finish(total *batch.Total) error {
	return r.Out.Print(r.JSON.AppendEnd(nil, total.Summary))
}
