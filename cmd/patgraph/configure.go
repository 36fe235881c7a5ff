package main

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// configOptions say where settings come from that flags do not make.
var configOptions = []option{
	{name: "config", kind: isText, value: "FILE", usage: "take settings from this file, instead of the nearest " + config.FileName + " above each program"},
	{name: "no-config", kind: isSwitch, usage: "take settings from flags alone"},
}

// A configuration decides how each source of a run is analysed: by the flags, then by
// the file that counts for it, then by the defaults.
type configuration struct {
	*config.Finder
	flags batch.Policy
	given func(flag string) bool // it is on the command line
	kept  map[*config.Config]int // programs that a configuration keeps from being checked

	with    []string // the files of --with
	options inputs.Options
	lists   bool // libraries are listed like programs
	alone   bool // each file is what is asked about, and nothing stands before it

	mu        sync.Mutex
	libraries map[*config.Config]*library // nil: of the flags, or none
	members   map[string]member           // by inputs.Identity
	added     map[string]bool             // of these, those that nobody gave as programs
}

// configure makes the configuration of a run from the flags.
func (p *program) configure(c *cli.Context, flags batch.Policy) (*configuration, error) {
	if err := wrongWith(c); err != nil {
		return nil, err
	}
	g := &configuration{flags: flags, given: givenFlags(c), with: c.StringSlice("with")}
	// One changes the files that it is given, and no others; the other loads files into a
	// text of its own.
	g.alone = c.Command.Name == "fmt" || c.Command.Name == "repl" || c.Command.Name == "migrate"
	g.lists = c.Command.Name != "types" || c.Bool("all-files")
	may := config.Values{Dialects: p.languages.Dialects(), Pages: p.languages.Pages()}
	switch file := c.String("config"); {
	case file != "" && c.Bool("no-config"):
		return nil, &usageError{command: c.Command.Name, message: "--config and --no-config exclude each other"}
	case file != "":
		g.Finder = config.Always(file, may)
	case c.Bool("no-config"):
		g.Finder = config.None()
	default:
		g.Finder = config.Nearest(may)
	}
	g.options = p.inputOptions(c, g)
	return g, nil
}

// givenFlags tells which flags are on the command line. It is asked for each program, and
// cli looks through all flags for an answer.
func givenFlags(c *cli.Context) func(string) bool {
	given := make(map[string]bool)
	for _, f := range c.Command.Flags {
		for _, name := range f.Names() {
			given[name] = c.IsSet(name)
		}
	}
	return func(flag string) bool { return given[flag] }
}

// of is the configuration file that counts for a source: for standard input that has
// a name, the one for the file of that name.
func (g *configuration) of(s *inputs.Source) *config.Config {
	switch {
	case s.Path == "-" && s.Name != inputs.StdinName:
		return g.Folder(filepath.Dir(filepath.FromSlash(s.Name)))
	case s.Path == "" || s.Path == "-":
		return g.Here()
	}
	return g.Folder(filepath.Dir(s.Path))
}

// recursions are the values of --recursion and of the key of that name.
var recursions = map[string]patterns.Recursion{
	"auto": patterns.AutoRecursion, "polymorphic": patterns.Polymorphic, "monomorphic": patterns.Monomorphic,
}

// policy is how a source is analysed. A configuration that cannot be used is a
// source, too, whose analysis is what is wrong with it.
func (g *configuration) policy(s *inputs.Source) batch.Policy {
	p := g.flags
	if broken := g.BrokenAt(s.Path); broken != nil {
		p.Problems, p.Text = broken.Problems, broken.Text
		if n := g.kept[broken]; n > 0 {
			p.Problems = slices.Clone(p.Problems)
			last := &p.Problems[len(p.Problems)-1]
			last.Notes = append(slices.Clip(last.Notes), words.Count(n, "program", "programs")+" not checked because of this")
		}
		return p
	}
	c := g.of(s)
	if c.Broken() {
		p.Problems = []lang.Diagnostic{{
			Code: lang.NotChecked, Secondary: true,
			Message: "it was not checked, because its configuration " + words.Quote(c.Name) + " cannot be used",
		}}
		return p
	}
	set := func(key, flag string, take func()) {
		if c.Sets(key) && !g.given(flag) {
			take()
		}
	}
	l := &p.Settings.Limits
	set("dialect", "dialect", func() { p.Settings.Dialect = language.Chosen(c.Dialect) })
	set("recursion", "recursion", func() { p.Settings.Recursion = recursions[c.Recursion] })
	set("strict", "strict", func() { p.Strict = c.Strict })
	set("limits.nodes", "limit-nodes", func() { l.Nodes = c.Nodes })
	set("limits.rounds", "limit-rounds", func() { l.Rounds = c.Rounds })
	set("limits.time", "limit-time", func() { l.Time = c.Time })
	set("limits.depth", "limit-depth", func() { l.Depth = c.Depth })
	set("limits.work", "limit-work", func() { l.Work = c.Work })
	p.Severity = c.Severity
	before, broken, aside := g.stands(s)
	if broken != "" {
		p.Problems = []lang.Diagnostic{{
			Code: lang.NotChecked, Secondary: true,
			Message: "it was not checked, because its library " + words.Quote(broken) + " cannot be used",
		}}
	}
	p.Library, p.Aside = before, aside
	return p
}

// withBroken adds the configurations that cannot be used, each once, to the sources
// that they are for, so that they are told in their place.
func (g *configuration) withBroken(sources []inputs.Source) []inputs.Source {
	g.kept = make(map[*config.Config]int)
	var added []inputs.Source
	for i := range sources {
		c := g.of(&sources[i])
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

// inputOptions say what counts as a program.
func (p *program) inputOptions(c *cli.Context, g *configuration) inputs.Options {
	o := inputs.Options{
		Forced: isForced(c),
		LeavesOut: func(path string, folder bool) bool {
			return g.Folder(filepath.Dir(path)).LeavesOut(path, folder)
		},
		ForcedAt: func(path string) bool {
			f := g.Folder(filepath.Dir(path))
			return !g.given("dialect") && !f.Broken() && f.Sets("dialect") && f.Dialect != language.AnyDialect
		},
	}
	o.Limit, _ = words.ParseSize(c.String("limit-size"))
	if !c.IsSet("limit-size") {
		o.LimitAt = func(s *inputs.Source) int64 { return g.of(s).Size }
	}
	o.StdinName = c.String("stdin-name")
	o.Filter, _ = filter(c) // which newBatch has looked at
	o.Languages = p.languages
	return o
}
