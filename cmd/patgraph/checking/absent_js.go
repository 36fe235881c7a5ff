package checking

import (
	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
)

// A browser has no files, so features that use files of other runs fail.

var errNoFiles = command.Wrong("there are no files here")

func (f *checkFlags) watch(*command.Program, []string) error { return errNoFiles }

func (f *checkFlags) resume(*command.Program, *batch.Batch) (done func(error), err error) {
	if f.Resume != "" {
		return nil, errNoFiles
	}
	return func(error) {}, nil
}

func (f *checkFlags) withBaseline(_ *command.Program, _ *batch.Batch, r analysis.Reporter) (analysis.Reporter, error) {
	if f.Baseline != "" || f.WriteBaseline != "" {
		return r, errNoFiles
	}
	return r, nil
}

func (f *batchFlags) keepResults(*command.Program, *batch.Batch, []string, ...any) (done func()) {
	return func() {}
}

func (f *batchFlags) forServices(*command.Program) (r analysis.Reporter, ok bool) { return r, false }
