// Package inputs finds the programs that paths lead to, and reads them. A path that cannot be read becomes an input
// with a diagnostic, so that the others are still analysed.
package inputs

import (
	"errors"
	"io/fs"
	"os"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/internal/nowait"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// StdinName is the name of standard input in all output.
const StdinName = "<stdin>"

// A Source is a text to read, or the problem with a path.
type Source struct {
	Name      string // for display: slash-separated and cleaned
	Path      string // to open; "-" is standard input, "" a source from a stream
	Extension string // of the language that the name determines; "" if it determines none
	Problem   *lang.Diagnostic
	Archive   *Archive // the archive that it is a member of; nil: none, or settings in archives are not used
	Cause     string   // of the problem, if the path cannot be read

	form    form
	data    []byte   // the text, unless it is in a file
	options *Options // nil: the defaults
}

// Streamed reports whether the text came in a stream, so that its name is not the path of a file.
func (s *Source) Streamed() bool { return s.form != inFile }

// Text is a source with the given text, whose name is not the path of a file.
func Text(o Options, name string, data []byte) Source {
	return Source{Name: name, form: asText, data: data, options: &o}
}

// Options determine which files are programs and how they are read.
type Options struct {
	Languages language.Table
	Forced    bool   // every file is a program: the user chose the language
	Limit     int64  // maximum size of a text in bytes; 0: DefaultLimit
	StdinName string // a name for standard input in place of StdinName
	Filter

	// LeavesOut reports what is left out of folders, in addition to ignore files, and out of archives; ForcedAt is
	// Forced for one path. Either may be nil.
	LeavesOut func(path string, folder bool) bool
	ForcedAt  func(path string) bool

	// Unpack is called for each archive before its programs are read, and returns the options for its members; nil:
	// those of all inputs.
	Unpack func(*Archive) Unpacked

	// Unsaved returns texts that replace those of files, by absolute path; the files need not exist. nil: none. The
	// texts are never modified.
	Unsaved func(path string) ([]byte, bool)

	// LimitAt is Limit for one source, or 0 for Limit; nil: always Limit.
	LimitAt func(*Source) int64
}

// gather is the state of Gather.
type gather struct {
	Options
	sources []Source
	seen    map[string]bool
}

// Gather turns the paths of a command line into sources, ordered by name, without duplicates. Other sources can be
// added, such as problems with the lists of paths.
func Gather(o Options, paths []string, others ...Source) []Source {
	g := &gather{Options: o, seen: make(map[string]bool)}
	for _, p := range paths {
		g.path(p)
	}
	g.sources = append(g.sources, others...)
	slices.SortStableFunc(g.sources, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	return g.sources
}

// add adds a source unless its text was added before.
func (g *gather) add(s Source, key string) {
	if !g.seen[key] {
		g.seen[key] = true
		s.options = &g.Options
		g.sources = append(g.sources, s)
	}
}

func (g *gather) problem(path string, message string, help ...string) {
	name := Shown(path)
	g.add(Source{Name: name, Path: path, Problem: unreadable(name, message, help...), Cause: message}, "!"+path)
}

// unreadable is the diagnostic for an input that cannot be read.
func unreadable(name, message string, help ...string) *lang.Diagnostic {
	return &lang.Diagnostic{
		Code: lang.UnreadableInput, Message: lang.Text("cannot read " + words.Quote(name) + ": " + message),
		Help: lang.Texts(help...),
	}
}

// Shown is a path in its form for output.
func Shown(path string) string {
	switch path {
	case "":
		return ""
	case "-":
		return StdinName
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// Cause is the text of an error without the operation and the path, which messages already contain.
func Cause(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return err.Error()
}

// unsaved is the text that replaces that of a file.
func (o *Options) unsaved(path string) ([]byte, bool) {
	if o == nil || o.Unsaved == nil {
		return nil, false
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, false
	}
	return o.Unsaved(abs)
}

// isChosen reports whether the user explicitly included a path and chose its language.
func (o *Options) isChosen(within string) bool {
	return o.Forced && len(o.Include) > 0 && o.Include.cover(within, false)
}

// An Archive is what Unpack learns about an archive before its programs are read.
type Archive struct {
	Name     string            // the prefix of its members' names; "" if it is the only archive
	Settings map[string][]byte // the texts of the members called patgraph.toml, by path within the archive

	// Programs are the paths within the archive whose names are those of programs. Load reads members by such paths; it
	// omits members that cannot be read. Each call reads the archive once more; only Options.Unpack may call them.
	Programs func() []string
	Load     func(paths []string) map[string][]byte
}

// Unpacked has the options for the members of one archive, by their paths within it.
type Unpacked struct {
	LeavesOut func(path string, folder bool) bool // replaces that of Options; nil: that one
	Limit     func(path string) int64             // maximum size of a text in bytes; 0 or nil: that of Options
	Sources   []Source                            // come before the members, such as problems

	archive *Archive
}

// extensionOf returns the extension of a language that a path ends with, or "".
func (o *Options) extensionOf(path string) string {
	extension, _ := o.Languages.Extension(path)
	return extension
}

func (o *Options) extensions() string { return strings.Join(o.Languages.Extensions(), ", ") }

// path adds the sources for a path that the user named.
func (g *gather) path(path string) {
	if path == "-" {
		g.stdin()
		return
	}
	if _, ok := g.unsaved(path); ok {
		g.add(Source{Name: Shown(path), Path: path, Extension: g.extensionOf(path)}, Identity(path))
		return
	}
	info, err := os.Stat(path)
	switch {
	case g.Exclude.coverNamed(path, err == nil && info.IsDir()):
		// Tools pass every changed file; the configuration selects among them.
	case err != nil:
		g.problem(path, Cause(err), g.similar(path)...)
	case info.IsDir():
		g.folder(path)
	case !info.Mode().IsRegular():
		g.problem(path, "it is "+kindOf(info.Mode())+", not a file",
			"a pipe can be read as standard input: patgraph … - <"+path)
	default:
		f := g.extensionOf(path)
		if f == "" && !g.Forced && (g.ForcedAt == nil || !g.ForcedAt(path)) && g.recognised(path) == nil {
			g.problem(path, "its name does not end in "+g.extensions(), g.hints(path)...)
			return
		}
		g.add(Source{Name: Shown(path), Path: path, Extension: f}, Identity(path))
	}
}

// recognised returns how to read a file that is not a text, by its first bytes; nil if they do not show it.
func (o *Options) recognised(path string) *language.Binary {
	f, err := nowait.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, language.BinaryHead)
	n, _ := f.ReadAt(head, 0)
	return o.Languages.Binary(path, head[:n])
}

// hints suggests how to read a file that is not a program by its name.
func (o *Options) hints(path string) []string {
	switch name := strings.TrimSuffix(path, ".gz"); pathpkg.Ext(name) {
	case ".ndjson", ".jsonl":
		return []string{"--input ndjson reads the programs in records"}
	case ".tar", ".tgz":
		return []string{"--input tar reads the programs in an archive"}
	}
	return o.forcing("any file")
}

// forcing suggests for each language how to read something as a program of it.
func (o *Options) forcing(what string) []string {
	var help []string
	for _, l := range o.Languages {
		help = append(help, "--dialect "+words.Or(l.Dialects)+" reads "+what+" as a program of "+l.Name)
	}
	return help
}

// stdin adds standard input. A name given for it is treated as the name of a file, as editors use it for a text that is
// not saved.
func (g *gather) stdin() {
	s := Source{Name: StdinName, Path: "-"}
	if n := g.StdinName; n != "" {
		s.Name = Shown(n)
		if g.Exclude.coverNamed(n, false) {
			return
		}
		switch e := g.extensionOf(n); {
		case e != "":
			s.Extension = e
		case pathpkg.Ext(s.Name) != "" && !g.Forced:
			s.Cause = "its name does not end in " + g.extensions()
			s.Problem = unreadable(s.Name, s.Cause, g.forcing("any text")...)
		}
	}
	g.add(s, "-")
}

// similar finds names similar to a path that does not exist.
func (g *gather) similar(path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) > 10_000 {
		return nil
	}
	var names, help []string
	for _, e := range entries {
		if e.IsDir() || g.extensionOf(e.Name()) != "" {
			names = append(names, e.Name())
		}
	}
	for _, n := range lang.Nearest(filepath.Base(path), slices.Values(names), 1) {
		help = append(help, "there is "+words.Quote(Shown(filepath.Join(filepath.Dir(path), n))))
	}
	return help
}

func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something special"
}

// Identity is equal for all paths of one file.
func Identity(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return path
}
