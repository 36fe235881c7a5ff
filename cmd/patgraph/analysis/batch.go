package analysis

import (
	"cmp"
	"os"
	"runtime"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
)

// Batch makes a batch without anything to do yet.
func (f *Flags) Batch(p *command.Program) (*batch.Batch, *Configuration, error) {
	config, err := f.configure(p)
	if err != nil {
		return nil, nil, err
	}
	workers := f.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return &batch.Batch{
		Stdin: p.Stdin, Languages: p.Languages, Policy: config.Policy,
		Trace: f.Trace, Stack: f.WantsStack(), Verify: f.Verify,
		Workers: workers, Memory: cmp.Or(f.MaxMemory, batch.DefaultMemory),
	}, config, nil
}

// Many makes a batch and what it is to do: the programs that paths lead to.
func (f *Flags) Many(p *command.Program, paths []string) (*batch.Batch, Workload, error) {
	b, config, err := f.Batch(p)
	if err != nil {
		return nil, Workload{}, err
	}
	if b.Shard, err = f.shard(); err != nil {
		return nil, Workload{}, err
	}
	b.Separate = true
	work, err := f.workload(p, config, paths)
	return b, work, err
}

// WantsStack reports whether a flag or the environment asks for stack traces.
func (f *Flags) WantsStack() bool { return f.Stack || os.Getenv("PATGRAPH_DEBUG") == "1" }
