package main

import (
	"io"
	"os"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/progress"
)

var progressOption = option{name: "progress", kind: isChoice, choices: []string{"auto", "always", "never"}, preset: "auto", aside: true,
	usage: "a line on standard error that says how far it is; auto: on a terminal, and without --quiet"}

// progress shows how far a batch is, if that is wanted, until stop is called. The
// total is that of the sources, -1 for one that is not known.
func (p *program) progress(c *cli.Context, b *batch.Batch, total int) (stop func()) {
	if !p.wantsProgress(c) {
		return func() {}
	}
	line := progress.New(p.stderr, time.Now, func() int { return columns(p.stderr) })
	line.Total(total)
	b.Began = line.Begin
	p.out.line, p.out.terminal = line, isTerminal(p.stdout)
	p.err.line, p.err.terminal = line, true
	end := line.Run()
	// A run that is interrupted leaves nothing on the terminal either.
	forget := onInterrupt(line.Close)
	return func() {
		end()
		forget()
		line.Close()
		p.out.line, p.err.line = nil, nil
	}
}

func (p *program) wantsProgress(c *cli.Context) bool {
	switch c.String("progress") {
	case "always":
		return true
	case "auto":
		return isTerminal(p.stderr) && os.Getenv("TERM") != "dumb" && !c.Bool("quiet")
	}
	return false
}

// columns is the width of a terminal, a usual one for what is none.
func columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
	}
	return 80
}
