package analysis

import (
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cache"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/patterns"
)

// Flags are those by which programs are found and analysed. A command offers some of
// them; the others stay as they are.
type Flags struct {
	Display command.Display

	Input     string
	FilesFrom []string
	Null      bool
	StdinName string
	Shard     string
	Include   []string
	Exclude   []string
	MaxMemory int64

	With           []string
	Relations      []string
	Prelude        bool
	Generalize     bool
	Dialect        string
	DialectGiven   bool
	Recursion      string
	RecursionGiven bool
	AllErrors      bool
	Rigid          bool
	patterns.Limits
	Size    int64
	Verify  bool
	Workers int

	Config   string
	NoConfig bool
	Anywhere bool

	Strict      bool
	StrictGiven bool
	Quiet       bool
	Trace       bool
	Stack       bool

	Kind
}

// A Kind is what a command wants of an analysis. No flag is called so.
type Kind struct {
	Sketch   bool // pictures of errors are to be drawn
	Totality bool // where definitions are undefined is told
	Partial  bool // and warned of
	Alone    bool // each file is what is asked about, and no library stands before it
	Unlisted bool // libraries are not listed like programs
	Filter   bool // without a path, standard input is read
}

// StrictOption is --strict.
func (f *Flags) StrictOption() command.Option {
	return command.Option{Name: "strict", To: command.Switch(&f.Strict), Given: &f.StrictGiven, Aside: true, Group: command.GroupFound,
		Usage: "warnings make the exit status 1, too"}
}

// QuietOption is --quiet, which leaves out something else in each command.
func (f *Flags) QuietOption(usage string) command.Option {
	return command.Option{Name: "quiet", Alias: "q", To: command.Switch(&f.Quiet), Aside: true, Group: command.GroupOutput, Usage: usage}
}

// Inputs are flags of commands that read many programs.
func (f *Flags) Inputs() []command.Option {
	return slices.Concat(command.In(command.GroupInput, []command.Option{
		{Name: "include", To: command.Texts(&f.Include), Holder: "GLOB", Aside: true,
			Usage: "of what folders hold, only these files", More: "may be repeated"},
		{Name: "exclude", To: command.Texts(&f.Exclude), Holder: "GLOB", Aside: true,
			Usage: "not these files and folders", More: "may be repeated"},
		{Name: "files-from", To: command.Texts(&f.FilesFrom), Holder: "FILE", Aside: true,
			Usage: "read the paths in this list, too, one a line; - is standard input", More: "may be repeated"},
		{Name: "null", Alias: "0", To: command.Switch(&f.Null), Aside: true, Rare: true,
			Usage: "paths of --files-from end in NUL, as find -print0 writes them"},
		{Name: "input", To: command.Choice(&f.Input, "files", "ndjson", "tar"), Preset: "files", Aside: true, Rare: true,
			Usage: "programs, lines of JSON with the keys id and source, or archives",
			More:  "of the latter two, standard input when there is no path"},
		{Name: "stdin-name", To: command.Text(&f.StdinName), Holder: "NAME", Aside: true, Rare: true,
			Usage: "how - is called in results, and which language it is in"},
		{Name: "shard", To: command.Text(&f.Shard), Holder: "i/n", Aside: true, Rare: true,
			Usage: "of the programs, only the i-th of n parts, from 1/n to n/n, by their content",
			More:  "auto: from the variables of a Kubernetes Indexed Job or a Slurm array"},
	}), command.In(command.GroupSpeed, []command.Option{
		{Name: "max-memory", To: command.Size(&f.MaxMemory, batch.LeastMemory), Holder: "SIZE", Aside: true, Rare: true,
			Usage: "what the process stays below, such as 300M",
			More:  ", by analysing fewer programs at the same time; one whose text alone takes more runs alone (default: 1 GiB)"},
	}))
}

