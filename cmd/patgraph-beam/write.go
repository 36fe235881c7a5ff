package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

func init() {
	register.DoFn4x1[context.Context, string, func(*result) bool, func(tally), error](&writeFn{})
	register.DoFn3x1[context.Context, []byte, func(*tally) bool, error](&summaryFn{})
	register.Function2x1(addTallies)
	register.Iter1[result]()
	register.Iter1[tally]()
	register.Emitter1[tally]()
}

// The names of what is written. In all locales digits come before letters, so that a
// glob has the summary last, as the command has it.
func blockName(output, block string) string { return output + "-" + block + ".ndjson" }
func summaryName(output string) string      { return output + "-summary.ndjson" }
func jobName(output string) string          { return output + "-job.json" }
func statusName(output string) string       { return output + "-status.json" }

// writeFn writes blocks. One that is written again, because a worker was lost, has the
// same name and the same bytes.
type writeFn struct{ Output string }

func (f *writeFn) ProcessElement(ctx context.Context, block string, results func(*result) bool, emit func(tally)) error {
	var all []result
	total := tally{Blocks: 1}
	size := 0
	for r := (result{}); results(&r); r = (result{}) {
		all = append(all, r)
		total.add(r.Tally)
		size += len(r.Out)
	}
	slices.SortFunc(all, func(a, b result) int { return cmp.Compare(a.Place, b.Place) })
	out := make([]byte, 0, size)
	for i := range all {
		out = append(out, all[i].Out...)
		all[i].Out = nil
	}
	if err := write(ctx, blockName(f.Output, block), out); err != nil {
		return err
	}
	emit(total)
	return nil
}

func addTallies(a, b tally) tally {
	a.add(b)
	return a
}

// A status is the result of a job for programs, written after everything else.
type status struct {
	Exit   int64 `json:"exit"`   // that of the command
	Blocks int64 `json:"blocks"` // how many files there are with results
}

// summaryFn writes the summary, when all blocks are written, and then the status.
type summaryFn struct{ Output string }

func (f *summaryFn) ProcessElement(ctx context.Context, _ []byte, totals func(*tally) bool) error {
	var total, t tally
	n := 0
	for ; totals(&t); n++ {
		total.add(t)
	}
	// A runner may come here when a job has failed elsewhere.
	if n == 0 || total.Read != total.Streams || total.Files != total.Places {
		return fmt.Errorf("incomplete: %d of %d files were read, and there are results for %d of their %d records",
			total.Read, total.Streams, total.Files, total.Places)
	}
	lines := report.JSON{Lines: true}
	if err := write(ctx, summaryName(f.Output), lines.AppendEnd(nil, total.summary())); err != nil {
		return err
	}
	text, err := json.Marshal(status{total.Exit, total.Blocks})
	if err != nil {
		return err
	}
	return write(ctx, statusName(f.Output), append(text, '\n'))
}

// write writes a file whole or not at all: stores do so anyway, and where a file can be
// seen while it is written it gets its name at the end.
func write(ctx context.Context, name string, data []byte) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	if !isLocal(name) {
		return named(name, filesystem.Write(ctx, fs, name, data))
	}
	part := fmt.Sprintf("%s.%016x.part", name, rand.Uint64())
	err = filesystem.Write(ctx, fs, part, data)
	if err == nil {
		err = filesystem.Rename(ctx, fs, part, name)
	}
	if rm, ok := fs.(filesystem.Remover); ok && err != nil {
		rm.Remove(ctx, part) // the first error says more than one of this
	}
	return named(name, err)
}

func named(name string, err error) error {
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	return nil
}
