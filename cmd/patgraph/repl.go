package main

import (
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/aymanbagabas/go-udiff"
	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/repl"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// historyEnv names the environment variable that says where the lines that were typed
// are kept: a file, or "off".
const historyEnv = "PATGRAPH_HISTORY"

var replCommand = command{
	name: "repl", args: "[FILE]...", summary: "define and evaluate, line by line",
	details: "Definitions are derived and kept when they are sound; an expression is evaluated at\n" +
		"once, on {} or on the value before it: {\"x\": 1} -> .x. Commands begin with a colon;\n" +
		":help lists them. The definitions of each FILE are loaded first. What is typed is\n" +
		"kept for later sessions in a file that only the user can read. When standard input\n" +
		"is no terminal, its lines are what is typed, and there are no prompts.\n\n" +
		"exit status: 0 at the end, 2 a FILE that cannot be loaded; with --replay 1 when the\n" +
		"transcript differs.",
	examples: []example{
		{"patgraph repl lib.k", "with the definitions of a file"},
		{"patgraph repl <session.txt", "what stands in a file, line by line"},
		{"patgraph repl --replay demo.txt", "does it still give what the transcript says?"},
	},
	options: options([]option{
		{name: "replay", kind: isText, value: "FILE", usage: "do what is typed in a transcript, behind \"> \" and \". \", and compare the answers"},
		{name: "update", kind: isSwitch, usage: "with --replay: write the answers to the transcript"},
		{name: "no-history", kind: isSwitch, usage: "neither read nor keep what is typed (also: " + historyEnv + "=off)"},
		filtersOption, fuelOption, memoryOption,
		{name: "quiet", alias: "q", kind: isSwitch, usage: "do not say at the beginning what can be typed"},
	}, displayOptions, withoutLibraries(analysisOptions), configOptions, debugOptions),
	run: (*program).repl,
}

// repl is the command repl.
func (p *program) repl(c *cli.Context) error {
	if c.Bool("update") && !c.IsSet("replay") {
		return &usageError{command: "repl", message: "--update writes the transcript of --replay, and there is none"}
	}
	r := &sessions{program: p, c: c}
	var err error
	if r.batch, r.config, err = p.newBatch(c); err != nil {
		return err
	}
	if here := r.config.Here(); here.Broken() {
		style := p.style(c, p.stderr)
		r.batch.Render = func(in *report.Input) (_, err []byte) { return nil, style.AppendDiagnostics(nil, in) }
		o := r.batch.Check(&inputs.Source{Name: here.Name, Path: here.Path})
		if err := p.emit(&o); err != nil {
			return err
		}
		return status(o.Exit)
	}
	if c.IsSet("replay") {
		err = r.replay(c.String("replay"))
	} else {
		err = r.live()
	}
	if err == nil && r.defects {
		err = found(batch.Defect)
	}
	return err
}

// sessions is one use of the command repl.
type sessions struct {
	*program
	c       *cli.Context
	batch   *batch.Batch
	config  *configuration
	defects bool
}

// begin makes a session that writes somewhere, with the files of the command line.
func (r *sessions) begin(style report.Style, write func([]byte) error, log func([]byte)) (*repl.Session, error) {
	dialect := r.dialect()
	spoken := r.languages.For("", dialect)
	if spoken.Running == nil || spoken.Typing == nil {
		return nil, &usageError{command: "repl", message: "programs of " + spoken.Name + " cannot be typed and run line by line"}
	}
	options, most := bounds(r.c)
	options.Log = func(v language.Value) { log(logged(v)) }
	s := repl.New(repl.Options{
		Style: style, Write: write, Inputs: r.inputOptions(r.c, r.config), Eval: options, Most: most, Language: spoken, Dialect: dialect,
		Analyze: r.analyze, Draw: r.draw,
		Page: func(word string) ([]byte, bool) { return r.page(&style, word) },
	})
	for _, file := range r.c.Args().Slice() {
		if !s.Load(file) {
			return nil, found(batch.Unusable)
		}
	}
	return s, nil
}

// dialect is that of what is typed, by the flag or the settings of the working folder.
func (r *sessions) dialect() string {
	s := inputs.Text(r.inputOptions(r.c, r.config), repl.Name, nil)
	return r.config.policy(&s).Settings.Dialect
}

// analyze analyses a source, and has something done with the result.
func (r *sessions) analyze(source inputs.Source, do func(*report.Input)) {
	r.batch.Render = func(in *report.Input) (_, _ []byte) { do(in); return nil, nil }
	o := r.batch.Check(&source)
	r.err.write(o.Err) // that a trace cannot be written is no matter of the session
	r.defects = r.defects || o.Exit == batch.Defect
}

// live is a session with a person, or with lines that are piped in.
func (r *sessions) live() error {
	log := func(b []byte) { r.err.write(b) }
	s, err := r.begin(r.style(r.c, r.stdout), r.out.write, log)
	if err != nil {
		return err
	}
	if !isTerminal(r.stdin) {
		return r.ended(s.Run(repl.Lines(r.stdin), false))
	}
	if !isTerminal(r.stdout) || !repl.Editable() {
		lines := repl.Lines(r.stdin) // Ctrl-C ends it, as it does other programs
		return r.ended(s.Run(func(prompt string) (string, error) {
			if isTerminal(r.stdout) {
				if err := r.out.write([]byte(prompt)); err != nil {
					return "", err
				}
			}
			return lines(prompt)
		}, true))
	}
	if !r.c.Bool("quiet") {
		if err := r.out.write([]byte(batch.VersionLine() + "; :help, and :quit or Ctrl-D to leave\n")); err != nil {
			return err
		}
	}
	h, old := r.history()
	t := s.NewTerminal(h, old)
	t.Broken = r.noteHistory
	defer t.Close() // it is as good as it gets
	defer interruptible(s, func() { t.Close() })()
	err = s.Run(t.Read, true)
	r.out.write([]byte("\n"))
	return r.ended(err)
}

// ended is the error of a session.
func (r *sessions) ended(err error) error {
	if errors.Is(err, repl.ErrTooLong) {
		return &usageError{command: "repl", message: err.Error()}
	}
	return err
}

// history opens the user's history. What cannot be kept is said, and is no error.
func (r *sessions) history() (h *repl.History, lines []string) {
	path := os.Getenv(historyEnv)
	if r.c.Bool("no-history") || path == "off" {
		return nil, nil
	}
	var err error
	if path == "" {
		if path, err = repl.HistoryPath(); err != nil {
			return nil, nil // there is no place for it, which is as it should be where it is so
		}
	}
	if h, lines, err = repl.OpenHistory(path); err != nil {
		r.noteHistory(err)
	}
	return h, lines
}

func (r *sessions) noteHistory(err error) {
	r.err.write([]byte("patgraph: what is typed is not kept: " + inputs.Cause(err) + "; --no-history does without\n"))
}

// interruptible makes Ctrl-C end the evaluation that is under way. A second one before
// that has ended, and any other signal, ends the process when something is restored.
// While a line is edited, Ctrl-C is no signal.
func interruptible(s *repl.Session, restore func()) (end func()) {
	caught, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		for {
			select {
			case by := <-caught:
				if by == os.Interrupt && s.Interrupt() {
					continue
				}
				restore()
				signal.Reset(by)
				if self, err := os.FindProcess(os.Getpid()); err != nil || self.Signal(by) != nil {
					os.Exit(batch.Unusable)
				}
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(caught)
		close(done)
	}
}

// replay does what stands in a transcript and compares, or rewrites it.
func (r *sessions) replay(path string) error {
	text, problem := inputs.Whole(r.inputOptions(r.c, r.config), path, r.stdin)
	if problem != nil {
		style := r.style(r.c, r.stderr)
		if err := r.err.write(style.AppendDiagnostics(nil, &report.Input{Name: inputs.Shown(path), File: text, Diagnostics: []lang.Diagnostic{*problem}})); err != nil {
			return err
		}
		return found(batch.Unusable)
	}
	// As it looks in a file, whatever the terminal can do.
	plain := report.Style{Width: plainWidth, ASCII: r.c.Bool("ascii")}
	if r.c.IsSet("width") {
		plain.Width = r.c.Int("width")
	}
	old := string(text.Src)
	now, err := repl.Replay(old, func(write func([]byte) error) (*repl.Session, error) {
		// What is said of files that are loaded first is no answer to anything typed.
		answer := func(b []byte) error { return r.err.write(b) }
		s, err := r.begin(plain, func(b []byte) error { return answer(b) }, func(b []byte) { answer(b) })
		answer = write
		return s, err
	})
	switch {
	case err != nil:
		return err
	case r.c.Bool("update") && path == "-":
		return r.out.write([]byte(now))
	case r.c.Bool("update"):
		if now == old {
			return nil
		}
		if err := atomicfile.WriteFile(path, []byte(now)); err != nil {
			return &writeError{words.Quote(path), err}
		}
		return nil
	case now == old:
		return nil
	}
	name := inputs.Shown(path)
	if err := r.out.write([]byte(udiff.Unified(name, name+" (now)", old, now))); err != nil {
		return err
	}
	return found(batch.Errors)
}

// draw draws definitions of a session.
func (r *sessions) draw(in *report.Input, d repl.Drawing) ([]byte, error) {
	pic := picture{name: d.View}
	most := graphviz.MaxNodes
	switch d.View {
	case "calls":
		pic.Picture, most = graphviz.Calls(in.Result, withNeighbours(in.Result, d.Definitions)), graphviz.MaxCalls
	case "history":
		var ok bool
		if pic.Picture, ok = graphviz.History(in.Result, d.Definitions[0], -1); !ok {
			return nil, errors.New("it was not derived, so there is no history of it")
		}
	default:
		pic.Picture = graphviz.Patterns(in.Result, d.Definitions, graphviz.PatternsOptions{At: -1})
	}
	pic.Fold(most)
	if d.File == "" {
		return pic.AppendOutline(nil), nil
	}
	t := target{path: d.File, format: formatOf(d.File)}
	if t.format == "" || t.path == "-" {
		return nil, errors.New("what kind of picture is " + words.Quote(d.File) + "? Its name ends in " + words.Or(dotted(formats)))
	}
	w := pictureWriter{program: r.program, theme: graphviz.Light, layout: "dot", engine: "auto"}
	defer w.close()
	return nil, w.write(&pic, t)
}
