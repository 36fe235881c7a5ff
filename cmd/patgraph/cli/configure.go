package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Configuration decides how each source of a run is analysed: by the flags, then by its configuration file, then by
// the defaults.
type Configuration struct {
	*config.Finder
	given *Flags
	kept  map[*config.Config]int // by broken configuration: the number of programs not checked because of it

	Inputs inputs.Options // which files are programs

	flags sync.Map // *Flags by *config.Config

	mu        sync.Mutex
	libraries map[*config.Config]*library // by configuration; nil: of the flags, or none
	archives  map[*inputs.Archive]*config.Finder
	members   map[string]member // by inputs.Identity
	added     map[string]bool   // by identity: members that were not given as programs
}

// relationsExtension is the extension of files of relations.
const relationsExtension = ".rel"

// configure makes the configuration of a run from the flags.
func (f *Flags) configure(p *Program) (*Configuration, error) {
	if slices.Contains(f.With, "-") {
		return nil, Wrong("--with takes a file, not standard input, which may be a program")
	}
	for _, path := range f.Relations {
		if !strings.HasSuffix(path, relationsExtension) {
			return nil, Wrong("--relations takes a file of relations, whose name ends in " + relationsExtension)
		}
	}
	if _, err := language.ParseSizes(f.Sizes); err != nil {
		return nil, Wrong("--sizes " + err.Error())
	}
	g := &Configuration{given: f, libraries: make(map[*config.Config]*library),
		archives: make(map[*inputs.Archive]*config.Finder), members: make(map[string]member)}
	may := config.Values{Keys: f.keys(), Pages: p.Languages.Pages()}
	switch {
	case f.Config != "" && f.NoConfig:
		return nil, Wrong("--config and --no-config exclude each other")
	case f.Config != "":
		g.Finder = config.Always(f.Config, may)
	case f.NoConfig:
		g.Finder = config.None()
	default:
		g.Finder = config.Nearest(may)
	}
	g.Anywhere = f.Anywhere
	var err error
	g.Inputs, err = f.inputOptions(p, g)
	return g, err
}

// policy is the policy of the flags alone.
func (f *Flags) policy() batch.Policy {
	return batch.Policy{
		Strict: f.Strict,
		Select: f.Select,
		Ignore: f.Ignore,
		Settings: language.Settings{
			Limits:     f.Limits,
			Recursion:  config.RecursionOf(f.Recursion),
			Dialect:    language.Chosen(f.Dialect),
			Sketch:     f.Sketch,
			Certify:    f.Certificate != "",
			AllErrors:  f.AllErrors,
			Generalize: f.Generalize,
			Sizes:      f.Sizes,
			Totality:   f.Totality,
			Partial:    f.Partial,
			Rigid:      f.Rigid,
		},
	}
}

// Flags are the flags for the programs of a configuration file: those of the command line, then those of the file, then
// the defaults. A broken file has none.
func (g *Configuration) Flags(c *config.Config) *Flags {
	if c.Broken() {
		return g.given
	}
	f, ok := g.flags.Load(c)
	if !ok {
		f, _ = g.flags.LoadOrStore(c, g.given.with(c))
	}
	return f.(*Flags)
}

// Of is the configuration file for a source: for standard input with a name, that for the file of that name.
func (g *Configuration) Of(s *inputs.Source) *config.Config {
	switch {
	case s.Archive != nil:
		g.mu.Lock()
		f := g.archives[s.Archive]
		g.mu.Unlock()
		return f.Folder(filepath.Dir(filepath.FromSlash(strings.TrimLeft(s.Name, "/"))))
	case s.Path == "-" && s.Name != inputs.StdinName:
		return g.Folder(filepath.Dir(filepath.FromSlash(s.Name)))
	case s.Path == "" || s.Path == "-":
		return g.Here()
	}
	return g.Folder(filepath.Dir(s.Path))
}

