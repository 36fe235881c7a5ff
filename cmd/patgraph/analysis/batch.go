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
	return &batch.Batch{
		Stdin: p.Stdin, Languages: p.Languages, Policy: config.Policy,
		Trace: f.Trace, Stack: f.WantsStack(), Verify: f.Verify,
		Workers: workers(f.Workers), Memory: cmp.Or(f.MaxMemory, batch.DefaultMemory),
	}, config, nil
}

// More workers than a few for each processor only take memory. Reading may wait for a disk, so
// a small machine can have some more.
const (
	fewWorkers  = 64
	workersEach = 4
)

// workers is how many programs are analysed at the same time if so many are asked for; 0 is the default.
func workers(asked int) int {
	processors := runtime.GOMAXPROCS(0)
	return min(cmp.Or(asked, processors), max(fewWorkers, workersEach*processors))
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
