//go:build !js

package cli

import (
	"os"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
)

// progress shows the progress of a batch, if requested, until stop is called. total is the number of sources, -1 if
// unknown.
func (f *Flags) progress(p *Program, b *batch.Batch, total int) (stop func()) {
	if !f.wantsProgress(p) {
		return func() {}
	}
	line := newProgress(p.Stderr, time.Now, func() int { return terminalColumns(p.Stderr) })
	line.Total(total)
	b.Began = line.Begin
	p.Out.Line, p.Out.Terminal = line, isTerminal(p.Stdout)
	p.Err.Line, p.Err.Terminal = line, true
	end := line.Run()
	// An interrupted run also clears the line.
	forget := onInterrupt(line.Close)
	return func() {
		end()
		forget()
		line.Close()
		p.Out.Line, p.Err.Line = nil, nil
	}
}

func (f *Flags) wantsProgress(p *Program) bool {
	switch f.Progress {
	case "always":
		return true
	case "auto":
		return isTerminal(p.Stderr) && os.Getenv("TERM") != "dumb" && !f.Quiet
	}
	return false
}
