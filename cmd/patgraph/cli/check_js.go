package cli

import (
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
)

// A browser has no files, so features that use files of other runs fail.

var errNoFiles = Wrong("there are no files here")

func (f *Flags) watch(*Program, []string) error { return errNoFiles }

func (f *Flags) resume(*Program, *batch.Batch) (done func(error), err error) {
	if f.Resume != "" {
		return nil, errNoFiles
	}
	return func(error) {}, nil
}

func (f *Flags) withBaseline(_ *Program, _ *batch.Batch, r reporter) (reporter, error) {
	if f.Baseline != "" || f.WriteBaseline != "" {
		return r, errNoFiles
	}
	return r, nil
}

func (f *Flags) withCertificate(_ *Program, r reporter) (_ reporter, end func(), err error) {
	if f.Certificate != "" {
		return r, nil, errNoFiles
	}
	return r, func() {}, nil
}

func (f *Flags) keepResults(*Program, *batch.Batch, []string, ...any) (done func()) {
	return func() {}
}

func (f *Flags) forServices(*Program) (r reporter, ok bool) { return r, false }

func (f *Flags) film(*Program, *location, string) error { return errNoFiles }

func (f *Flags) progress(*Program, *batch.Batch, int) (stop func()) { return func() {} }
