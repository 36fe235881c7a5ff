package checking

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/baseline"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// knownBefore is the baseline that --baseline names, nil if it names none.
func (f *checkFlags) knownBefore() (*baseline.Baseline, error) {
	path := f.Baseline
	if path == "" {
		return nil, nil
	}
	known, err := baseline.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("cannot read the baseline %s: there is none\n  help: --write-baseline %s makes one of all that is found", words.Quote(path), path)
	case err != nil:
		return nil, fmt.Errorf("cannot read the baseline %s: %w\n  help: --write-baseline %s makes it anew of all that is found", words.Quote(path), err, path)
	}
	return known, nil
}

// withBaseline has a batch leave out what is known, and a reporter say, behind
// what it reports, what became of the baseline. Neither flag changes the other:
// one says what is known before, the other writes what is known then.
func (f *checkFlags) withBaseline(p *command.Program, b *batch.Batch, r analysis.Reporter) (analysis.Reporter, error) {
	x := &baselineReporter{Reporter: r, program: p, style: f.Display.Style(p, p.Stderr), quiet: f.Quiet, path: f.Baseline}
	var err error
	if x.known, err = f.knownBefore(); err != nil {
		return nil, err
	}
	if x.known != nil {
		b.Sift, b.Settle = x.known.Sift, x.known.Settle
	}
	if path := f.WriteBaseline; path != "" {
		if err := p.SparesPrograms("--write-baseline", path); err != nil {
			return nil, err
		}
		if err := atomicfile.Probe(path); err != nil {
			return nil, &command.WriteError{Stream: words.Quote(path), Err: err}
		}
		x.record, x.newPath = baseline.NewRecorder(path), path
		sift := b.Sift
		b.Sift = func(in *report.Input) bool {
			x.record.Record(in)
			if sift != nil {
				return sift(in)
			}
			baseline.Know(in)
			return true
		}
	}
	if x.known == nil && x.record == nil {
		return r, nil
	}
	return x, nil
}

// baselineReporter is a reporter of what is new. What it says of the baseline
// goes to standard error: it is about no program.
type baselineReporter struct {
	analysis.Reporter
	program       *command.Program
	style         report.Style
	quiet         bool
	known         *baseline.Baseline // nil: none was given
	record        *baseline.Recorder // nil: none is written
	path, newPath string
}

// maxStale is how many stale entries are listed; one refresh removes them all.
const maxStale = 10

func (r *baselineReporter) Finish(total *batch.Total) error {
	if err := r.Reporter.Finish(total); err != nil {
		return err
	}
	if r.record != nil {
		return r.write(total)
	}
	stale := r.known.Stale()
	if len(stale) == 0 || r.quiet {
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
	return r.program.Err.Print(r.style.AppendNote(nil, "the baseline "+words.Quote(r.path)+" is not up to date", lines,
		"--write-baseline "+r.path+" in the place of --baseline makes it anew, of all that is found"))
}

// write writes the new baseline, unless that would forget what is known of inputs
// that nobody could look at.
func (r *baselineReporter) write(total *batch.Total) error {
	if total.Exit == batch.Defect || !r.record.Complete() {
		return r.program.Err.Print(r.style.AppendNote(nil, "the baseline "+words.Quote(r.newPath)+" is not written, since not all inputs could be analysed", nil, ""))
	}
	if err := r.record.Write(); err != nil {
		return &command.WriteError{Stream: words.Quote(r.newPath), Err: err}
	}
	if r.quiet {
		return nil
	}
	known, texts := r.record.Size()
	return r.program.Err.Print(r.style.AppendNote(nil, fmt.Sprintf("the baseline %s is written: %d known in %s", words.Quote(r.newPath), known, words.Count(texts, "file", "files")), nil, ""))
}