// Analysis are flags of how programs are analysed.
func (f *Flags) Analysis() []command.Option {
	return slices.Concat(command.In(command.GroupSource, []command.Option{
		{Name: "dialect", To: command.Choice(&f.Dialect, languages.All.Dialects()...), Given: &f.DialectGiven, Preset: "auto", Holder: "NAME",
			Usage: "dialect of programs that do not say it, such as k6",
			More:  "their first line may, as in -- dialect: k6; auto: by what they contain"},
		// What follows from it is in the key of results by the texts of the files.
		{Name: "with", To: command.Texts(&f.With), Holder: "FILE", Aside: true,
			Usage: "a library, whose definitions stand before those of each program",
			More:  "may be repeated, and counts instead of `library` in patgraph.toml"},
		{Name: "relations", To: command.Texts(&f.Relations), Holder: "FILE", Aside: true, Rare: true,
			Usage: "a file of relations, for operators that programs of Relay have besides", More: "may be repeated; it stands before all libraries"},
		{Name: "prelude", To: command.Switch(&f.Prelude), Aside: true, Rare: true,
			Usage: "the prelude of the language stands before each program", More: "for languages that have one: Relay"},
		{Name: "generalize", To: command.Switch(&f.Generalize), Rare: true,
			Usage: "what nothing decides in a definition is for its users to decide", More: "for Relay: type parameters and `where` instead of P0320"},
		{Name: "recursion", To: command.Choice(&f.Recursion, config.Recursions...), Given: &f.RecursionGiven, Preset: "auto", Rare: true,
			Usage: "how recursive definitions use each other"},
		{Name: "rigid", To: command.Switch(&f.Rigid), Rare: true,
			Usage: "a size parameter that is always a number, or always another one, is an error", More: "for TensorScript, where P0511 is a note else"},
		{Name: "all-errors", To: command.Switch(&f.AllErrors), Rare: true,
			Usage: "report each error by itself", More: "also those that one mistake is likely to cause"},
	}), command.Rarely(command.In(command.GroupLimits, []command.Option{
		{Name: "limit-time", To: command.Duration(&f.Time), Holder: "T",
			Usage: "time for a group of definitions, such as 500ms or 10s (default: any)"},
		{Name: "limit-size", To: command.Size(&f.Size, 1), Holder: "SIZE", Aside: true,
			Usage: "bytes of a program, such as 500K or 1G; larger ones are not read (default: 64M)"},
		{Name: "limit-nodes", To: command.Number(&f.Nodes, 1), Holder: "N",
			Usage: "pattern nodes for a group of definitions (default: 500000 and 64 for each syntax node)"},
		{Name: "limit-work", To: command.Number(&f.Work, 1), Holder: "N",
			Usage: "pattern nodes that all groups of a program take beyond 256 for each syntax node (default: 8000000)"},
		{Name: "limit-rounds", To: command.Number(&f.Rounds, 1), Holder: "N",
			Usage: "polymorphic rounds of a recursive group (default: as many as their growth allows)"},
		{Name: "limit-depth", To: command.Number(&f.Depth, 1), Holder: "N",
			Usage: "nesting of brackets (default: any)"},
	})), command.In(command.GroupSpeed, []command.Option{
		{Name: "j", To: command.Number(&f.Workers, 1), Holder: "N", Rare: true, Aside: true,
			Usage: "files analysed at the same time (default: the number of processors)"},
	}), command.In(command.GroupDebug, []command.Option{
		{Name: "verify", To: command.Switch(&f.Verify), Rare: true,
			Usage: "check every derivation and every proof again, by code of its own"},
	}))
}

// Settings are flags that say where the other settings come from.
func (f *Flags) Settings() []command.Option {
	return command.In(command.GroupSource, []command.Option{
		{Name: "config", To: command.Text(&f.Config), Holder: "FILE",
			Usage: "take settings from this file", More: ", instead of the nearest " + config.FileName + " above each program"},
		{Name: "no-config", To: command.Switch(&f.NoConfig), Rare: true,
			Usage: "take settings from flags alone"},
		// As with --with, the texts of the files are in the key of results.
		{Name: config.Anywhere, To: command.Switch(&f.Anywhere), Rare: true, Aside: true,
			Usage: "let `library` in " + config.FileName + " lead out of the repository", More: ", be it by a path, a link or a glob"},
	})
}

// Debug are flags for those who look for mistakes of patgraph.
func (f *Flags) Debug() []command.Option {
	return command.Rarely(command.In(command.GroupDebug, []command.Option{
		{Name: "debug.trace", To: command.Switch(&f.Trace), Usage: "write what the engine does to standard error"},
		{Name: "debug.stack", To: command.Switch(&f.Stack), Aside: true,
			Usage: "show where patgraph failed when it fails", More: "(also: PATGRAPH_DEBUG=1)"},
	}))
}

// All are the flags of inputs, display, analysis, settings and debugging.
func (f *Flags) All() []command.Option {
	return slices.Concat(f.Inputs(), f.Display.Options(), f.Analysis(), f.Settings(), f.Debug())
}

// CacheDirOption is --cache-dir.
func CacheDirOption(to *string) command.Option {
	return command.Option{Name: "cache-dir", To: command.Text(to), Holder: "DIR", Group: command.GroupSpeed, Rare: true, Aside: true,
		Usage: "where results are kept", More: "(default: " + cache.Env + ", else a folder of the user's cache directory)"}
}

// Given reports whether a flag says what a key of a configuration would say.
func (f *Flags) Given(key string) bool {
	switch key {
	case "dialect":
		return f.DialectGiven
	case "recursion":
		return f.RecursionGiven
	case "strict":
		return f.StrictGiven
	case "library":
		return len(f.With) > 0
	case "prelude":
		return f.Prelude
	case "generalize":
		return f.Generalize
	case "limits.nodes":
		return f.Nodes > 0
	case "limits.rounds":
		return f.Rounds > 0
	case "limits.time":
		return f.Time > 0
	case "limits.depth":
		return f.Depth > 0
	case "limits.work":
		return f.Work > 0
	case "limits.size":
		return f.Size > 0
	}
	return false
}
