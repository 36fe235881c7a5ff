package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
)

func init() {
	register.DoFn4x1[context.Context, []byte, func(stream), func(tally), error](&matchFn{})
	register.DoFn5x1[context.Context, stream, func(record), func(string, result), func(tally), error](&readFn{})
	register.Emitter1[stream]()
	register.Emitter1[record]()
	register.Emitter2[string, result]()
}

// isLocal reports whether a path is one of the machine, not of a store.
func isLocal(path string) bool { return !strings.Contains(path, "://") }

// matchFn finds the streams: of each glob in the order of their names, none twice. A
// glob that nothing fits is a stream that is not found.
//
// Before that it writes what the job is, for those who find the results, and so that a
// job that cannot write fails at once.
type matchFn struct {
	Globs   []string `json:"input"`
	Output  string   `json:"output"`
	Block   int64    `json:"block-size"`
	Options Options  `json:"options"`
}

func (f *matchFn) ProcessElement(ctx context.Context, _ []byte, emit func(stream), count func(tally)) error {
	what, err := json.Marshal(struct {
		Version string `json:"version"`
		*matchFn
	}{batch.VersionLine(), f})
	if err != nil {
		return err
	}
	if err := write(ctx, jobName(f.Output), append(what, '\n')); err != nil {
		return err
	}
	seen := make(map[string]bool)
	n := 0
	add := func(path string, found bool) {
		key := path
		if isLocal(path) {
			key = inputs.Identity(path)
		}
		if !seen[key] {
			seen[key] = true
			emit(stream{Path: path, Index: n, Found: found})
			n++
		}
	}
	for _, glob := range f.Globs {
		paths, err := list(ctx, glob)
		if err != nil {
			return err
		}
		for _, p := range paths {
			add(p, true)
		}
		if len(paths) == 0 {
			add(glob, false)
		}
	}
	count(tally{Streams: int64(n)})
	return nil
}

// list is what fits a glob, in order.
func list(ctx context.Context, glob string) ([]string, error) {
	fs, err := filesystem.New(ctx, glob)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	paths, err := fs.List(ctx, glob)
	slices.Sort(paths)
	return paths, err
}

// readFn reads streams. What a record is wrong by is found when it is checked; what a
// stream is wrong by is a result already.
type readFn struct {
	Options Options
	Block   int64 // bytes of records after which the next block begins

	batch  *batch.Batch
	inputs inputs.Options
}

func (f *readFn) Setup() { f.batch, f.inputs = f.Options.batch(), f.Options.inputs() }

func (f *readFn) ProcessElement(ctx context.Context, s stream, emit func(record), unread func(string, result), count func(tally)) error {
	var block, place, size int64
	var ended error
	err := f.each(ctx, s, func(source inputs.Source) bool {
		line := source.Line()
		if n := int64(len(line)); size > 0 && size+n > f.Block {
			block, size = block+1, n
		} else {
			size += n
		}
		key := fmt.Sprintf("%06d-%08d", s.Index, block)
		if line != nil {
			emit(record{Block: key, Place: place, Name: source.Name, Line: line})
		} else {
			var made result
			if made, ended = check(ctx, f.batch, &source, place); ended != nil {
				return false
			}
			unread(key, made)
		}
		place++
		return true
	})
	if err == nil {
		err = ended
	}
	if err == nil {
		count(tally{Read: 1, Places: place})
	}
	return err
}

// each hands on the sources of a stream. A file of the machine is read as the command
// reads it, and what is wrong with it becomes a result. That a store does not answer
// does not come from the input: it is an error, and the runner tries again.
func (f *readFn) each(ctx context.Context, s stream, yield func(inputs.Source) bool) error {
	switch {
	case isLocal(s.Path):
		inputs.Records(f.inputs, []string{s.Path}, nil)(yield)
		return nil
	case !s.Found:
		yield(inputs.Missing(s.Path))
		return nil
	}
	fs, err := filesystem.New(ctx, s.Path)
	if err != nil {
		return err
	}
	defer fs.Close()
	r, err := fs.OpenRead(ctx, s.Path)
	if err != nil {
		return err
	}
	defer r.Close()
	w := &watched{r: r}
	inputs.RecordsOf(f.inputs, s.Path, w)(yield)
	if w.err != nil {
		return fmt.Errorf("cannot read %s: %w", s.Path, w.err)
	}
	return nil
}

// watched keeps the error of a reader, which is not its end.
type watched struct {
	r   io.Reader
	err error
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.r.Read(b)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}
