package batch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime/debug"
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// An Outcome is the rendered result of an input: bytes and counts, so that texts and graphs can be freed while others
// are still analysed.
type Outcome struct {
	_        struct{} `cbor:",toarray"` // encoded without field names by Results
	Out, Err []byte   // for standard output and standard error
	Summary  report.Summary
	Codes    []lang.Code
	Exits    report.Exits
	Exit     int  // the one of Exits that applies
	Skipped  bool // it is in another shard, and all other fields are zero
	Work     report.Work
}

// A Renderer renders an analysed input. It may keep a copy of the input, and must then clear the result in the input
// itself.
type Renderer func(in *report.Input) (out, err []byte)

// Check reads, analyses and renders one source. It may be called concurrently. A panic is a defect of patgraph,
// reported like any other finding, and does not affect other sources. Check fails only if the context ends; then
// nothing is known about the source.
func (b *Batch) Check(ctx context.Context, s *inputs.Source) (Outcome, error) {
	c := b.check(ctx, s)
	c.settle()
	return c.Outcome, c.err
}

// A checked is an outcome with its cost.
type checked struct {
	Outcome
	err       error // of the context, if it has ended; then there is no outcome
	name      string
	recalled  bool // the outcome is that of an earlier run
	times     report.Times
	cost      int64  // estimated memory of its analysis, in bytes
	stay      *stay  // nil: the analysis never began, or there is no budget
	isLibrary bool   // it is left out if it has nothing to report
	late      func() // computes an outcome that depends on the inputs before; nil: the outcome is known
}

// size is about the memory that an outcome takes. An outcome that is not computed yet holds a whole analysis.
func (c *checked) size() int {
	if c.late != nil {
		return int(c.cost)
	}
	return len(c.Out) + len(c.Err) + 200
}

func (c *checked) settle() {
	if c.late != nil {
		c.late()
		c.late = nil
	}
	if c.isLibrary && len(c.Codes) == 0 && c.Exit == report.Clean {
		c.Outcome = Outcome{Skipped: true}
	}
}

func (b *Batch) check(ctx context.Context, s *inputs.Source) *checked {
	c := &checked{name: s.Name, cost: programBytes}
	if c.err = ctx.Err(); c.err != nil {
		return c
	}
	defer func() {
		c.stay.leave() // also if it waits for inputs before it, which may not be admitted yet
	}()
	if b.Began != nil {
		ended := b.Began(s.Name)
		defer func() { ended(c.Summary.Errors) }()
	}
	in := &report.Input{Name: s.Name, Streamed: s.Streamed()}
	switch {
	case s.Path == "-":
		in.Argument = "-"
	case !in.Streamed:
		in.Path = s.Path
	}
	w := b.watch()
	var settled bool
	c.Outcome, settled = b.guarded(in, w,
		func(trace io.Writer) (Outcome, bool) { return b.outcome(ctx, s, c, in, trace, w) })
	if !settled {
		c.late = func() {
			w.restart()
			trace := c.Err
			c.Outcome, _ = b.guarded(in, w, func(io.Writer) (Outcome, bool) {
				b.Settle(in)
				return b.finish(in, w), true
			})
			c.Err = append(trace, c.Err...)
			c.times = w.total()
		}
	}
	c.times = w.total()
	return c
}

// outcome returns the outcome of a source, from an earlier run or by analysing it. It returns false if the outcome
// depends on the inputs before.
func (b *Batch) outcome(
	ctx context.Context, s *inputs.Source, c *checked, in *report.Input, trace io.Writer, w *watch,
) (o Outcome, settled bool) {
	var policy Policy
	if b.Policy != nil {
		policy = b.Policy(s)
		in.Strict = policy.Strict
	}
	if policy.Problems != nil {
		if !b.Shard.Has(s.Name, nil) {
			return Outcome{Skipped: true}, true // it would not be read
		}
		in.File, in.Diagnostics = policy.Text, policy.Problems
		return b.finishFiltered(in, w)
	}
	file, problem := s.Read(b.Stdin)
	w.lap(report.Reading)
	in.Name, c.name = s.Name, s.Name // reading a record changes its name
	if !b.Shard.Has(s.Name, file) {
		return Outcome{Skipped: true}, true
	}
	if problem != nil {
		in.Diagnostics = []lang.Diagnostic{*problem}
		return b.finishFiltered(in, w)
	}
	if l := policy.Library; l != nil {
		file, in.With = lang.Join(l.Files, file), l.Flags
	}
	in.IsLibrary, c.isLibrary = policy.IsLibrary, policy.IsLibrary
	in.Settings = b.unusual(&policy)
	if o, c.recalled = b.earlier(s, file, &policy, in.Settings); c.recalled {
		w.lap(report.Reading)
		return o, true
	}
	ask := b.ask(s, file, &policy)
	defer b.done(ask)
	o, c.recalled = b.recall(ask, in, policy.Strict)
	w.lap(report.Reading)
	if c.recalled {
		return o, true
	}
	in.File = file
	c.cost = programCost(len(file.Src))
	if c.stay, c.err = b.budget.enter(ctx, s.Name, len(file.Src)); c.err != nil {
		return Outcome{}, true
	}
	w.restart() // it may have waited
	if c.err = b.analyze(ctx, s, &policy, in, trace, w, c.stay); c.err != nil {
		in.Result = nil
		return Outcome{}, true
	}
	if o, settled = b.finishFiltered(in, w); settled {
		b.keep(ask, &policy, in, &o)
		w.lap(report.Writing)
	}
	return o, settled
}

