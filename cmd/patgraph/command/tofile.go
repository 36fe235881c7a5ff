package command

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// Results is how results are written, and where.
type Results struct {
	Format      string
	FormatGiven bool
	Output      string   // a file; "" and "-" are standard output
	formats     []string // that there are
}

// FormatOption is --format with some choices, the first of which is usual.
func (r *Results) FormatOption(usage, more string, formats ...string) Option {
	r.formats = formats
	return Option{Name: "format", To: Choice(&r.Format, formats...), Given: &r.FormatGiven, Preset: formats[0], Group: GroupOutput, Usage: usage, More: more}
}

// OutputOption is -o.
func (r *Results) OutputOption(usage, more string) Option {
	return Option{Name: "o", Alias: "output", To: Text(&r.Output), Holder: "FILE", Group: GroupOutput, Aside: true, Usage: usage, More: more}
}

// As is the format: as --format says, or else the name of the file.
func (r *Results) As() string {
	name := strings.TrimPrefix(filepath.Ext(r.Output), ".")
	if name == "xml" {
		name = "junit"
	}
	if !r.FormatGiven && slices.Contains(r.formats, name) {
		return name
	}
	return r.Format
}

// ToFile runs a command whose results go to the file that -o names, if it names
// one. The file is opened before the work, so that a name that does not work
// costs nothing, and has its new content after it. A command that could not write
// all of its results leaves the file as it was; one that found errors did not fail.
func (r *Results) ToFile(p *Program, run func(*Program) error) error {
	path := r.Output
	if path == "" || path == "-" {
		return run(p)
	}
	if err := p.SparesPrograms("-o", path); err != nil {
		return err
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return Written(words.Quote(path), err)
	}
	defer f.Abort()
	defer OnInterrupt(f.Abort)()
	q := *p
	q.Out = NewSink(words.Quote(path), f)
	q.Out.whole = true
	q.Stdout = f
	result := run(&q)
	if _, found := errors.AsType[Found](result); result != nil && !found {
		return result
	}
	if err := q.Out.flush(); err != nil {
		return err
	}
	if err := f.Commit(); err != nil {
		return Written(words.Quote(path), err)
	}
	return result
}

// SparesPrograms refuses to write to what looks like a program, as when a shell
// has put names of programs behind a flag.
func (p *Program) SparesPrograms(flag, path string) error {
	for _, extension := range p.Languages.Extensions() {
		if strings.HasSuffix(path, extension) {
			return Wrong(flag + " " + words.Quote(path) + " would write over a program; what is written there ends in something else than " + extension)
		}
	}
	return nil
}
