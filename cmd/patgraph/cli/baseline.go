//go:build !js

package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// knownBefore is the baseline of --baseline, nil if there is none.
func (f *Flags) knownBefore() (*report.Baseline, error) {
	path := f.Baseline
	if path == "" {
		return nil, nil
	}
	known, err := report.ReadBaseline(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("cannot read the baseline %s: there is none\n"+
			"  help: --write-baseline %s writes one with all errors found", words.Quote(path), path)
	case err != nil:
		return nil, fmt.Errorf("cannot read the baseline %s: %s\n"+
			"  help: --write-baseline %s writes it again with all errors found", words.Quote(path), inputs.Cause(err), path)
	}
	return known, nil
}

// withBaseline makes a batch leave out known diagnostics, and a reporter report on the baseline after its results: on
// standard error, since that is not about a program. --baseline names the known diagnostics, and --write-baseline
// writes those of this run; with both, stale entries are not listed.
func (f *Flags) withBaseline(p *Program, b *batch.Batch, r reporter) (reporter, error) {
	known, err := f.knownBefore()
	if err != nil {
		return r, err
	}
	style := f.Style(p, p.Stderr)
	var note func(*batch.Total) error
	if known != nil {
		b.Filter, b.Settle = known.Filter, known.Settle
		note = func(*batch.Total) error { return f.reportStale(p, style, known.Stale()) }
	}
	if path := f.WriteBaseline; path != "" {
		if err := p.SparesPrograms("--write-baseline", path); err != nil {
			return r, err
		}
		if err := atomicfile.Probe(path); err != nil {
			return r, writing(words.Quote(path), err)
		}
		record := report.NewBaselineRecorder(path)
		sift := b.Filter
		b.Filter = func(in *report.Input) bool {
			record.Record(in)
			if sift != nil {
				return sift(in)
			}
			report.KnowAll(in)
			return true
		}
		note = func(total *batch.Total) error { return f.writeBaseline(p, style, record, total) }
	}
	if finish := r.Finish; note != nil {
		r.Finish = func(total *batch.Total) error {
			if err := finish(total); err != nil {
				return err
			}
			return note(total)
		}
	}
	return r, nil
}

// maxStale is the maximum number of stale entries that are listed; one refresh removes them all.
const maxStale = 10

func (f *Flags) reportStale(p *Program, style report.Style, stale []report.StaleEntry) error {
	if len(stale) == 0 || f.Quiet {
		return nil
	}
	var lines []string
	for i, s := range stale {
		if i == maxStale {
			lines = append(lines, fmt.Sprintf("and %d more", len(stale)-i))
			break
		}
		lines = append(lines, s.File+": "+s.Says)
	}
	return p.Err.Print(style.AppendNote(nil, "the baseline "+words.Quote(f.Baseline)+" is not up to date", lines,
		"--write-baseline "+f.Baseline+" in place of --baseline makes it anew, of all that is found"))
}

// writeBaseline writes the new baseline, unless inputs that could not be analysed would lose their entries.
func (f *Flags) writeBaseline(p *Program, style report.Style, record *report.BaselineRecorder,
	total *batch.Total) error {
	name := words.Quote(f.WriteBaseline)
	if total.Exit == report.Defect || !record.Complete() {
		return p.Err.Print(style.AppendNote(nil,
			"the baseline "+name+" is not written, since not all inputs could be analysed", nil, ""))
	}
	if err := record.Write(); err != nil {
		return writing(name, err)
	}
	if f.Quiet {
		return nil
	}
	known, texts := record.Size()
	written := fmt.Sprintf("the baseline %s is written: %d known in %s", name, known,
		lang.Count(texts, "file", "files"))
	return p.Err.Print(style.AppendNote(nil, written, nil, ""))
}