// finishFiltered finishes an input without the diagnostics that Filter removes. It returns false, and does nothing, if
// these depend on the inputs before.
func (b *Batch) finishFiltered(in *report.Input, w *watch) (o Outcome, settled bool) {
	if b.Filter != nil && !b.Filter(in) {
		return Outcome{}, false
	}
	return b.finish(in, w), true
}

// guarded calls a function that may panic, and releases the input once its output is rendered.
func (b *Batch) guarded(
	in *report.Input, w *watch, do func(trace io.Writer) (Outcome, bool),
) (o Outcome, settled bool) {
	var trace bytes.Buffer
	failed := false
	func() {
		defer func() {
			if p := recover(); p != nil {
				failed = true
				in.Result, in.Known, in.Hidden = nil, 0, 0
				in.Diagnostics = []lang.Diagnostic{b.Defect(in, p)}
				if b.Stack {
					fmt.Fprintf(&trace, "patgraph: panic in %s: %v\n%s", in.Name, p, debug.Stack())
				}
			}
		}()
		o, settled = do(&trace)
		if r := in.Result; r != nil && settled {
			in.Diagnostics = nil
			b.pool().keep(r, b.budget)
		}
	}()
	if failed {
		o, settled = b.finish(in, w), true
	}
	o.Err = append(trace.Bytes(), o.Err...)
	return o, settled
}

// analyze stores the diagnostics and the result of a program in its input. Its error is that of the context.
func (b *Batch) analyze(
	ctx context.Context, s *inputs.Source, policy *Policy, in *report.Input, trace io.Writer, w *watch, stay *stay,
) error {
	in.Language = b.Languages.For(s.Extension, policy.Settings.Dialect)
	if s.Extension == "" && policy.Settings.Dialect == "" && policy.Library == nil {
		in.Language = cmp.Or(b.Languages.Like(in.File.Src), in.Language)
	}
	if b.Instead != nil {
		return b.Instead(ctx, in, policy.Settings)
	}
	o := language.Options{Settings: policy.Settings, Phase: w.phase(), Reuse: b.pool().take(), Brief: b.Brief}
	if b.Trace {
		fmt.Fprintf(trace, "# %s\n", s.Name)
		o.Trace = trace
	}
	wants := func(code lang.Code) bool { level := policy.Severity[code]; return level != "" && level != config.Off }
	o.Partial = o.Partial || wants(lang.PartialDefinition)
	var library *libraryReports
	if b.Separate && policy.Library != nil {
		alone := language.Options{Settings: o.Settings}
		library = &libraryReports{policy.Library, in.File,
			func(f *lang.File) *patterns.Result { return analyzed(ctx, in.Language, f, alone, wants) }}
		o.ReportedElsewhere = library.conflicts
		if b.Pick == nil && !b.Trace { // otherwise all definitions are needed
			o.OwnOnly = library.dialect(in.Language, o.Dialect)
		}
	}
	if b.Trace {
		stay = nil // trace output cannot be taken back
	}
	derive := func(f *lang.File) error {
		in.File = f
		if err := b.bounded(ctx, stay, &o, func(ctx context.Context) error {
			in.Result = analyzed(ctx, in.Language, f, o, wants)
			return in.Result.Err
		}); err != nil {
			return err
		}
		if library != nil {
			var err error
			if in.Result.Diagnostics, err = library.filter(in.Result.Diagnostics); err != nil {
				return err
			}
		}
		w.lap(report.Explaining)
		in.Diagnostics = config.Apply(policy.Severity, in.Result.Diagnostics)
		lang.Gather(in.Diagnostics, in.File)
		in.Hidden = counted(in.Result.Silenced)
		return nil
	}
	if err := derive(in.File); err != nil {
		return err
	}
	if b.Revise != nil {
		if err := b.Revise(in, derive); err != nil {
			return err
		}
	}
	if kept, hidden := policy.selected(in.Diagnostics); len(kept) < len(in.Diagnostics) {
		in.Diagnostics, in.Hidden = kept, in.Hidden+hidden
		lang.Gather(in.Diagnostics, in.File)
	}
	if b.Verify {
		in.Diagnostics = append(in.Diagnostics, verified(in.Result)...)
		w.lap(report.Explaining)
	}
	return nil
}

