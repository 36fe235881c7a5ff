//go:build !js

package cli

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Run is the command that evaluates programs.
func Run() *Command {
	return &Command{
		Name: "run", Args: "FILE | -e EXPR [VALUE]", Summary: "evaluate a program on a JSON value",
		Details: "Runs the main expression of a program, or one of its definitions. VALUE is JSON, a file with JSON,\n" +
			"or - for standard input, which is also read if there is no VALUE and it is not a terminal; otherwise\n" +
			"the value is {}. A program with errors is not run. Results go to standard output, everything else to\n" +
			"standard error.\n\n" +
			"exit status: 0 a value, 4 undefined, 5 endless or out of fuel or memory, 1 an error in the program\n" +
			"or in a value, 2 a value that is not JSON. With --stream it is that of the worst line.",
		Examples: [][2]string{
			{`patgraph run -e '[.x, .y] PLUS' '{"x":1,"y":2}'`, "an expression"},
			{"patgraph run lib.k --def sort '[3,1,2]'", "a definition"},
			{"patgraph run app.k --stream <in.ndjson", "each line, and a line for each result"},
			{"patgraph run app.k --trace in.json", "with every step"},
			{"patgraph run app.k --schema in", "what it takes, as JSON Schema"},
		},
		Run: (*Flags).run,
	}
}

func (f *Flags) run(p *Program, args []string) error {
	r := &running{p: p, f: f, args: args, style: f.Style(p, p.Stdout), noteStyle: f.Style(p, p.Stderr),
		json: f.Format == "json"}
	source, value, err := r.arguments()
	if err != nil {
		return err
	}
	b, config, err := f.Batch(p)
	if err != nil {
		return err
	}
	r.input = config.Inputs
	sources := []inputs.Source{inputs.Text(r.input, "<expr>", []byte(f.Expr))}
	if f.Expr == "" {
		sources = inputs.Gather(r.input, []string{source})
	}
	if instead := config.InsteadOf(&sources[0]); instead != nil {
		sources = instead
	}
	var failed error
	if f.NoCheck {
		b.Pick = func(in *report.Input) { in.Diagnostics = nil }
	}
	b.Render = func(in *report.Input) (out, _ []byte) {
		failed = r.run(in, value)
		return nil, nil
	}
	total, err := b.Run(p.Context, slices.Values(sources), p.Emit)
	if failed != nil {
		err = failed
	}
	if total.Exit == report.Defect || total.Exit == report.Unusable {
		r.exit = total.Exit
	}
	return ended(r.exit, err)
}

// arguments are the program and the value on the command line; nil: no value.
func (r *running) arguments() (source string, value *string, err error) {
	f, args := r.f, r.args
	wrong := func(message string, hints ...string) (string, *string, error) {
		return "", nil, Wrong(message, hints...)
	}
	if r.f.Expr == "" {
		if len(args) == 0 {
			return wrong("which program? Give a file, - for standard input, or -e with an expression")
		}
		source, args = args[0], args[1:]
		if info, err := os.Stat(source); err == nil && info.IsDir() {
			return wrong(words.Quote(inputs.Shown(source)) + " is a folder; patgraph run takes a file")
		}
		if !exists(source) && strings.ContainsAny(source, " {}[]<>|=;") {
			return wrong("there is no file "+words.Quote(source), "patgraph run -e '"+inputs.Shown(source)+"'")
		}
	}
	switch {
	case len(args) > 1:
		return wrong("patgraph run takes one program and one value; --stream runs a program on many")
	case len(args) == 1:
		value = &args[0]
	}
	schema := f.Schema != ""
	switch {
	case f.Check && f.NoCheck:
		return wrong("--check and --no-check exclude each other")
	case schema && value != nil:
		return wrong("--schema runs nothing and takes no value")
	case schema && (f.NoCheck || f.Stream || f.Given("trace")):
		return wrong("--schema runs nothing: --no-check, --stream and --trace need a run")
	case !schema && f.Given("as"):
		return wrong("--as says how --schema is written", "--schema in --as "+f.As, "--schema out --as "+f.As)
	case f.Values != "json" && schema:
		return wrong("--values " + f.Values + " is about values as text; --schema writes JSON Schema")
	case f.Stream && f.Given("trace"):
		return wrong("--trace works on one value, but --stream runs many")
	case source == "-" && (value != nil && *value == "-" || value == nil && f.Stream):
		return wrong("standard input cannot be both the program and the value")
	}
	return source, value, nil
}

