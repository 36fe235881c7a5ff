//go:build !js

package cli

import (
	"bytes"
	"slices"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// withCertificate makes a reporter also write the certificates of all programs, in the order of their names, to the file
// of --certificate.
func (f *Flags) withCertificate(p *Program, r reporter) (reporter, error) {
	path := f.Certificate
	if path == "" {
		return r, nil
	}
	if f.Resume != "" {
		return r, Wrong("--resume keeps reports, but --certificate needs the programs to be checked again")
	}
	if err := p.SparesPrograms("--certificate", path); err != nil {
		return r, err
	}
	if err := atomicfile.Probe(path); err != nil {
		return r, writing(words.Quote(path), err)
	}
	type certificate struct {
		name string
		text []byte
	}
	var all []certificate
	var mutex sync.Mutex
	render, finish := r.Render, r.Finish
	r.Render = func(in *report.Input) (out, err []byte) {
		text := report.AppendCertificate(nil, in)
		mutex.Lock()
		all = append(all, certificate{in.Name, text})
		mutex.Unlock()
		return render(in)
	}
	r.Finish = func(total *batch.Total) error {
		if err := finish(total); err != nil {
			return err
		}
		slices.SortFunc(all, func(a, b certificate) int {
			if a.name != b.name {
				return bytes.Compare([]byte(a.name), []byte(b.name))
			}
			return bytes.Compare(a.text, b.text)
		})
		var text []byte
		for _, c := range all {
			text = append(text, c.text...)
		}
		if err := atomicfile.WriteFile(path, text); err != nil {
			return writing(words.Quote(path), err)
		}
		return nil
	}
	return r, nil
}