// errCrowded ends an analysis for which there is not enough memory.
var errCrowded = errors.New("no room beside others")

// bounded analyses a program. If it takes far more memory than estimated from its text, and that is not available, the
// analysis is cancelled and repeated alone, so that it does not harm others.
func (b *Batch) bounded(
	ctx context.Context, stay *stay, o *language.Options, analyze func(context.Context) error,
) error {
	if stay == nil {
		return analyze(ctx)
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	o.Held = func(nodes int) {
		if !stay.grow(nodes) {
			cancel(errCrowded)
		}
	}
	err := analyze(within)
	if err == nil || ctx.Err() != nil || context.Cause(within) != errCrowded {
		return err
	}
	o.Held, o.Reuse = nil, nil
	if err := stay.alone(ctx); err != nil {
		return err
	}
	return analyze(ctx)
}

// analyzed analyses a program. The totality analysis takes several times as long as the rest, so it runs only on
// request, which may be a request for one of its codes.
func analyzed(
	ctx context.Context, l *language.Language, f *lang.File, o language.Options, wants func(lang.Code) bool,
) *patterns.Result {
	r := l.Analyze(ctx, f, o)
	if r.Err == nil && l.Domains != nil && (o.Partial || o.Totality || slices.ContainsFunc(l.Domains.Codes, wants)) {
		l.Domains.Analyze(ctx, r, o.Settings)
	}
	return r
}

// verified checks derivations and proofs again, and returns a diagnostic for each failure.
func verified(r *patterns.Result) []lang.Diagnostic {
	var ds []lang.Diagnostic
	bad := func(span lang.Span, what string) {
		ds = append(ds, lang.Diagnostic{
			Code: lang.BadProof, Span: span, Label: lang.Text("here"),
			Message: lang.Text(what + ": this is a bug in patgraph, not of the program"),
			Notes:   lang.Texts(VersionLine()),
			Help:    lang.Texts("please report it with the line above and, if possible, the program"),
		})
	}
	if err := r.Solver.Graph.Verify(); err != nil {
		start := r.File.Home().Start
		bad(lang.Span{Start: start, End: start}, "the derivation does not pass its check ("+err.Error()+")")
	}
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Explanation != nil && len(d.Explanation.Steps) > 0 && !d.Explanation.Checked {
			bad(d.Span, "the proof of "+string(d.Code)+" does not pass the checker")
		}
	}
	return ds
}

// finish renders an input and collects its counts.
func (b *Batch) finish(in *report.Input, w *watch) Outcome {
	if b.Pick != nil && in.Result != nil {
		b.Pick(in)
		in.Partial = true
	}
	o := Outcome{Summary: in.Count(), Exits: report.ExitsOf(in.Diagnostics), Work: workOf(in)}
	o.Exit = o.Exits.Of(in.Strict)
	for d := range in.Reported() {
		o.Codes = append(o.Codes, d.Code)
	}
	o.Out, o.Err = b.Render(in)
	w.lap(report.Reporting)
	return o
}

// Defect is the diagnostic for a panic.
func (b *Batch) Defect(in *report.Input, p any) lang.Diagnostic {
	d := lang.Diagnostic{
		Code:    lang.Internal,
		Message: lang.Text("patgraph failed on " + words.Quote(in.Name) + ": this is a bug in patgraph, not of the program"),
		Notes:   []lang.Phrase{lang.Text(fmt.Sprint(p)), lang.Text(VersionLine())},
		Help:    lang.Texts("please report it with these two lines and, if possible, the program"),
	}
	if !b.Stack {
		d.Help = append(d.Help, lang.Text("--debug.stack shows where it happened"))
	}
	in.File = nil
	return d
}

