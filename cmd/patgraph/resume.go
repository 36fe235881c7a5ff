package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/reread"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

var resumeOption = option{name: "resume", kind: isText, value: "REPORT", aside: true,
	usage: "take over what this json or ndjson report of the same version has of programs that are the same; it may be cut off"}

// resumeReport has a batch take over what an earlier report says, if --resume names
// one. What it returns ends that, and tells how much it was when nothing went wrong.
func (p *program) resumeReport(c *cli.Context, b *batch.Batch) (done func(error), err error) {
	path := c.String("resume")
	if path == "" {
		return func(error) {}, nil
	}
	wrong := func(message string) (func(error), error) {
		return nil, &usageError{message: message, command: c.Command.Name}
	}
	switch f := p.format(c); {
	case f != "json" && f != "ndjson":
		return wrong("--resume is for json and ndjson, not " + words.Quote(f) + ": other reports do not have all of what they were made of")
	case c.String("baseline") != "", c.String("write-baseline") != "":
		return wrong("--resume does not go with baselines, which decide anew what is known")
	case c.Bool("summary-only"):
		return wrong("--resume is about whole reports, which --summary-only does not write")
	case c.Bool("debug.trace"):
		return wrong("--debug.trace shows how everything is derived, which --resume does not do")
	case path == "-":
		return wrong("--resume needs a file: it is read in places, not from start to end")
	}
	earlier, err := reread.OpenEarlier(path)
	if err != nil {
		return nil, err
	}
	var after string
	if r, ok := p.reporter(c).(*dataReporter); ok {
		after = r.json.After()
	}
	b.Earlier = func(s *inputs.Source, file *lang.File, settings string) (batch.Outcome, bool) {
		o, ok := earlier.Find(s.Name, file, settings)
		o.Out = append(o.Out, after...)
		return o, ok
	}
	return func(err error) {
		earlier.Close()
		var status found
		if (err == nil || errors.As(err, &status)) && !c.Bool("quiet") {
			p.err.write([]byte("patgraph: " + earlier.Say(path) + "\n"))
		}
	}, nil
}
