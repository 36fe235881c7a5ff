package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A library has the files that precede the programs of a configuration, as they were when first requested.
type library struct {
	sources []inputs.Source
	ids     []string         // of the files, by inputs.Identity
	before  []*batch.Library // by file: the library before it; the last entry is the library of programs
	broken  []string         // by the same index: the name of the first file that cannot be used, "" for none
}

// mostLibrary bounds the size of a library in bytes: offsets in a program count from its first file, and leave as much
// for the program.
const mostLibrary = lang.MaxSize / 2

// readLibrary reads files. A file that cannot be read is recorded by its name.
func readLibrary(sources []inputs.Source, flags []string) *library {
	l := &library{before: []*batch.Library{nil}, broken: []string{""}}
	var all *batch.Library
	broken, size := "", 0
	for i := range sources {
		s := &sources[i]
		id := inputs.Identity(fileOf(s))
		if slices.Contains(l.ids, id) {
			continue
		}
		l.sources, l.ids = append(l.sources, *s), append(l.ids, id)
		file, problem := s.Read(nil)
		l.sources[len(l.sources)-1].Problem = problem
		if broken == "" && problem == nil {
			size += len(file.Src) + 1
		}
		var given []string
		if flags != nil {
			given = flags[:min(i+1, len(flags))]
		}
		switch {
		case broken != "":
		case size > mostLibrary:
			l.sources[len(l.sources)-1].Problem = &lang.Diagnostic{
				Code: lang.TooLarge,
				Message: lang.Text("cannot read the library " + words.Quote(s.Name) + ": with those before it, it has more than " +
					words.Size(mostLibrary)),
			}
			broken = s.Name
		case problem != nil || !utf8.Valid(file.Src):
			broken = s.Name
		default:
			all = all.And(file, given)
		}
		l.before = append(l.before, all)
		l.broken = append(l.broken, broken)
	}
	return l
}

