package main

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

func init() {
	register.DoFn3x1[context.Context, record, func(string, result), error](&checkFn{})
}

// What runners show of a job while it runs.
var (
	checkedCounter = beam.NewCounter("patgraph", "programs")
	errorCounter   = beam.NewCounter("patgraph", "errors")
	warningCounter = beam.NewCounter("patgraph", "warnings")
	defectCounter  = beam.NewCounter("patgraph", "defects")
)

// checkFn checks programs, by the code that the command runs.
type checkFn struct {
	Options Options

	batch  *batch.Batch
	inputs inputs.Options
}

func (f *checkFn) Setup() { f.batch, f.inputs = f.Options.batch(), f.Options.inputs() }

func (f *checkFn) ProcessElement(ctx context.Context, r record, emit func(string, result)) error {
	source := inputs.Record(&f.inputs, r.Name, r.Line)
	made, err := check(ctx, f.batch, &source, r.Place)
	if err == nil {
		emit(r.Block, made)
	}
	return err
}

// check makes the result of a source, whatever happens. Its error is that of the context.
func check(ctx context.Context, b *batch.Batch, s *inputs.Source, place int64) (result, error) {
	o, err := b.Check(ctx, s)
	if err != nil {
		return result{}, err
	}
	t := tally{
		Files: int64(o.Summary.Files), OK: int64(o.Summary.OK), Errors: int64(o.Summary.Errors), Warnings: int64(o.Summary.Warnings),
		Definitions: int64(o.Summary.Definitions), Exit: int64(o.Exit), Usual: int64(o.Exits.Usual),
	}
	checkedCounter.Inc(ctx, 1)
	errorCounter.Inc(ctx, t.Errors)
	warningCounter.Inc(ctx, t.Warnings)
	if o.Exit == report.Defect {
		defectCounter.Inc(ctx, 1)
	}
	return result{Place: place, Out: o.Out, Tally: t}, nil
}