// A Batch is a run over many sources.
type Batch struct {
	Stdin     io.Reader
	Languages language.Table
	// Policy returns the policy of a source; nil: the zero Policy for all. It is called concurrently, and is
	// deterministic.
	Policy func(*inputs.Source) Policy
	// Separate says that libraries are sources, too. The problems of a library itself are then reported only for the
	// library, not for each program that uses it.
	Separate bool
	Verify   bool // check derivations and proofs again
	Trace    bool // write a trace of the engine
	Brief    bool // no repairs are searched for; see language.Options
	Stack    bool // report the stack of a defect
	Measure  bool // measure the time of every input
	Workers  int
	// Memory is a bound in bytes for the process, as far as the texts allow; 0: none. It only affects how many programs
	// are analysed at the same time.
	Memory int64
	Shard  inputs.Shard        // only the sources in it are analysed
	Pick   func(*report.Input) // selects diagnostics; nil: all
	// Began is called when work on a source begins, and ended when it is done. Calls are concurrent; it may be nil.
	Began   func(name string) (ended func(errors int))
	Render  Renderer
	Results *Results // of earlier runs; nil: none
	Judged  bool     // the rendering also depends on whether warnings count
	// Instead replaces the analysis of a program and stores the diagnostics in the input; nil: programs are analysed.
	// It is called concurrently. Its error is that of the context.
	Instead func(context.Context, *report.Input, language.Settings) error
	// Revise may change an analysed program: derive analyses another text of it. It is called concurrently; nil: programs
	// stay as they are.
	Revise func(in *report.Input, derive func(*lang.File) error) error
	// Earlier finds the outcome in an earlier report for a program analysed with the given settings, in the form of
	// Input.Settings. It is called concurrently; nil: there is no such report.
	Earlier func(s *inputs.Source, file *lang.File, settings string) (Outcome, bool)

	// Filter removes diagnostics that are not reported; nil: none. It is called concurrently, and returns false if the
	// result depends on the inputs before; then Settle is called, in the order of the inputs.
	Filter func(*report.Input) (settled bool)
	Settle func(*report.Input)

	// Pool has results whose memory is reused; nil: those of this batch.
	Pool *Pool

	spent  Pool
	budget *budget
}

func (b *Batch) pool() *Pool {
	if b.Pool != nil {
		return b.Pool
	}
	return &b.spent
}

// Alone reports the programs of the last Run that were too large to be analysed beside others.
func (b *Batch) Alone() Alone {
	if b.budget == nil {
		return Alone{}
	}
	return b.budget.alone
}

// A Total sums up all inputs of a run.
type Total struct {
	Summary report.Summary
	Codes   []lang.Code       // the codes of their diagnostics without duplicates, in order of appearance
	Counts  map[lang.Code]int // number of diagnostics by code
	Exit    int
	Work    report.Work

	Recalled int           // number of inputs whose outcome is that of an earlier run
	Times    report.Times  // if Measure is set
	Slowest  []report.Slow // the slowest inputs, the slowest first

	usual int // the exit status without counting warnings
}

func (t *Total) add(c *checked) {
	o := &c.Outcome
	t.Work.Add(o.Work)
	t.Times.Add(c.times)
	if c.recalled {
		t.Recalled++
	}
	if sum := c.times.Sum(); sum > 0 {
		t.Slowest = report.Slower(t.Slowest, report.Slow{Name: c.name, Bytes: o.Work.Bytes, Time: sum})
	}
	t.Summary.Add(o.Summary)
	t.Exit, t.usual = max(t.Exit, o.Exit), max(t.usual, o.Exits.Usual)
	t.Summary.Strict = t.Exit != t.usual
	for _, c := range o.Codes {
		if t.Counts[c]++; t.Counts[c] == 1 {
			t.Codes = append(t.Codes, c)
		}
	}
}

// Run checks all sources and passes the outcomes to emit in their order. Sources may be produced lazily, as they are
// read from a stream. If the context ends, Run returns its error; what was emitted until then is valid.
func (b *Batch) Run(ctx context.Context, sources iter.Seq[inputs.Source], emit func(*Outcome) error) (Total, error) {
	total := Total{Counts: make(map[lang.Code]int)}
	total.Summary.Shard = b.Shard.String()
	b.budget = newBudget(b.Memory, b.Workers)
	defer b.budget.limit(b.Memory)()
	err := ordered(ctx, sources, b.Workers, b.budget.waiting(), func(s inputs.Source) *checked { return b.check(ctx, &s) },
		(*checked).size, func(c *checked) error {
			if c.err != nil {
				return c.err
			}
			c.settle()
			if c.Skipped {
				total.Times.Add(c.times)
				return nil
			}
			total.add(c)
			w := b.watch()
			err := emit(&c.Outcome)
			w.lap(report.Writing)
			total.Times.Add(w.total())
			return err
		})
	return total, err
}
