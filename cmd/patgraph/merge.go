package main

import (
	"errors"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/reread"
)

// mergeCommand joins what runs with --shard have written.
var mergeCommand = &command{
	name: "merge", args: "REPORT...", summary: "join the reports of shards to that of the whole",
	details: "Reads reports of one format, json, ndjson or sarif, and writes the one that a run\n" +
		"without --shard would have written, byte for byte, with its exit status. - is\n" +
		"standard input. A report that is cut off, changed or by something else is an error;\n" +
		"a file that is in several reports counts once, if they say the same of it. Files are\n" +
		"in the order of their names.",
	examples: []example{
		{"patgraph merge 1.ndjson 2.ndjson 3.ndjson >all.ndjson", "three shards"},
		{"patgraph merge -o all.sarif shards/*.sarif", "into a file, whole or not at all"},
	},
	options: []option{
		{name: "o", alias: "output", kind: isText, value: "FILE", usage: "where to write the report, whole or not at all (default: standard output)"},
		{name: "strict", kind: isSwitch, usage: "warnings make the exit status 1, also when they did not for the shards"},
	},
}

func init() { mergeCommand.run = (*program).merge }

// merge joins reports.
func (p *program) merge(c *cli.Context) error {
	names := c.Args().Slice()
	if len(names) == 0 {
		return &usageError{message: "what should be merged? Give the reports of shards, in json, ndjson or sarif", command: "merge"}
	}
	if i := slices.Index(names, "-"); i >= 0 && slices.Contains(names[i+1:], "-") {
		return &usageError{message: "standard input can be read once only", command: "merge"}
	}
	var reports []reread.Report
	for _, name := range names {
		if name == "-" {
			reports = append(reports, reread.Report{Name: inputs.StdinName, Reader: p.stdin})
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return unreadableReport(name, err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return unreadableReport(name, errors.New("it is a folder"))
		}
		reports = append(reports, reread.Report{Name: name, Reader: io.Reader(f)})
	}
	return p.toFile(c, func(p *program) error {
		exit, err := reread.Merge(reports, c.Bool("strict"), p.out.write)
		if err != nil {
			return err
		}
		return status(exit)
	})
}

func unreadableReport(name string, err error) error {
	return &reread.Error{Report: name, Message: "cannot be read: " + inputs.Cause(err), Err: err}
}
