package cli

import (
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cache"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/patterns"
)

// Flags are the flags for finding and analysing programs. A command offers some of them; the others keep their values.
type Flags struct {
	Display Display

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
	Sizes          string
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

// A Kind is what a command requires of an analysis. These fields are not flags.
type Kind struct {
	Sketch   bool // pictures of errors are drawn
	Totality bool // report where definitions are undefined
	Partial  bool // also warn about it
	Alone    bool // each file is analysed without libraries
	Unlisted bool // libraries are not listed like programs
	Filter   bool // without a path, standard input is read
}

// StrictOption is --strict.
func (f *Flags) StrictOption() Option {
	return Option{Name: "strict", To: Switch(&f.Strict), Given: &f.StrictGiven, NotInKey: true,
		Group: GroupFound,
		Usage: "warnings make the exit status 1, too"}
}

// QuietOption is --quiet, whose effect depends on the command.
func (f *Flags) QuietOption(usage string) Option {
	return Option{Name: "quiet", Alias: "q", To: Switch(&f.Quiet), NotInKey: true,
		Group: GroupOutput, Usage: usage}
}

// Inputs are the flags of commands that read many programs.
func (f *Flags) Inputs() []Option {
	return slices.Concat(In(GroupInput, []Option{
		{Name: "include", To: Texts(&f.Include), Holder: "GLOB", NotInKey: true,
			Usage: "in folders, read only these files", More: "may be repeated"},
		{Name: "exclude", To: Texts(&f.Exclude), Holder: "GLOB", NotInKey: true,
			Usage: "in folders, skip these files and folders", More: "may be repeated"},
		{Name: "files-from", To: Texts(&f.FilesFrom), Holder: "FILE", NotInKey: true,
			Usage: "also read the paths in this list, one a line; - is standard input", More: "may be repeated"},
		{Name: "null", Alias: "0", To: Switch(&f.Null), NotInKey: true, Rare: true,
			Usage: "paths in --files-from end in NUL, as find -print0 writes them"},
		{Name: "input", To: Choice(&f.Input, "files", "ndjson", "tar"), Preset: "files", NotInKey: true, Rare: true,
			Usage: "what the inputs are: programs, lines of JSON with the keys id and source, or archives",
			More:  "the latter two are read from standard input if there is no path"},
		{Name: "stdin-name", To: Text(&f.StdinName), Holder: "NAME", NotInKey: true, Rare: true,
			Usage: "name of - in results; it also shows the language"},
		{Name: "shard", To: Text(&f.Shard), Holder: "i/n", NotInKey: true, Rare: true,
			Usage: "check only the i-th of n parts of the programs, from 1/n to n/n, chosen by their contents",
			More:  "auto: from the variables of a Kubernetes Indexed Job or a Slurm array"},
	}), In(GroupSpeed, []Option{
		{Name: "max-memory", To: Size(&f.MaxMemory, batch.LeastMemory), Holder: "SIZE", NotInKey: true, Rare: true,
			Usage: "memory that the process may take, such as 300M",
			More:  "if it needs more, fewer programs are analysed at the same time; one whose text alone takes more runs alone (default: 1 GiB)"},
	}))
}

// Analysis are the flags for the analysis.
func (f *Flags) Analysis() []Option {
	return slices.Concat(In(GroupSource, []Option{
		{Name: "dialect", To: Choice(&f.Dialect, languages.All.Dialects()...), Given: &f.DialectGiven,
			Preset: "auto", Holder: "NAME",
			Usage: "dialect of programs that do not state it, such as k6",
			More:  "the first line may state it, as in -- dialect: k6; auto: the contents decide"},
		// The cache key contains the texts of these files instead.
		{Name: "with", To: Texts(&f.With), Holder: "FILE", NotInKey: true,
			Usage: "a library, whose definitions each program can use",
			More:  "may be repeated; replaces `library` in patgraph.toml"},
		{Name: "relations", To: Texts(&f.Relations), Holder: "FILE", NotInKey: true, Rare: true,
			Usage: "a file of relations, for further operators in programs of Relay",
			More:  "may be repeated; comes before all libraries"},
		{Name: "prelude", To: Switch(&f.Prelude), NotInKey: true, Rare: true,
			Usage: "each program can use the prelude of its language", More: "for languages that have one: Relay"},
		{Name: "generalize", To: Switch(&f.Generalize), Rare: true,
			Usage: "let the uses of a definition decide the types that it leaves open",
			More:  "for Relay: type parameters and `where` instead of P0320"},
		{Name: "sizes", To: Text(&f.Sizes), Holder: "N=1,...", Rare: true,
			Usage: "derive with these sizes for names of sizes", More: "for ONNX: names in the types of a model's inputs"},
		{Name: "recursion", To: Choice(&f.Recursion, config.Recursions...), Given: &f.RecursionGiven,
			Preset: "auto", Rare: true,
			Usage: "how to derive recursive definitions"},
		{Name: "rigid", To: Switch(&f.Rigid), Rare: true,
			Usage: "make it an error if a size parameter always equals a number or another parameter",
			More:  "for TensorScript; P0511 is a note otherwise"},
		{Name: "all-errors", To: Switch(&f.AllErrors), Rare: true,
			Usage: "report each error by itself", More: "even if one mistake is likely to cause several"},
	}), Rarely(In(GroupLimits, []Option{
		{Name: "limit-time", To: Duration(&f.Time), Holder: "T",
			Usage: "time for a program, to derive it and to explain its errors, such as 500ms or 10s (default: any)"},
		{Name: "limit-size", To: Size(&f.Size, 1), Holder: "SIZE", NotInKey: true,
			Usage: "size of a program, such as 500K or 1G; larger ones are not read (default: 64M)"},
		{Name: "limit-nodes", To: Number(&f.Nodes, 1), Holder: "N",
			Usage: "pattern nodes for a group of definitions (default: 500000 and 64 for each syntax node)"},
		{Name: "limit-work", To: Number(&f.Work, 1), Holder: "N",
			Usage: "pattern nodes for all groups of a program, beyond 256 for each syntax node (default: 8000000)"},
		{Name: "limit-rounds", To: Number(&f.Rounds, 1), Holder: "N",
			Usage: "polymorphic rounds of a recursive group (default: as many as their growth allows)",
			More:  "for k; other languages have no such rounds"},
		{Name: "limit-depth", To: Number(&f.Depth, 1), Holder: "N",
			Usage: "nesting of brackets (default: any)"},
	})), In(GroupSpeed, []Option{
		{Name: "j", To: Number(&f.Workers, 1), Holder: "N", Rare: true, NotInKey: true,
			Usage: "files analysed at the same time, at most 64 or 4 for each processor (default: the number of processors)"},
	}), In(GroupDebug, []Option{
		{Name: "verify", To: Switch(&f.Verify), Rare: true,
			Usage: "check every derivation and every proof again, with a separate checker"},
	}))
}

// Settings are the flags for the source of other settings.
func (f *Flags) Settings() []Option {
	return In(GroupSource, []Option{
		{Name: "config", To: Text(&f.Config), Holder: "FILE",
			Usage: "take settings from this file", More: ", not from the nearest " + config.FileName + " above each program"},
		{Name: "no-config", To: Switch(&f.NoConfig), Rare: true,
			Usage: "take settings only from flags"},
		// As with --with, the cache key contains the texts of the files.
		{Name: config.Anywhere, To: Switch(&f.Anywhere), Rare: true, NotInKey: true,
			Usage: "let `library` in " + config.FileName + " lead out of the repository", More: ", by a path, a link or a glob"},
	})
}

// Debug are the flags for debugging patgraph.
func (f *Flags) Debug() []Option {
	return Rarely(In(GroupDebug, []Option{
		{Name: "debug.trace", To: Switch(&f.Trace), Usage: "write what the engine does to standard error"},
		{Name: "debug.stack", To: Switch(&f.Stack), NotInKey: true,
			Usage: "show where patgraph failed when it fails", More: "(also: PATGRAPH_DEBUG=1)"},
	}))
}

// All are the flags of inputs, display, analysis, settings and debugging.
func (f *Flags) All() []Option {
	return slices.Concat(f.Inputs(), f.Display.Options(), f.Analysis(), f.Settings(), f.Debug())
}

// CacheDirOption is --cache-dir.
func CacheDirOption(to *string) Option {
	return Option{Name: "cache-dir", To: Text(to), Holder: "DIR", Group: GroupSpeed,
		Rare: true, NotInKey: true,
		Usage: "folder of the cache", More: "(default: " + cache.Env + ", else a folder of the user's cache directory)"}
}

// Given reports whether a flag sets the value of a configuration key.
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