// A running is one use of the command run.
type running struct {
	p         *Program
	f         *Flags
	args      []string
	style     report.Style // of results
	noteStyle report.Style // of diagnostics
	input     inputs.Options
	options   language.RunOptions
	most      int // maximum size of a result in bytes
	values    language.Notation
	reader    language.Reader

	in      *report.Input
	program language.Runner
	def     int32

	json bool
	exit int
}

// run executes the command line on an analysed program.
func (r *running) run(in *report.Input, value *string) error {
	r.in = in
	if in.Result == nil || in.Count().Errors > 0 {
		r.exit = max(report.Errors, report.Worst(0, in.Diagnostics, false))
		x := &report.Run{Program: in, Problem: in.Diagnostics, Problems: in}
		if r.json {
			return r.p.Out.Print(report.AppendRunData(nil, x))
		}
		err := r.p.Err.Print(r.noteStyle.AppendVerdict(nil, x))
		if err == nil && in.Result != nil && !r.f.Quiet {
			err = r.p.Err.Print([]byte("not run; --no-check runs a program although it has errors\n"))
		}
		return err
	}
	// Warnings about libraries are reported when these are checked.
	in.Diagnostics = slices.DeleteFunc(slices.Clone(in.Diagnostics),
		func(d lang.Diagnostic) bool { return !in.File.InMain(d.Inside()) })
	if len(in.Diagnostics) > 0 && !r.f.Quiet && !r.json {
		if err := r.p.Err.Print(r.noteStyle.AppendDiagnostics(nil, in)); err != nil {
			return err
		}
	}
	running := in.Language.Running
	if running == nil {
		return Wrong(words.Quote(in.Name) + " is in " + in.Language.Called() + ", which cannot be run")
	}
	r.program = running.NewRunner(in.Result)
	if err := r.choose(); err != nil {
		return err
	}
	if r.f.Schema != "" {
		return r.schema()
	}
	r.values = language.Notation{Name: "JSON", Unit: running.Unit, NewReader: running.NewReader}
	if r.f.Values != "json" {
		if running.Own == nil {
			return Wrong(words.Quote(in.Name) + " is in " + in.Language.Called() + ", whose values are JSON")
		}
		r.values = *running.Own
	}
	r.reader = r.values.NewReader()
	r.bounds()
	r.reader.Bound(int64(r.most))
	if r.f.Stream {
		path := "-"
		if value != nil {
			path = *value
		}
		// An invalid value is reported, and the others are still used.
		for source := range inputs.Lines(r.input, path, r.p.Stdin) {
			text, problem := source.Read(nil)
			if err := r.runOne(text, problem, source.Name); err != nil {
				return err
			}
		}
		return nil
	}
	text, problem, err := r.value(value)
	if err != nil {
		return err
	}
	return r.runOne(text, problem, "")
}

// choose finds the definition to run.
func (r *running) choose() error {
	if r.f.Def != "" {
		var err error
		r.def, err = definitionNamed(r.in, r.f.Def)
		return err
	}
	var ok bool
	if r.def, ok = r.program.Main(); !ok {
		var hints []string
		for _, d := range r.in.Result.Definitions {
			if len(hints) < 3 && r.in.File.InMain(d.Span) {
				hints = append(hints, "--def "+d.Name)
			}
		}
		return Wrong(words.Quote(r.in.Name)+" has no main expression; --def NAME runs a definition", hints...)
	}
	return nil
}

