// Package inputs finds the programs that paths lead to, and reads them. What
// cannot be read is an input too, with a diagnostic that says why, so that the
// others go on.
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
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// StdinName is how standard input is called in all output.
const StdinName = "<stdin>"

// A Source is a text to be read, or what is wrong with the path that should
// have led to one.
type Source struct {
	Name      string // as shown: slash-separated, without needless parts
	Path      string // as opened; "-" is standard input, "" what came in a stream
	Extension string // of the language that its name tells; "" where it tells none
	Problem   *lang.Diagnostic
	Archive   *Archive // that it is a member of; nil: of none, or settings in archives do not count
	Cause     string   // of the problem, where it is that the path leads to nothing that can be read

	form    form
	data    []byte   // unless it is in a file
	options *Options // nil: the default ones
}

// Streamed reports whether the text came in a stream, so that its name leads to no
// file.
func (s *Source) Streamed() bool { return s.form != inFile }

// Text is a source that is there already, under a name that leads to no file.
func Text(o Options, name string, data []byte) Source {
	return Source{Name: name, form: asText, data: data, options: &o}
}

// Options say what counts as a program.
type Options struct {
	Languages language.Table
	Forced    bool   // any file is one: the user said what language it is
	Limit     int64  // the most bytes of a text that is read; 0: DefaultLimit
	StdinName string // how standard input is called instead of StdinName
	Filter

	// LeavesOut says what else is left out of folders, beside what ignore files name,
	// and out of archives;
	// ForcedAt is Forced for one path. Either may be nil.
	LeavesOut func(path string, folder bool) bool
	ForcedAt  func(path string) bool

	// Unpack is called for each archive before its programs come, and says what counts for
	// them; nil: the same as for all.
	Unpack func(*Archive) Unpacked

	// Unsaved are texts that count instead of those of the files at some paths, absolute,
	// which need not exist; nil: there are none. Its texts are not changed.
	Unsaved func(path string) ([]byte, bool)

	// LimitAt is Limit for one source, or 0 where that counts; nil: always.
	LimitAt func(*Source) int64
}

// gather is the state of Gather.
type gather struct {
	Options
	sources []Source
	seen    map[string]bool
}

// Gather turns the paths of a command line into sources, in the order of their
// names, each text once. Other sources may come along, such as the problems of the
// lists that the paths are from.
func Gather(o Options, paths []string, others ...Source) []Source {
	g := &gather{Options: o, seen: make(map[string]bool)}
	for _, p := range paths {
		g.path(p)
	}
	g.sources = append(g.sources, others...)
	slices.SortStableFunc(g.sources, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	return g.sources
}

// add adds a source unless its text is there already.
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

// unreadable says why what is shown by a name cannot be read.
func unreadable(name, message string, help ...string) *lang.Diagnostic {
	return &lang.Diagnostic{
		Code: lang.UnreadableInput, Message: lang.Text("cannot read " + words.Quote(name) + ": " + message), Help: lang.Texts(help...),
	}
}

// Shown is a path as it stands in output.
func Shown(path string) string {
	switch path {
	case "":
		return ""
	case "-":
		return StdinName
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// Cause is an error without the operation and the path, which are said already.
func Cause(err error) string {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err
	}
	return err.Error()
}

// unsaved is the text that counts instead of that of a file.
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

// said reports whether the user said of which files a path is one, and what they are.
func (o *Options) said(within string) bool {
	return o.Forced && len(o.Include) > 0 && o.Include.cover(within, false)
}

// extensionOf returns the extension of a language that a path ends in, or "".
func (o *Options) extensionOf(path string) string {
	for _, l := range o.Languages {
		for _, e := range l.Extensions {
			if strings.HasSuffix(path, e) {
				return e
			}
		}
	}
	return ""
}

func (o *Options) extensions() string { return strings.Join(o.Languages.Extensions(), ", ") }

// path adds what a path of the user's leads to.
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
		// Tools name every file that has changed; which of them count is said once.
	case err != nil:
		g.problem(path, Cause(err), g.similar(path)...)
	case info.IsDir():
		g.folder(path)
	case !info.Mode().IsRegular():
		g.problem(path, "it is "+kindOf(info.Mode())+", not a file",
			"a pipe can be read as standard input: patgraph … - <"+path)
	default:
		f := g.extensionOf(path)
		if f == "" && !g.Forced && (g.ForcedAt == nil || !g.ForcedAt(path)) {
			g.problem(path, "its name does not end in "+g.extensions(), g.hints(path)...)
			return
		}
		g.add(Source{Name: Shown(path), Path: path, Extension: f}, Identity(path))
	}
}

