//go:build !js

package cli

import (
	"encoding/binary"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// withCertificate makes a reporter also write the certificates of all programs, in the order of the programs, to the
// file of --certificate. The caller calls end at last.
func (f *Flags) withCertificate(p *Program, r reporter) (_ reporter, end func(), err error) {
	path := f.Certificate
	switch {
	case path == "":
		return r, func() {}, nil
	case f.Resume != "":
		return r, nil, Wrong("--resume keeps reports, but --certificate needs the programs to be checked again")
	}
	if err := p.SparesPrograms("--certificate", path); err != nil {
		return r, nil, err
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return r, nil, writing(words.Quote(path), err)
	}
	done := onInterrupt(file.Abort)
	render, emit, finish := r.Render, r.Emit, r.Finish
	if emit == nil {
		emit = p.Emit
	}
	// Until both are written, the certificate of a program is in front of its results.
	r.Render = func(in *report.Input) (out, err []byte) {
		c := report.PackedCertificate(in)
		out, err = render(in)
		return append(append(binary.AppendUvarint(nil, uint64(len(c))), c...), out...), err
	}
	r.Emit = func(o *batch.Outcome) error {
		size, n := binary.Uvarint(o.Out)
		certificate := o.Out[n:][:size]
		o.Out = o.Out[n:][size:]
		if err := report.Unpack(certificate, func(b []byte) error { _, err := file.Write(b); return err }); err != nil {
			return writing(words.Quote(path), err)
		}
		return emit(o)
	}
	r.Finish = func(total *batch.Total) error {
		if err := finish(total); err != nil {
			return err
		}
		return writing(words.Quote(path), file.Commit())
	}
	return r, func() { done(); file.Abort() }, nil
}