// besideValues is about what a process takes beside the values of a run, which may exceed their bound by a quarter until
// they are measured again.
const besideValues = 32 << 20

// bounds sets the bounds from the flags; 0 means unbounded.
func (r *running) bounds() {
	r.options, r.most = r.f.bounds()
	if r.most > 0 { // until the batch ends, garbage takes little beside the values
		debug.SetMemoryLimit(min(debug.SetMemoryLimit(-1), int64(r.most)*5/4+besideValues))
	}
	var ended atomic.Bool
	context.AfterFunc(r.p.Context, func() { ended.Store(true) })
	r.options.Interrupt = &ended
	r.options.Log = func(v language.Value) {
		r.p.Err.Print(logged(v)) // an error does not matter to the program
	}
}

// bounds are the bounds of runs, and the maximum size of a result in bytes.
func (f *Flags) bounds() (o language.RunOptions, most int) {
	if f.Given("fuel") {
		if o.Fuel = int64(f.Fuel); o.Fuel == 0 {
			o.Fuel = -1
		}
	}
	most = language.DefaultMemory
	if f.Given("memory") {
		if o.Memory = f.Memory; o.Memory == 0 {
			o.Memory = -1
		}
		most = int(o.Memory)
	}
	o.CheckFilters = f.CheckFilters
	return o, most
}

// logged is the line that _log! writes for a value.
func logged(v language.Value) []byte {
	b, _ := v.AppendUpTo(nil, mostLogged)
	return append(lang.EscapeJSON(b, 0), '\n')
}

// mostLogged is the maximum length of a value that _log! writes.
const mostLogged = 100_000

// value is the text of the single input value; without a text and a problem it is the unit.
func (r *running) value(arg *string) (*lang.File, *lang.Diagnostic, error) {
	if arg == nil {
		if r.f.Expr == "" && r.args[0] == "-" || isTerminal(r.p.Stdin) {
			return nil, nil, nil
		}
		text, problem := inputs.Whole(r.input, "-", r.p.Stdin)
		if text != nil && strings.Trim(string(text.Src), " \t\r\n") == "" {
			return nil, nil, nil
		}
		return text, problem, nil
	}
	text, problem, ok := inputs.ValueArgument(r.input, r.reader, *arg, r.p.Stdin)
	if !ok {
		var hints []string
		if !looksLikePath(*arg) && r.f.Values == "json" {
			hints = []string{"'" + report.JSONText(*arg) + "'"}
		}
		return nil, nil, Wrong(words.Quote(*arg)+" is not "+r.values.Name+", and no file has this name", hints...)
	}
	return text, problem, nil
}

// runOne runs on one value, whose name is given if there are several.
func (r *running) runOne(text *lang.File, problem *lang.Diagnostic, of string) error {
	x := &report.Run{Program: r.in, Definition: r.in.Result.Definitions[r.def].Name, Of: of,
		Most: r.most, In: r.values.Unit, Own: r.f.Values != "json"}
	x.Problems = &report.Input{Name: of, File: text, Streamed: true}
	if text != nil {
		x.Problems.Name = text.Name
		if v, wrong := inputs.ReadValue(r.reader, r.values.Name, text); wrong != nil {
			problem = wrong
		} else {
			x.In = v
		}
	}
	if problem != nil {
		x.Problem = []lang.Diagnostic{*problem}
	} else if err := r.evaluate(x); err != nil {
		return err
	}
	var err error
	if r.json {
		err = r.p.Out.Print(report.AppendRunData(nil, x))
	} else {
		result := r.style.AppendResult(nil, x, of != "" || r.f.Compact)
		if err = r.p.Out.Print(result); err == nil {
			if x.Outcome.Verdict != lang.Undefined || !r.f.Quiet {
				err = r.p.Err.Print(r.noteStyle.AppendVerdict(nil, x))
			}
		}
	}
	r.exit = worse(r.exit, exitOf(x))
	return err
}

