package main

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// toFile runs a command whose results go to the file that -o names, if it names
// one. The file is opened before the work, so that a name that does not work
// costs nothing, and has its new content after it. A command that could not write
// all of its results leaves the file as it was; one that found errors did not fail.
func (p *program) toFile(c *cli.Context, run func(*program) error) error {
	path := c.String("o")
	if path == "" || path == "-" {
		return run(p)
	}
	if err := p.sparesPrograms(c, "-o", path); err != nil {
		return err
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return &writeError{words.Quote(path), err}
	}
	defer f.Abort()
	defer onInterrupt(f.Abort)()
	q := *p
	q.out = newSink(words.Quote(path), f)
	q.out.whole = true
	q.stdout = f
	result := run(&q)
	var status found
	if result != nil && !errors.As(result, &status) {
		return result
	}
	if err := q.out.flush(); err != nil {
		return err
	}
	if err := f.Commit(); err != nil {
		return &writeError{words.Quote(path), err}
	}
	return result
}

// sparesPrograms refuses to write to what looks like a program, as when a shell
// has put names of programs behind a flag.
func (p *program) sparesPrograms(c *cli.Context, flag, path string) error {
	for _, e := range p.languages.Extensions() {
		if strings.HasSuffix(path, e) {
			return &usageError{command: c.Command.Name,
				message: flag + " " + words.Quote(path) + " would write over a program; what is written there ends in something else than " + e}
		}
	}
	return nil
}

// format is how results are written: as --format says, or else the name of the
// file they go to.
func (p *program) format(c *cli.Context) string {
	o := commandNamed(p.commands, c.Command.Name).option(&option{name: "format"})
	name := strings.TrimPrefix(filepath.Ext(c.String("o")), ".")
	if name == "xml" {
		name = "junit"
	}
	if !c.IsSet("format") && slices.Contains(o.choices, name) {
		return name
	}
	return c.String("format")
}