// libraryOf is the library of a configuration: that of the flags, else that of the file. It is read once.
func (g *Configuration) libraryOf(c *config.Config) *library {
	if g.given.Alone || c.Broken() || g.given.Given("with") {
		c = nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if l := g.libraries[c]; l != nil {
		return l
	}
	var sources []inputs.Source
	var flags []string
	read := func(flag string, paths []string) {
		for _, path := range paths {
			sources = append(sources, g.librarySource(config.LibraryFile{Name: inputs.Shown(path), Path: path}))
			flags = append(flags, flag+" "+path)
		}
	}
	read("--relations", g.given.Relations)
	switch {
	case g.given.Given("with"):
		read("--with", g.given.With)
	case c != nil:
		for _, f := range g.Libraries(c, g.Inputs.Languages.Extensions()) {
			sources = append(sources, g.librarySource(f))
		}
	}
	return g.keep(c, readLibrary(sources, flags))
}

// keep stores the library of a configuration.
func (g *Configuration) keep(c *config.Config, l *library) *library {
	g.libraries[c] = l
	for i, id := range l.ids {
		if _, ok := g.members[id]; !ok {
			g.members[id] = member{l, i}
		}
	}
	return l
}

// A member is a file of a library, by its index.
type member struct {
	library *library
	index   int
}

// unusable is the source for a library file that cannot be read.
func unusable(f config.LibraryFile, why string, help ...string) inputs.Source {
	return inputs.Source{Name: f.Name, Path: f.Path, Problem: &lang.Diagnostic{
		Code: lang.UnreadableInput, Message: lang.Text("cannot read the library " + words.Quote(f.Name) + ": " + why),
		Help: lang.Texts(help...),
	}}
}

// librarySource is the source for a library file. Filters do not apply to it.
func (g *Configuration) librarySource(f config.LibraryFile) inputs.Source {
	if f.Refused != "" {
		return unusable(f, f.Refused, f.Help...)
	}
	if info, err := os.Stat(f.Path); err == nil && info.IsDir() {
		return unusable(f, "it is a folder", "name each file of the library, as in "+f.Name+"/core.k")
	}
	o := g.Inputs
	o.Filter = inputs.Filter{}
	s := inputs.Gather(o, []string{f.Path})[0]
	if s.Name = f.Name; s.Cause != "" {
		s.Problem.Message = lang.Text("cannot read the library " + words.Quote(f.Name) + ": " + s.Cause)
	}
	return s
}

// placeOf returns the library of a source, how many of its files precede the source, and whether the source is one of
// them. A file of several libraries belongs to the one that was requested first.
func (g *Configuration) placeOf(s *inputs.Source) (l *library, at int, isLibrary bool) {
	l = g.libraryOf(g.Of(s))
	file := fileOf(s)
	if file == "" {
		return l, len(l.ids), false
	}
	g.mu.Lock()
	some := len(g.members) > 0
	g.mu.Unlock()
	if !some {
		return l, len(l.ids), false
	}
	id := inputs.Identity(file)
	g.mu.Lock()
	defer g.mu.Unlock()
	if m, ok := g.members[id]; ok {
		return m.library, m.index, true
	}
	return l, len(l.ids), false
}

// fileOf is the path of the file that a source is or replaces, or "". An editor names the file whose text it passes,
// and members of archives count as if they were unpacked in the current folder.
func fileOf(s *inputs.Source) string {
	switch {
	case s.Archive != nil:
		return filepath.FromSlash(strings.TrimLeft(s.Name, "/"))
	case s.Path != "" && s.Path != "-":
		return s.Path
	case s.Name == inputs.StdinName:
		return ""
	}
	return filepath.FromSlash(s.Name)
}

// Stands returns the library before a source, and the name of its unusable file, if any. aside means that the source is
// present only as a library, and is not listed.
func (g *Configuration) Stands(s *inputs.Source) (before *batch.Library, broken string, aside bool) {
	l, at, isLibrary := g.placeOf(s)
	return l.before[at], l.broken[at], isLibrary && g.given.Unlisted && g.added[l.ids[at]]
}

// WithLibraries adds to sources the files of their libraries, each once, ordered by name.
func (g *Configuration) WithLibraries(sources []inputs.Source) []inputs.Source {
	var libraries []*library
	need := make(map[*library]int)
	for i := range sources {
		g.libraryOf(g.Of(&sources[i])) // read all libraries before looking up their files
	}
	for i := range sources {
		l, at, _ := g.placeOf(&sources[i])
		if at > 0 && need[l] == 0 {
			libraries = append(libraries, l)
		}
		need[l] = max(need[l], at)
	}
	if libraries == nil {
		return sources
	}
	g.added = make(map[string]bool)
	have := make(map[string]bool)
	for i := range sources {
		if file := fileOf(&sources[i]); file != "" {
			have[inputs.Identity(file)] = true
		}
	}
	sources = slices.Clone(sources)
	programs := len(sources)
	for _, l := range libraries {
		for i, id := range l.ids[:need[l]] {
			if have[id] {
				continue
			}
			have[id], g.added[id] = true, true
			s := l.sources[i]
			if s.Problem != nil {
				s.Problem = g.withConsequences(s.Problem, s.Name, sources[:programs])
			}
			sources = append(sources, s)
		}
	}
	slices.SortStableFunc(sources, func(a, b inputs.Source) int { return strings.Compare(a.Name, b.Name) })
	return sources
}

// withStreams are the sources of the library for programs in streams.
func (g *Configuration) withStreams() []inputs.Source {
	l := g.libraryOf(g.Here())
	g.added = make(map[string]bool)
	for _, id := range l.ids {
		g.added[id] = true
	}
	return l.sources
}

// withConsequences adds the number of programs that are not checked because of a library.
func (g *Configuration) withConsequences(problem *lang.Diagnostic, library string,
	programs []inputs.Source) *lang.Diagnostic {
	n := 0
	for i := range programs {
		if _, broken, _ := g.Stands(&programs[i]); broken == library {
			n++
		}
	}
	d := *problem
	noteUnchecked(&d, n)
	return &d
}

// InsteadOf are the sources to report in place of a source whose configuration or library cannot be used; nil if both
// can.
func (g *Configuration) InsteadOf(s *inputs.Source) []inputs.Source {
	if s.Problem != nil {
		return nil
	}
	if broken := g.Of(s); broken.Broken() {
		return []inputs.Source{{Name: broken.Name, Path: broken.Path}}
	}
	_, name, _ := g.Stands(s)
	if name == "" {
		return nil
	}
	l, _, _ := g.placeOf(s)
	i := slices.IndexFunc(l.sources, func(s inputs.Source) bool { return s.Name == name })
	broken := l.sources[i]
	if broken.Problem == nil {
		broken.Problem = &lang.Diagnostic{
			Code: lang.NotUTF8, Message: lang.Text("cannot read the library " + words.Quote(name) + ": it is not UTF-8"),
			Help: lang.Texts("patgraph check " + name + " shows where"),
		}
	}
	return []inputs.Source{broken}
}

// LibraryPlaces are the files of all requested libraries, and the folders in which further library files may appear.
func (g *Configuration) LibraryPlaces() (files, folders []string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for c, l := range g.libraries {
		for i := range l.sources {
			files = append(files, l.sources[i].Path)
		}
		if c != nil {
			folders = append(folders, g.LibraryFolders(c)...)
		}
	}
	return files, folders
}
