//go:build !js

package cli

import (
	"context"
	"errors"
	"os"

	"github.com/aymanbagabas/go-udiff"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/repl"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// REPL is the command that defines and evaluates line by line.
func REPL() *Command {
	return &Command{
		Name: "repl", Args: "[FILE]...", Summary: "define and evaluate, line by line",
		Details: "Definitions are checked, and kept if they have no errors. An expression is evaluated at once, on {}\n" +
			"or on the value before it: {\"x\": 1} -> .x. Commands begin with a colon; :help lists them. The\n" +
			"definitions of each FILE are loaded first. Input lines are kept for later sessions in a file that\n" +
			"only the user can read. If standard input is not a terminal, its lines are the input, without\n" +
			"prompts.\n\n" +
			"exit status: 0 at the end, 2 if a FILE cannot be loaded; with --replay, 1 if the transcript differs.",
		Examples: [][2]string{
			{"patgraph repl lib.k", "with the definitions of a file"},
			{"patgraph repl <session.txt", "the lines of a file"},
			{"patgraph repl --replay demo.txt", "does it still give what the transcript says?"},
		},
		Kind: Kind{Alone: true}, // files are loaded into the session's text
		Run:  (*Flags).repl,
	}
}

func (f *Flags) repl(p *Program, args []string) error {
	if f.Update && f.Replay == "" {
		return Wrong("--update needs --replay")
	}
	r := &sessions{Program: p, f: f, files: args}
	var err error
	if r.batch, r.config, err = f.Batch(p); err != nil {
		return err
	}
	if here := r.config.Here(); here.Broken() {
		style := f.Style(p, p.Stderr)
		r.batch.Render = func(in *report.Input) (_, err []byte) { return nil, style.AppendDiagnostics(nil, in) }
		o, err := r.batch.Check(p.Context, &inputs.Source{Name: here.Name, Path: here.Path})
		if err != nil {
			return err
		}
		return ended(o.Exit, p.Emit(&o))
	}
	if f.Replay != "" {
		err = r.replay(f.Replay)
	} else {
		err = r.live()
	}
	if err == nil && r.defects {
		err = exitStatus(report.Defect)
	}
	return err
}

// sessions is one use of the command repl.
type sessions struct {
	*Program
	f       *Flags
	files   []string
	batch   *batch.Batch
	config  *Configuration
	defects bool
}

// begin makes a session with the files of the command line, which writes to write.
func (r *sessions) begin(style report.Style, write func([]byte) error, log func([]byte)) (*repl.Session, error) {
	// The dialect is that of the flag or the settings of the working folder.
	typed := inputs.Text(r.config.Inputs, repl.Name, nil)
	dialect := r.config.Policy(&typed).Settings.Dialect
	spoken := r.Languages.For("", dialect)
	if spoken.Running == nil || spoken.Typing == nil {
		return nil, Wrong("programs of " + spoken.Name + " cannot be typed and run line by line")
	}
	options, most := r.f.bounds()
	options.Log = func(v language.Value) { log(logged(v)) }
	s := repl.New(repl.Options{
		Context: r.Context, Style: style, Write: write, Inputs: r.config.Inputs, Eval: options, Most: most,
		Language: spoken, Dialect: dialect, Values: r.f.Values,
		Analyze: r.analyze, Draw: r.drawDefinition,
		Page: func(word string) ([]byte, bool) {
			page, err := PageOf(r.Languages, &style, word)
			return page, err == nil
		},
	})
	for _, file := range r.files {
		if !s.Load(file) {
			return nil, exitStatus(report.Unusable)
		}
	}
	return s, nil
}

// analyze analyses a source and passes the result to do.
func (r *sessions) analyze(ctx context.Context, source inputs.Source, do func(*report.Input)) error {
	r.batch.Render = func(in *report.Input) (_, _ []byte) { do(in); return nil, nil }
	o, err := r.batch.Check(ctx, &source)
	r.Err.Print(o.Err) // errors of writing a trace are ignored
	r.defects = r.defects || o.Exit == report.Defect
	return err
}

// live runs a session with a user, or with piped lines.
func (r *sessions) live() error {
	log := func(b []byte) { r.Err.Print(b) }
	s, err := r.begin(r.f.Style(r.Program, r.Stdout), r.Out.Print, log)
	if err != nil {
		return err
	}
	if !isTerminal(r.Stdin) {
		return r.ended(s.Run(repl.Lines(r.Stdin), false))
	}
	if !isTerminal(r.Stdout) || !repl.Editable() {
		lines := repl.Lines(r.Stdin) // Ctrl-C ends the process, as in other programs
		return r.ended(s.Run(func(prompt string) (string, error) {
			if isTerminal(r.Stdout) {
				if err := r.Out.Print([]byte(prompt)); err != nil {
					return "", err
				}
			}
			return lines(prompt)
		}, true))
	}
	if !r.f.Quiet {
		if err := r.Out.Print([]byte(batch.VersionLine() + "; :help, and :quit or Ctrl-D to leave\n")); err != nil {
			return err
		}
	}
	h, old := r.history()
	t := s.NewTerminal(h, old)
	t.Broken = r.noteHistory
	defer t.Close() // an error does not matter
	defer interruptible(s, func() { t.Close() })()
	err = s.Run(t.Read, true)
	r.Out.Print([]byte("\n"))
	return r.ended(err)
}

// ended converts the error of a session.
func (r *sessions) ended(err error) error {
	if errors.Is(err, repl.ErrTooLong) {
		return Wrong(err.Error())
	}
	return err
}

// history opens the user's history. A failure is only noted.
func (r *sessions) history() (h *repl.History, lines []string) {
	path := os.Getenv(HistoryEnv)
	if r.f.NoHistory || path == "off" {
		return nil, nil
	}
	var err error
	if path == "" {
		if path, err = repl.HistoryPath(); err != nil {
			return nil, nil // there is deliberately no place for it
		}
	}
	if h, lines, err = repl.OpenHistory(path); err != nil {
		r.noteHistory(err)
	}
	return h, lines
}

func (r *sessions) noteHistory(err error) {
	r.Err.Print([]byte("patgraph: the history is not kept: " + inputs.Cause(err) + "; --no-history does without\n"))
}

// interruptible makes Ctrl-C end the running analysis or evaluation. A second Ctrl-C before that has ended, or another
// signal, restores the terminal and ends the process. While a line is edited, Ctrl-C is not a signal.
func interruptible(s *repl.Session, restore func()) (end func()) {
	return catchSignals(endingSignals, func(by os.Signal) {
		if by != os.Interrupt || !s.Interrupt() {
			restore()
			endBy(by)
		}
	})
}

// replay runs a transcript and compares the result, or rewrites it.
func (r *sessions) replay(path string) error {
	text, problem := inputs.Whole(r.config.Inputs, path, r.Stdin)
	if problem != nil {
		style := r.f.Style(r.Program, r.Stderr)
		in := &report.Input{Name: inputs.Shown(path), File: text, Diagnostics: []lang.Diagnostic{*problem}}
		return ended(report.Unusable, r.Err.Print(style.AppendDiagnostics(nil, in)))
	}
	// The style of a file, whatever the terminal supports.
	plain := report.Style{Width: plainWidth, ASCII: r.f.ASCII}
	if r.f.Width != terminalWidth {
		plain.Width = r.f.Width
	}
	old := string(text.Src)
	now, err := repl.Replay(old, func(write func([]byte) error) (*repl.Session, error) {
		// Output about files that are loaded first is not an answer.
		answer := func(b []byte) error { return r.Err.Print(b) }
		s, err := r.begin(plain, func(b []byte) error { return answer(b) }, func(b []byte) { answer(b) })
		answer = write
		return s, err
	})
	switch {
	case err != nil:
		return err
	case r.f.Update && path == "-":
		return r.Out.Print([]byte(now))
	case now == old:
		return nil
	case r.f.Update:
		return writing(words.Quote(path), atomicfile.WriteFile(path, []byte(now)))
	}
	name := inputs.Shown(path)
	return ended(report.Errors, r.Out.Print([]byte(udiff.Unified(name, name+" (now)", old, now))))
}
