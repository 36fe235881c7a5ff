//go:build !js

package cli

import (
	"errors"
	"io"
	"os"
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// Merge is the command that joins the reports of runs with --shard.
func Merge() *Command {
	return &Command{
		Name: "merge", Args: "REPORT...", Summary: "join the reports of shards into one",
		Details: "Reads reports of one format, json, ndjson or sarif, and writes the report that a run without --shard\n" +
			"would have written, byte for byte and with the same exit status. - is standard input. A report that\n" +
			"is cut off, changed or from another program is an error, and so is a shard that is missing or given\n" +
			"twice. Reports of runs without --shard can be joined, too. A file that is in several reports counts\n" +
			"once if they agree about it. Files are in the order of their names.",
		Examples: [][2]string{
			{"patgraph merge 1.ndjson 2.ndjson 3.ndjson >all.ndjson", "three shards"},
			{"patgraph merge -o all.sarif shards/*.sarif", "into a file, whole or not at all"},
		},
		Run: (*Flags).merge,
	}
}

func (f *Flags) merge(p *Program, names []string) error {
	if len(names) == 0 {
		return Wrong("what should be merged? Give the reports of shards, in json, ndjson or sarif")
	}
	if i := slices.Index(names, "-"); i >= 0 && slices.Contains(names[i+1:], "-") {
		return Wrong("standard input can be read once only")
	}
	var reports []report.Part
	for _, name := range names {
		if name == "-" {
			reports = append(reports, report.Part{Name: inputs.StdinName, Reader: p.Stdin})
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			return report.Unreadable(name, err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return report.Unreadable(name, errors.New("it is a folder"))
		}
		reports = append(reports, report.Part{Name: name, Reader: io.Reader(f)})
	}
	return f.ToFile(p, func(p *Program) error {
		return ended(report.Merge(reports, f.Strict, p.Out.Print))
	})
}
