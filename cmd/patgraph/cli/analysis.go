package cli

import (
	"cmp"
	"os"
	"runtime"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
)

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
