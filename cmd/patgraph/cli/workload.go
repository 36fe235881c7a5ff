package cli

import (
	"cmp"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A workload is the programs of a command, produced lazily.
type workload struct {
	Sources iter.Seq[inputs.Source]
	Count   int // how many there are; -1 if unknown
	Given   int // how many were given, not counting those present only as libraries
}

// noPath is the error for a command without paths.
func noPath() error {
	return Wrong("what should be read? Give files, folders (. is this one) or - for standard input")
}

// ReadsStdin reports whether the paths and lists include standard input.
func (f *Flags) ReadsStdin(paths []string) bool {
	return slices.Contains(paths, "-") || len(paths)+len(f.FilesFrom) == 0
}

// orHere returns the paths of a command that reads the programs below this folder if nothing else is named.
func (f *Flags) orHere(paths []string) []string {
	if len(paths)+len(f.FilesFrom) == 0 && f.StdinName == "" && cmp.Or(f.Input, "files") == "files" {
		return []string{"."}
	}
	return paths
}

// isLeftOut reports whether the settings leave out a file or one of the folders that contain it.
func isLeftOut(o inputs.Options, path string) bool {
	for at, folder := path, false; ; at, folder = filepath.Dir(at), true {
		if o.LeavesOut(at, folder) {
			return true
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// workload is the workload of paths and lists.
func (f *Flags) workload(p *Program, g *Configuration, paths []string) (workload, error) {
	var none workload
	o := g.Inputs
	kind, lists := f.Input, f.FilesFrom
	if kind == "" {
		kind = "files" // the command supports only files
	}
	if len(paths)+len(lists) == 0 && (kind != "files" || f.Filter) && !isTerminal(p.Stdin) {
		paths = []string{"-"}
	}
	switch {
	case len(paths)+len(lists) == 0:
		return none, noPath()
	case f.Null && len(lists) == 0:
		return none, Wrong("--null needs --files-from")
	case slices.Contains(paths, "-") && slices.Contains(lists, "-"):
		return none, Wrong("standard input cannot be both read (-) and a list (--files-from -)")
	case kind == "ndjson" && len(o.Include)+len(o.Exclude) > 0:
		return none, Wrong("--include and --exclude work on files, not on records")
	}
	listed, problems := inputs.ReadLists(lists, f.Null, p.Stdin)
	// Other programs, such as git diff, write lists of all files; the settings apply to them.
	listed = slices.DeleteFunc(listed, func(path string) bool { return path != "-" && isLeftOut(o, path) })
	paths = append(paths, listed...)
	if o.StdinName != "" && !slices.Contains(paths, "-") {
		return none, Wrong("--stdin-name needs standard input, which is not read: add -")
	}
	if kind != "files" {
		// Programs in a stream use the settings of the working directory, whatever folders the stream names, unless an
		// archive has its own.
		here := g.Here()
		if o.LimitAt = nil; f.Size == 0 {
			o.Limit = g.Flags(here).Size
		}
		if here.Broken() {
			problems = append(problems, inputs.Source{Name: here.Name, Path: here.Path})
		}
		problems = append(problems, g.withStreams()...)
		o.LeavesOut = here.LeavesOut // filters archives as if they were unpacked here
		if f.Config == "" && !f.NoConfig {
			o.Unpack = g.unpack
		}
	}
	var streams iter.Seq[inputs.Source]
	switch kind {
	case "ndjson":
		streams = inputs.Records(o, paths, p.Stdin)
	case "tar":
		streams = inputs.Archives(o, paths, p.Stdin)
	default:
		programs := g.WithBroken(inputs.Gather(o, paths, problems...))
		sources := g.WithLibraries(programs)
		return workload{slices.Values(sources), len(sources), len(programs)}, nil
	}
	return workload{func(yield func(inputs.Source) bool) {
		for _, s := range problems {
			if !yield(s) {
				return
			}
		}
		streams(yield)
	}, -1, -1}, nil
}

// shard is the requested part of the programs.
func (f *Flags) shard() (s inputs.Shard, err error) {
	flag := "--shard "
	switch f.Shard {
	case "":
	case "auto":
		flag += "auto "
		s, err = inputs.ShardOf(os.Getenv)
	default:
		s, err = inputs.ParseShard(f.Shard)
	}
	if err != nil {
		err = Wrong(flag + err.Error())
	}
	return s, err
}

// NoteAlone reports which programs were too large for the memory bound. That does not affect results.
func (f *Flags) NoteAlone(p *Program, a batch.Alone) {
	if a.Count == 0 || f.Quiet {
		return
	}
	who := "of " + words.Quote(a.Name) + " (" + words.Size(int64(a.Size)) + ") probably takes " + words.Size(a.Need)
	if a.Count == 1 {
		who = "the analysis " + who + ", more than --max-memory; it was done alone"
	} else {
		who = lang.Count(a.Count, "program", "programs") +
			" probably take more than --max-memory, and each was analysed alone; that " + who
	}
	p.Err.Print([]byte("patgraph: " + who + "\n"))
}

// Batch makes a batch from the flags.
func (f *Flags) Batch(p *Program) (*batch.Batch, *Configuration, error) {
	config, err := f.configure(p)
	if err != nil {
		return nil, nil, err
	}
	return &batch.Batch{
		Stdin: p.Stdin, Languages: p.Languages, Policy: config.Policy,
		Trace: f.Trace, Stack: f.WantsStack(), Verify: f.Verify,
		Workers: workers(f.Workers), Memory: cmp.Or(f.MaxMemory, batch.DefaultMemory),
	}, config, nil
}

// More workers than a few per processor only take memory. Reading may wait for a disk, so a small machine may have
// more.
const (
	fewWorkers  = 64
	workersEach = 4
)

// workers is the number of programs that are analysed at the same time, given the requested number; 0 is the default.
func workers(asked int) int {
	processors := runtime.GOMAXPROCS(0)
	return min(cmp.Or(asked, processors), max(fewWorkers, workersEach*processors))
}

// Many makes a batch and its workload: the programs that paths lead to.
func (f *Flags) Many(p *Program, paths []string) (*batch.Batch, workload, error) {
	b, config, err := f.Batch(p)
	if err != nil {
		return nil, workload{}, err
	}
	if b.Shard, err = f.shard(); err != nil {
		return nil, workload{}, err
	}
	b.Separate = true
	work, err := f.workload(p, config, paths)
	return b, work, err
}

// WantsStack reports whether a flag or the environment requests stack traces.
func (f *Flags) WantsStack() bool { return f.Stack || os.Getenv("PATGRAPH_DEBUG") == "1" }
