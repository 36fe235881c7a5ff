package cli

import (
	"bufio"
	"encoding/json"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

// A Sink is a buffered output stream whose errors name it.
type Sink struct {
	name     string
	w        *bufio.Writer
	Line     *progressLine // is cleared while output is written; may be nil
	Terminal bool          // the stream is the terminal of the line
	whole    bool          // it is read when complete, not while it is written
}

// NewSink makes a stream with a name.
func NewSink(name string, w io.Writer) *Sink {
	return &Sink{name: name, w: bufio.NewWriterSize(w, 1<<16)}
}

// Print writes a result and flushes it, so that readers of a pipe see each result at once.
func (s *Sink) Print(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	return s.Line.Around(b, s.Terminal, func() error {
		if _, err := s.w.Write(b); err != nil || s.whole {
			return writing(s.name, err)
		}
		return s.flush()
	})
}

// PrintJSON writes a document in one line.
func (p *Program) PrintJSON(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return p.Out.Print(append(lang.EscapeJSON(data, 0), '\n'))
}

// flush passes on what is written.
func (s *Sink) flush() error { return writing(s.name, s.w.Flush()) }

// plainWidth is the width of text that does not go to a terminal.
const plainWidth = 100

// terminalWidth is the width of text if none is given: that of the terminal.
const terminalWidth = -1

// Style is the style of text on a stream of a program.
func (f *Flags) Style(p *Program, w io.Writer) report.Style {
	s := report.Style{ASCII: f.ASCII, Width: plainWidth, Pages: p.Languages.Pages(), Most: f.MaxErrors}
	if n, ok := columns(w); ok {
		s.Width = n
	}
	if f.Width != terminalWidth {
		s.Width = f.Width
	}
	color := f.Color
	if w == p.Stdout && p.Out.whole && color == "auto" {
		color = "never" // even if the environment requests colours for terminals
	}
	if wantsColor(color, isTerminal(w)) {
		s.Palette = report.Color256
		switch os.Getenv("COLORTERM") {
		case "truecolor", "24bit":
			s.Palette = report.TrueColor
		}
	}
	return s
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// columns is the width of a terminal.
func columns(w io.Writer) (int, bool) {
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n, true
		}
	}
	return 0, false
}

// terminalColumns is the width of a terminal, and 80 for any other stream.
func terminalColumns(w io.Writer) int {
	if n, ok := columns(w); ok {
		return n
	}
	return 80
}

// wantsColor follows https://no-color.org and https://bixense.com/clicolors: the command line has precedence, then
// NO_COLOR.
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