// hints say how a file can be read that is no program by its name.
func (o *Options) hints(path string) []string {
	switch name := strings.TrimSuffix(path, ".gz"); pathpkg.Ext(name) {
	case ".ndjson", ".jsonl":
		return []string{"--input ndjson reads the programs in records"}
	case ".tar", ".tgz":
		return []string{"--input tar reads the programs in an archive"}
	}
	return o.forcing("any file")
}

// forcing says for each language how something can be read as a program of it.
func (o *Options) forcing(what string) []string {
	var help []string
	for _, l := range o.Languages {
		help = append(help, "--dialect "+words.Or(l.Dialects)+" reads "+what+" as a program of "+l.Name)
	}
	return help
}

// stdin adds standard input. When it has a name, that is taken for the name of a file
// that was given, as editors do it that have a text which is not saved.
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

// similar finds what a path that does not exist was meant to be.
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

// Identity is the same for all paths to one file.
func Identity(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return path
}

// A link is one that was found, and the extension of its language.
type link struct{ path, extension string }

// walk is the state of walking one folder.
type walk struct {
	*gather
	root     string // its real path
	links    []link
	found    int
	ignored  int // by ignore files
	excluded int // by the filter
}

// folder adds the programs below a folder. Links are followed only to files
// within it: folders there are walked anyway, so there are no cycles.
func (g *gather) folder(path string) {
	w := &walk{gather: g, root: Identity(path)}
	w.walk(path, w.root, "", newIgnorer(path))
	for _, l := range w.links {
		w.link(l)
	}
	if w.found > 0 {
		return
	}
	message, help := "no file in it ends in "+g.extensions(), []string(nil)
	if w.ignored > 0 {
		help = append(help, words.Count(w.ignored, "entry", "entries")+" in it left out by ignore files or by patgraph.toml; a file that is named itself is always read")
	}
	if w.excluded > 0 {
		message = "no program in it is chosen"
		help = append(help, words.Count(w.excluded, "entry", "entries")+" in it left out by --include and --exclude, whose patterns are about paths within the folder")
	}
	g.problem(path, message, help...)
}

// walk walks a folder, given by the path to show, the real one and the one within
// the folder that is named.
func (w *walk) walk(dir, real, within string, ig *ignorer) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.problem(dir, Cause(err))
		w.found++ // reported; that nothing was found in it needs no saying
	}
	ig.load(dir)
	for _, e := range entries {
		name, path := e.Name(), filepath.Join(dir, e.Name())
		if name == ".git" {
			continue
		}
		inside := pathpkg.Join(within, name)
		f := w.extensionOf(name)
		if !e.IsDir() && f == "" && !w.said(inside) {
			continue
		}
		if e.IsDir() && w.Exclude.fit(inside, true) || !e.IsDir() && !w.passes(inside) {
			w.excluded++
			continue
		}
		if ig.ignores(name, e.IsDir()) || w.LeavesOut != nil && w.LeavesOut(path, e.IsDir()) {
			w.ignored++
			continue
		}
		switch {
		case e.IsDir():
			w.walk(path, filepath.Join(real, name), inside, ig.below(name))
		case e.Type()&fs.ModeSymlink != 0:
			w.links = append(w.links, link{path, f})
		case e.Type().IsRegular():
			w.found++
			w.add(Source{Name: Shown(path), Path: path, Extension: f}, filepath.Join(real, name))
		default:
			w.found++
			w.problem(path, "it is "+kindOf(e.Type())+", not a file")
		}
	}
}

// link adds a link that leads to a file within the walked folder.
func (w *walk) link(l link) {
	path := l.path
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		w.found++
		w.problem(path, Cause(err))
		return
	}
	info, err := os.Stat(real)
	rel, relErr := filepath.Rel(w.root, Identity(real))
	if err != nil || relErr != nil || !info.Mode().IsRegular() || !filepath.IsLocal(rel) {
		return
	}
	w.found++
	w.add(Source{Name: Shown(path), Path: path, Extension: l.extension}, Identity(real))
}
