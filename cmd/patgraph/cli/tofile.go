package cli

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// format is the format of results: that of --format, or else that of the file's extension.
func (f *Flags) format() string {
	name := strings.TrimPrefix(filepath.Ext(f.Output), ".")
	if name == "xml" {
		name = "junit"
	}
	if o := f.option("format"); !f.Given("format") && o != nil && slices.Contains(o.To.choices, name) {
		return name
	}
	return f.Format
}

// ToFile runs a command with its results going to the file of -o, if there is one. The file is opened before the work,
// so that an invalid name fails at once, and gets its new content afterwards. A command that could not write all of its
// results leaves the file unchanged; finding errors is not a failure.
func (f *Flags) ToFile(p *Program, run func(*Program) error) error {
	path := f.Output
	if path == "" || path == "-" {
		return run(p)
	}
	if err := p.SparesPrograms("-o", path); err != nil {
		return err
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return writing(words.Quote(path), err)
	}
	defer file.Abort()
	defer onInterrupt(file.Abort)()
	q := *p
	q.Out = NewSink(words.Quote(path), file)
	q.Out.whole = true
	q.Stdout = file
	result := run(&q)
	if _, found := errors.AsType[exitStatus](result); result != nil && !found {
		return result
	}
	if err := q.Out.flush(); err != nil {
		return err
	}
	if err := file.Commit(); err != nil {
		return writing(words.Quote(path), err)
	}
	return result
}

// SparesPrograms refuses to write to a file with the extension of a program, as when a shell expands a glob after the
// flag.
func (p *Program) SparesPrograms(flag, path string) error {
	for _, extension := range p.Languages.Extensions() {
		if strings.HasSuffix(path, extension) {
			return Wrong(flag + " " + words.Quote(path) +
				" would write over a program; what is written there ends in something else than " + extension)
		}
	}
	return nil
}
