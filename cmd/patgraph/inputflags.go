package main

import (
	"iter"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// inputFlags are those of commands that read many programs.
var inputFlags = []option{
	{name: "input", kind: isChoice, choices: []string{"files", "ndjson", "tar"}, preset: "files", aside: true,
		usage: "what is read: programs, lines of JSON with the keys id and source, or archives; of the latter two, standard input when there is no path"},
	{name: "files-from", kind: isText, value: "FILE", many: true, aside: true, usage: "read the paths in this list, too, one a line; - is standard input"},
	{name: "null", alias: "0", kind: isSwitch, aside: true, usage: "paths of --files-from end in NUL, as find -print0 writes them"},
	{name: "stdin-name", kind: isText, value: "NAME", aside: true, usage: "how - is called in results, and which language it is in"},
	{name: "shard", kind: isText, value: "i/n", aside: true, usage: "of the programs, only the i-th of n parts, from 1/n to n/n, by their content; auto: from the variables of a Kubernetes Indexed Job or a Slurm array"},
	maxMemoryOption,
	{name: "include", kind: isText, value: "GLOB", many: true, aside: true, usage: "of what folders hold, only these files; may be repeated"},
	{name: "exclude", kind: isText, value: "GLOB", many: true, aside: true, usage: "not these files and folders; may be repeated"},
}

var maxMemoryOption = option{name: "max-memory", kind: isSize, value: "SIZE", least: batch.LeastMemory, aside: true,
	usage: "what the process tries to stay below, such as 300M, by analysing fewer programs at the same time (default: any)"}

// maxMemory is the bound of --max-memory in bytes, 0 for none.
func maxMemory(c *cli.Context) int64 {
	n, _ := words.ParseSize(c.String(maxMemoryOption.name)) // which was checked
	return n
}

// noteAlone says which programs were too large for the bound of memory. It is no
// matter of results, which are the same with any bound.
func (p *program) noteAlone(c *cli.Context, a batch.Alone) {
	if a.Count == 0 || c.Bool("quiet") {
		return
	}
	who := "of " + words.Quote(a.Name) + " (" + words.Size(int64(a.Size)) + ") probably takes " + words.Size(a.Need)
	if a.Count == 1 {
		who = "the analysis " + who + ", more than --max-memory; it was done alone"
	} else {
		who = words.Count(a.Count, "program", "programs") + " probably take more than --max-memory, and each was analysed alone; that " + who
	}
	p.err.write([]byte("patgraph: " + who + "\n"))
}

// globsHelp explains the patterns in help, where the flags are too short for it.
const globsHelp = "A GLOB without a slash is about names, one with a slash about paths within the\n" +
	"folder; ** is any folders. Ignore files are .gitignore and .patgraphignore."

// filter is what --include and --exclude choose.
func filter(c *cli.Context) (f inputs.Filter, err error) {
	if f.Include, err = inputs.ParseGlobs(c.StringSlice("include")); err != nil {
		return f, &usageError{message: "--include " + err.Error(), command: c.Command.Name}
	}
	if f.Exclude, err = inputs.ParseGlobs(c.StringSlice("exclude")); err != nil {
		return f, &usageError{message: "--exclude " + err.Error(), command: c.Command.Name}
	}
	return f, nil
}

// A workload is the programs that a command is about, as they come.
type workload struct {
	sources iter.Seq[inputs.Source]
	count   int // how many there are; -1 when only their end will tell
	given   int // those of them that are not only there as libraries
}

// workload is what the arguments and the lists of a command lead to.
func (p *program) workload(c *cli.Context, g *configuration) (workload, error) {
	var none workload
	o := p.inputOptions(c, g)
	kind, paths, lists := c.String("input"), c.Args().Slice(), c.StringSlice("files-from")
	if kind == "" {
		kind = "files" // the command reads nothing else
	}
	wrong := func(message string) error { return &usageError{message: message, command: c.Command.Name} }
	if len(paths)+len(lists) == 0 && (kind != "files" || c.Command.Name == "fmt" || c.Command.Name == "migrate") && !isTerminal(p.stdin) {
		paths = []string{"-"}
	}
	switch {
	case len(paths)+len(lists) == 0:
		return none, noPath(c)
	case c.Bool("null") && len(lists) == 0:
		return none, wrong("--null is about the lists of --files-from, and there is none")
	case slices.Contains(paths, "-") && slices.Contains(lists, "-"):
		return none, wrong("standard input cannot be both read (-) and a list (--files-from -)")
	case kind == "ndjson" && len(o.Include)+len(o.Exclude) > 0:
		return none, wrong("--include and --exclude are about files, and records are none")
	}
	listed, problems := inputs.ReadLists(lists, c.Bool("null"), p.stdin)
	paths = append(paths, listed...)
	if o.StdinName != "" && !slices.Contains(paths, "-") {
		return none, wrong("--stdin-name is about standard input, which is not read: give -, too")
	}
	if kind != "files" {
		// What is in a stream has the settings of the working directory, whatever
		// the folders of its own are called.
		here := g.Here()
		if o.LimitAt = nil; !c.IsSet("limit-size") {
			o.Limit = here.Size
		}
		if here.Broken() {
			problems = append(problems, inputs.Source{Name: here.Name, Path: here.Path})
		}
		problems = append(problems, g.withStreams()...)
		o.LeavesOut = here.LeavesOut // of archives, as if they were unpacked here
	}
	var streams iter.Seq[inputs.Source]
	switch kind {
	case "ndjson":
		streams = inputs.Records(o, paths, p.stdin)
	case "tar":
		streams = inputs.Archives(o, paths, p.stdin)
	default:
		programs := g.withBroken(inputs.Gather(o, paths, problems...))
		sources := g.withLibraries(programs)
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

// shard is the part of the programs that is asked for.
func shard(c *cli.Context) (s inputs.Shard, err error) {
	switch text := c.String("shard"); text {
	case "":
		return s, nil
	case "auto":
		s, err = inputs.ShardOf(os.Getenv)
		if err != nil {
			err = &usageError{message: "--shard auto " + err.Error(), command: c.Command.Name}
		}
	default:
		s, err = inputs.ParseShard(text)
		if err != nil {
			err = &usageError{message: "--shard " + err.Error(), command: c.Command.Name}
		}
	}
	return s, err
}
