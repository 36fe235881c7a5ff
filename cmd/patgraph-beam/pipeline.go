package main

import (
	"reflect"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Options are all that results follow from, beside the records. They travel to the
// workers as JSON, so every field is exported.
type Options struct {
	Recursion string        `json:"recursion"`
	Dialect   string        `json:"dialect"`
	Nodes     int           `json:"limit-nodes,omitempty"`
	Rounds    int           `json:"limit-rounds,omitempty"`
	Depth     int           `json:"limit-depth,omitempty"`
	Work      int           `json:"limit-work,omitempty"`
	Time      time.Duration `json:"limit-time,omitempty"` // in nanoseconds
	Size      int64         `json:"limit-size,omitempty"` // the most bytes of a record
	Strict    bool          `json:"strict,omitempty"`
	Verify    bool          `json:"verify,omitempty"`
}

// table is a variable so that a test can have a language that fails.
var table = languages.All

func (o *Options) inputs() inputs.Options {
	return inputs.Options{Languages: table, Limit: o.Size}
}

// batch is the checker with these options. It writes what `patgraph check --no-config
// --format ndjson` writes.
func (o *Options) batch() *batch.Batch {
	policy := batch.Policy{
		Strict: o.Strict,
		Settings: language.Settings{
			Limits:    patterns.Limits{Nodes: o.Nodes, Rounds: o.Rounds, Time: o.Time, Depth: o.Depth, Work: o.Work},
			Recursion: config.RecursionOf(o.Recursion),
			Dialect:   language.Chosen(o.Dialect),
		},
	}
	json := report.JSON{Lines: true}
	return &batch.Batch{
		Languages: table, Verify: o.Verify,
		Policy: func(*inputs.Source) batch.Policy { return policy },
		Render: func(in *report.Input) (out, err []byte) {
			return append(json.AppendFile(nil, in), json.After()...), nil
		},
	}
}

// The elements of the collections. A block is a run of records in one stream whose
// results become one file; it is called by the part of that file's name that is its own.

// A stream is an input file.
type stream struct {
	Path  string
	Index int // among all of them
	Found bool
}

// A record is a line of a stream.
type record struct {
	Block string
	Place int64 // in its stream
	Name  string
	Line  []byte
}

// A result is what is written of a record, and what it counts for.
type result struct {
	Place int64
	Out   []byte
	Tally tally
}

// A tally is a summary with the exit code, and counts what must not get lost on the way.
type tally struct {
	Files, OK, Errors, Warnings, Definitions int64 // of results that are written
	Exit                                     int64
	Usual                                    int64 // the exit code if warnings did not count
	Blocks                                   int64 // files that are written

	Streams int64 // that there are
	Read    int64 // streams that were read to their end
	Places  int64 // in these; each should have a result
}

func (t *tally) add(u tally) {
	t.Files += u.Files
	t.OK += u.OK
	t.Errors += u.Errors
	t.Warnings += u.Warnings
	t.Definitions += u.Definitions
	t.Blocks += u.Blocks
	t.Streams += u.Streams
	t.Read += u.Read
	t.Places += u.Places
	t.Exit = max(t.Exit, u.Exit)
	t.Usual = max(t.Usual, u.Usual)
}

func (t *tally) summary() report.Summary {
	return report.Summary{
		Files: int(t.Files), OK: int(t.OK), Errors: int(t.Errors), Warnings: int(t.Warnings), Definitions: int(t.Definitions),
		Strict: t.Exit != t.Usual,
	}
}

func init() {
	for _, t := range []reflect.Type{
		reflect.TypeFor[stream](), reflect.TypeFor[record](), reflect.TypeFor[result](), reflect.TypeFor[tally](),
	} {
		beam.RegisterType(t)
	}
}

// build makes the pipeline:
//
//	globs → streams → records → results → blocks, each a file → summary
//
// Streams and records are spread over the workers; a stream is read by one of them,
// because the number of a line is known only to who has read all before it. Each
// result is as the command's, a block has them in the order of its records, and blocks
// are called so that their order is that of the streams: put together they are what
// the command writes.
func build(s beam.Scope, j *job) {
	streams, found := beam.ParDo2(s.Scope("Match"), &matchFn{Globs: j.globs, Output: j.output, Block: j.block, Options: j.options}, beam.Impulse(s))
	records, unread, read := beam.ParDo3(s.Scope("Read"), &readFn{Options: j.options, Block: j.block}, beam.Reshuffle(s, streams))
	checked := beam.ParDo(s.Scope("Check"), &checkFn{Options: j.options}, beam.Reshuffle(s, records))
	blocks := beam.GroupByKey(s, beam.Flatten(s, checked, unread))
	written := beam.ParDo(s.Scope("Write"), &writeFn{Output: j.output}, blocks)
	total := beam.Combine(s.Scope("Total"), addTallies, beam.Flatten(s, found, read, written))
	beam.ParDo0(s.Scope("Summary"), &summaryFn{Output: j.output}, beam.Impulse(s), beam.SideInput{Input: total})
}