// Policy is the policy of a source. A broken configuration is a source, too, whose result reports its problems.
func (g *Configuration) Policy(s *inputs.Source) batch.Policy {
	p := g.given.policy()
	if broken := g.BrokenAt(s.Path); broken != nil {
		p.Problems, p.Text = broken.Problems, broken.Text
		p.Problems = slices.Clone(p.Problems)
		noteUnchecked(&p.Problems[len(p.Problems)-1], g.kept[broken])
		return p
	}
	c := g.Of(s)
	if c.Broken() && s.Archive != nil && c.Name == s.Name {
		p.Problems, p.Text = c.Problems, c.Text
		return p
	}
	if c.Broken() {
		p.Problems = notChecked("configuration", c.Name)
		return p
	}
	f := g.Flags(c)
	p = f.policy()
	p.Severity = c.Severity
	before, broken, aside := g.Stands(s)
	if broken != "" {
		p.Problems = notChecked("library", broken)
	}
	of := g.Inputs.Languages.For(s.Name, p.Settings.Dialect)
	if p.Settings.Sizes != "" && of.Sizes == nil {
		p.Problems = []lang.Diagnostic{{Code: lang.NotChecked, Message: lang.Say(
			"%s has no names of sizes, so --sizes has no meaning for `%s`", of.Called(), s.Name)}}
	}
	if met := g.given.met; met != nil && !aside && p.Problems == nil {
		called := ""
		if of.Owns(s.Name) || slices.Contains(of.Dialects, p.Settings.Dialect) {
			called = of.Called()
		}
		met.Store(called, true)
	}
	p.Library, p.IsLibrary = before.Of(of, g.Inputs.Languages, f.Prelude && !f.Alone), aside
	return p
}

// noteUnchecked adds the number of programs that are not checked because of a problem.
func noteUnchecked(d *lang.Diagnostic, n int) {
	if n > 0 {
		d.Notes = append(slices.Clip(d.Notes),
			lang.Text(lang.Count(n, "program", "programs")+" not checked because of this"))
	}
}

// notChecked is the diagnostic for a program that is not checked because of its configuration or its library.
func notChecked(what, name string) []lang.Diagnostic {
	return []lang.Diagnostic{{
		Code: lang.NotChecked, Secondary: true,
		Message: lang.Text("it was not checked, because its " + what + " " + words.Quote(name) + " cannot be used"),
	}}
}

// WithBroken adds to sources their broken configurations, each once, so that these are reported in order.
func (g *Configuration) WithBroken(sources []inputs.Source) []inputs.Source {
	g.kept = make(map[*config.Config]int)
	var added []inputs.Source
	for i := range sources {
		c := g.Of(&sources[i])
		if !c.Broken() || sources[i].Problem != nil {
			continue
		}
		if g.kept[c]++; g.kept[c] == 1 {
			added = append(added, inputs.Source{Name: c.Name, Path: c.Path})
		}
	}
	if added == nil {
		return sources
	}
	sources = slices.Concat(sources, added)
	slices.SortStableFunc(sources, func(a, b inputs.Source) int { return strings.Compare(a.Name, b.Name) })
	return sources
}

// inputOptions determine which files are programs.
func (f *Flags) inputOptions(p *Program, g *Configuration) (inputs.Options, error) {
	o := inputs.Options{
		Forced: f.Dialect != "auto",
		LeavesOut: func(path string, folder bool) bool {
			return g.Folder(filepath.Dir(path)).LeavesOut(path, folder)
		},
		ForcedAt: func(path string) bool {
			c := g.Folder(filepath.Dir(path))
			return !f.Given("dialect") && !c.Broken() && c.Sets("dialect") && g.Flags(c).Dialect != language.AnyDialect
		},
		Limit: f.Size, StdinName: f.StdinName, Languages: p.Languages, Unsaved: p.Unsaved,
	}
	if f.Size == 0 {
		o.LimitAt = func(s *inputs.Source) int64 { return g.Flags(g.Of(s)).Size }
	}
	var err error
	if o.Include, err = inputs.ParseGlobs(f.Include); err != nil {
		return o, Wrong("--include " + err.Error())
	}
	if o.Exclude, err = inputs.ParseGlobs(f.Exclude); err != nil {
		return o, Wrong("--exclude " + err.Error())
	}
	return o, nil
}
