package cli

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Flags are the values of all options (table.go). The options of a command set theirs; the others are zero.
type Flags struct {
	inputFlags
	outputFlags
	analysisFlags
	batchFlags
	placeFlags
	graphFlags
	runFlags
	otherFlags
	Kind

	languages language.Table
	met       *sync.Map // the languages of the programs that were read, as people write them; "": perhaps any

	options []Option // of the command
	given   []string // the names of those on the command line
}

// inputFlags say which programs are read.
type inputFlags struct {
	Include, Exclude []string
	FilesFrom        []string
	Null             bool
	Input            string
	StdinName        string
	Shard            string
}

// outputFlags say what results look like, and where they go.
type outputFlags struct {
	Matches  int
	Takes    string
	Place    string
	Format   string
	Output   string // a file; "" and "-" mean standard output
	Progress string
	Quiet    bool
	Color    string
	ASCII    bool
	Width    int
}

// analysisFlags say how programs are analysed.
type analysisFlags struct {
	Dialect   string
	Recursion string
	patterns.Limits
	Size int64

	With, Relations []string
	Prelude         bool

	Generalize bool
	Sizes      string
	Rigid      bool
	AllErrors  bool
	Strict     bool
	Select     []string // beginnings of codes
	Ignore     []string // likewise
	MaxErrors  int      // 0: the default
	ExitZero   bool
	FailOn     string

	Config   string
	NoConfig bool
	Anywhere bool

	Verify, Trace, Stack bool

	Workers   int
	MaxMemory int64
}

// batchFlags are those of check, types and cache.
type batchFlags struct {
	SummaryOnly             bool
	Stats                   string
	Watch                   bool
	Resume                  string
	Pictures                string
	Baseline, WriteBaseline string
	Certificate             string

	NoCache   bool
	CacheDir  string
	CacheSize int64

	AllFiles bool
	Codes    bool
	Code     string
	Equal    bool
	Free     bool
	Unfold   int
}

// placeFlags are those of the commands about a place. Some are also of types, graph and help.
type placeFlags struct {
	Tree, Narrate, Full bool
	All                 bool
	Man                 bool
	JSON                bool
	As                  string
	At                  int
}

// graphFlags are those of graph and trace about pictures.
type graphFlags struct {
	Drawing
	Outputs   []string
	SVG       string        // of trace
	MaxPixels int           // 0: unbounded
	Timeout   time.Duration // 0: the default
	Layout    string
	Theme     string
	Engine    string
}

// runFlags are those of run and repl.
type runFlags struct {
	CheckFilters bool
	Fuel         int
	Memory       int64
	Expr         string
	Def          string
	Values       string
	Stream       bool
	Compact      bool
	NoCheck      bool
	Steps        int
	Schema       string

	Replay    string
	Update    bool
	NoHistory bool
}

// otherFlags are those of fix, fmt, migrate and explore.
type otherFlags struct {
	Unsafe      bool // fixes that may not be meant, too
	InPlace     bool
	Write, Diff bool
	Check       bool // also of run
	Lines       []string
	Columns     int // of programs, not of diagnostics
	Partially   bool
	Whole       bool

	Stay, NoOpen bool

	Hint, Solution, List bool
	Lesson               int // from 1; 0: the current one
}

// A Kind is what a command requires of an analysis. Some of these fields are options of commands.
type Kind struct {
	Sketch   bool // pictures of errors are drawn
	Totality bool // report where definitions are undefined
	Partial  bool // also warn about it
	Alone    bool // each file is analysed without libraries
	Unlisted bool // libraries are not listed like programs
	Filter   bool // without a path, standard input is read
}

// NewFlags returns the flags of a command line without any, for programs in some languages.
func (c *Command) NewFlags(languages language.Table) *Flags {
	f := &Flags{Kind: c.Kind, languages: languages}
	f.Width = terminalWidth
	return f.of(c.Name)
}

// of makes flags those of a command: options that are not given get their presets.
func (f *Flags) of(command string) *Flags {
	f.options = f.table()
	f.options = slices.DeleteFunc(f.options, func(o Option) bool { has, _ := o.of(command); return !has })
	for i := range f.options {
		o := &f.options[i]
		if o.Preset == "" || f.Given(o.Name) {
			continue
		}
		if err := o.set(o.Spelling(), o.Preset); err != nil {
			panic(err) // an invalid table of options, which the tests detect
		}
	}
	return f
}

// Options are those of the command.
func (f *Flags) Options() []Option { return f.options }

// option is the command's option with a name, or nil.
func (f *Flags) option(name string) *Option {
	return optionNamed(f.options, name)
}

func optionNamed(options []Option, name string) *Option {
	i := slices.IndexFunc(options, func(o Option) bool { return o.Name == name })
	if i < 0 {
		return nil
	}
	return &options[i]
}

// Set sets an option of the command as on a command line.
func (f *Flags) Set(name, text string) error {
	o := f.option(name)
	if o == nil {
		return Wrong("there is no flag " + dashes(name))
	}
	if err := o.set(o.Spelling(), text); err != nil {
		return err
	}
	f.given = append(f.given, name)
	return nil
}

// Given reports whether an option is on the command line.
func (f *Flags) Given(name string) bool { return slices.Contains(f.given, name) }

// rendering is the part of the command line that affects the output for a single program: the command and its options,
// without those that are NotInKey.
func (f *Flags) rendering(command string) string {
	var b strings.Builder
	b.WriteString(command)
	for i := range f.options {
		if o := &f.options[i]; !o.NotInKey {
			fmt.Fprintf(&b, " %s=%q", o.Name, o.To.text())
		}
	}
	return b.String()
}

// with returns the flags for programs with a configuration file: what is not on the command line is as the file says.
func (f *Flags) with(c *config.Config) *Flags {
	g := *f
	table := g.table()
	for key, text := range c.Values {
		i := slices.IndexFunc(table, func(o Option) bool { return o.Key == key })
		if o := &table[i]; !f.Given(o.Name) {
			o.To.set(text) // valid, since it was parsed as such
		}
	}
	return &g
}

// keys are the keys of patgraph.toml, in the order of the table.
func (f *Flags) keys() []config.Key {
	var list []config.Key
	for _, o := range f.table() {
		if o.Key != "" {
			list = append(list, config.Key{Name: o.Key, Kind: o.To.kind, Choices: o.To.choices, Notes: o.To.notes})
		}
	}
	return list
}
