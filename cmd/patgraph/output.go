package main

import (
	"bufio"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/patgraph/patgraph/cmd/patgraph/progress"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// A sink is an output stream that remembers that writing to it failed.
type sink struct {
	name     string
	w        *bufio.Writer
	line     *progress.Line // makes way for what is written; may be nil
	terminal bool           // it is the one that the line is on
	whole    bool           // it is read when it is complete, not while it is written
}

func newSink(name string, w io.Writer) *sink {
	return &sink{name: name, w: bufio.NewWriterSize(w, 1<<16)}
}

// write writes and passes on what it wrote, so that readers of a pipe see each
// result when it is there.
func (s *sink) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	return s.line.Around(b, s.terminal, func() error {
		if _, err := s.w.Write(b); err != nil {
			return &writeError{s.name, err}
		}
		if s.whole {
			return nil
		}
		return s.flush()
	})
}

// flush passes on what is written.
func (s *sink) flush() error {
	if err := s.w.Flush(); err != nil {
		return &writeError{s.name, err}
	}
	return nil
}

// plainWidth is the width of text that goes to no terminal.
const plainWidth = 100

// style says how text looks on a stream.
func style(w io.Writer, color string, ascii bool, columns int, widthGiven bool) report.Style {
	s := report.Style{ASCII: ascii, Width: plainWidth}
	terminal := false
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		terminal = true
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			s.Width = n
		}
	}
	if widthGiven {
		s.Width = columns
	}
	if wantsColor(color, terminal) {
		s.Palette = report.Color256
		switch os.Getenv("COLORTERM") {
		case "truecolor", "24bit":
			s.Palette = report.TrueColor
		}
	}
	return s
}

// wantsColor follows https://no-color.org and https://bixense.com/clicolors:
// what is asked for on the command line wins, then NO_COLOR.
func wantsColor(color string, terminal bool) bool {
	switch color {
	case "always":
		return true
	case "never":
		return false
	}
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	if force := os.Getenv("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return terminal && os.Getenv("TERM") != "dumb" && os.Getenv("CLICOLOR") != "0"
}
