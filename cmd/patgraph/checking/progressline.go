package checking

import (
	"os"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/progress"
)

// progress shows how far a batch is, if that is wanted, until stop is called. The
// total is that of the sources, -1 for one that is not known.
func (f *batchFlags) progress(p *command.Program, b *batch.Batch, total int) (stop func()) {
	if !f.wantsProgress(p) {
		return func() {}
	}
	line := progress.New(p.Stderr, time.Now, func() int { return command.Columns(p.Stderr) })
	line.Total(total)
	b.Began = line.Begin
	p.Out.Line, p.Out.Terminal = line, command.IsTerminal(p.Stdout)
	p.Err.Line, p.Err.Terminal = line, true
	end := line.Run()
	// A run that is interrupted leaves nothing on the terminal either.
	forget := command.OnInterrupt(line.Close)
	return func() {
		end()
		forget()
		line.Close()
		p.Out.Line, p.Err.Line = nil, nil
	}
}

func (f *batchFlags) wantsProgress(p *command.Program) bool {
	switch f.Progress {
	case "always":
		return true
	case "auto":
		return command.IsTerminal(p.Stderr) && os.Getenv("TERM") != "dumb" && !f.Quiet
	}
	return false
}