func (r *running) evaluate(x *report.Run) error {
	options := r.options
	if !r.f.Given("trace") {
		x.Evaluate(r.program, r.def, options)
		return r.p.Context.Err()
	}
	t := &tracing{running: r, patterns: make(map[expression]string), sides: make(map[int32][]patterns.Expression)}
	options.Trace = &language.Trace{Most: r.f.Steps, Report: t.writeStep}
	x.Evaluate(r.program, r.def, options)
	if err := r.p.Context.Err(); err != nil {
		return err
	}
	return t.end(options.Trace)
}

func exitOf(x *report.Run) int {
	switch {
	case x.Problem != nil:
		return report.Unusable
	case x.Outcome.Verdict == lang.Undefined:
		return report.Undefined
	case x.Outcome.Verdict == lang.Failed:
		return report.Errors
	case x.Outcome.Verdict == lang.OutOfFuel, x.Outcome.Verdict == lang.Endless, x.Outcome.Verdict == lang.OutOfMemory:
		return report.Exhausted
	}
	return report.Clean
}

// worse is the exit code with precedence: a defect, then unreadable input, an error, an exceeded bound, undefined.
func worse(a, b int) int {
	for _, code := range []int{report.Defect, report.Unusable, report.Errors, report.Exhausted, report.Undefined} {
		if a == code || b == code {
			return code
		}
	}
	return report.Clean
}

// schema writes the input or output of the definition in another type language.
func (r *running) schema() error {
	name := r.in.Result.Definitions[r.def].Name
	what := words.Quote(name)
	if name == lang.MainName {
		name, what = "", "the main expression"
	}
	scheme := r.in.Result.Solver.Scheme(r.def)
	root, verb := scheme.Roots[0], "takes"
	if r.f.Schema == "out" {
		root, verb = scheme.Roots[1], "gives"
	}
	d := report.ExportOf(r.in.Result, scheme, root, "what "+what+" of "+r.in.Name+" "+verb,
		r.in.Language.Running.Plain(r.in.Result))
	typ := strings.TrimPrefix(name+"_"+r.f.Schema, "_")
	switch r.f.As {
	case "ts":
		return r.p.Out.Print(d.TypeScript(typ))
	case "go":
		text, err := d.Go(typ)
		if err != nil {
			return Wrong(err.Error())
		}
		return r.p.Out.Print(text)
	}
	return r.p.Out.Print(d.JSONSchema())
}

// A tracing writes the first steps of a run when they are done.
type tracing struct {
	*running
	patterns map[expression]string
	sides    map[int32][]patterns.Expression // by definition: its expressions, once needed
	err      error
}

// An expression is identified by its index in Front.Expressions of a definition.
type expression struct {
	definition int32
	index      int
}

// mostPattern is the maximum length of either side of a pattern.
const mostPattern = 60

func (t *tracing) writeStep(s *language.Step) {
	if t.err == nil {
		t.err = t.p.Err.Print(t.noteStyle.AppendStep(nil, t.in, s, t.pattern(expression{s.Definition, s.Expression})))
	}
}

// pattern is the signature of an expression as text.
func (t *tracing) pattern(e expression) string {
	spelt, known := t.patterns[e]
	if known || e.index < 0 {
		return spelt
	}
	result := t.in.Result
	sides, ok := t.sides[e.definition]
	if !ok {
		sides = result.Front.Expressions(e.definition)
		t.sides[e.definition] = sides
	}
	x := sides[e.index]
	scheme := result.Solver.Quotient(x.In, x.Out)
	takes, gives := result.Front.ShortSignature(scheme, scheme.Roots[0], scheme.Roots[1], mostPattern)
	spelt = takes + " --> " + gives
	t.patterns[e] = spelt
	return spelt
}

// end reports the number of steps that were not shown.
func (t *tracing) end(of *language.Trace) error {
	if t.err == nil && of.Steps > of.Most {
		t.err = t.p.Err.Print(fmt.Appendf(nil, "… %d more; --trace=%d shows all\n", of.Steps-of.Most, of.Steps))
	}
	return t.err
}
