package cli

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// Results are the format and the destination of results.
type Results struct {
	Format      string
	FormatGiven bool
	Output      string   // a file; "" and "-" mean standard output
	formats     []string // the available formats
}

// FormatOption is --format with some choices; the first is the default.
func (r *Results) FormatOption(usage, more string, formats ...string) Option {
	r.formats = formats
	return Option{
		Name: "format", To: Choice(&r.Format, formats...), Given: &r.FormatGiven, Preset: formats[0], Group: GroupOutput,
		Usage: usage, More: more,
	}
}

// OutputOption is -o.
func (r *Results) OutputOption(usage, more string) Option {
	return Option{
		Name: "o", Alias: "output", To: Text(&r.Output), Holder: "FILE", Group: GroupOutput, NotInKey: true,
		Usage: usage, More: more,
	}
}

// As is the format: that of --format, or else that of the file's extension.
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

// ToFile runs a command with its results going to the file of -o, if there is one. The file is opened before the work,
// so that an invalid name fails at once, and gets its new content afterwards. A command that could not write all of its
// results leaves the file unchanged; finding errors is not a failure.
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

// SparesPrograms refuses to write to a file with the extension of a program, as when a shell expands a glob behind the
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
