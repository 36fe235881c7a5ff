package main

import (
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/runs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

var (
	filtersOption = option{name: "check-filters", kind: isSwitch, usage: "a value that a filter does not allow is an error"}
	fuelOption    = option{name: "fuel", kind: isNumber, value: "N", least: 0, usage: "steps that a run may take; 0: any (default: 1000000000)"}
	memoryOption  = option{name: "memory", kind: isSize, value: "SIZE", least: 0, usage: "bytes that the values of a run may take; 0: any (default: 256M)"}
)

var runCommand = command{
	name: "run", args: "FILE | -e EXPR [VALUE]", summary: "evaluate a program on a JSON value",
	details: "Runs the main expression of a program, or a definition of it. VALUE is JSON\n" +
		"itself, a file with JSON, or - for standard input, which is also read when there\n" +
		"is no VALUE and it is no terminal; without any value it is {}. A program with\n" +
		"errors is not run. Results go to standard output, all else to standard error.\n\n" +
		"exit status: 0 a value, 4 undefined, 5 out of fuel or memory, 1 the program has\n" +
		"errors or an expression makes no sense on what it is given, 2 a value that is no\n" +
		"JSON. With --stream it is that of the worst line.",
	examples: []example{
		{`patgraph run -e '[.x, .y] PLUS' '{"x":1,"y":2}'`, "an expression"},
		{"patgraph run lib.k --def sort '[3,1,2]'", "a definition"},
		{"patgraph run app.k --stream <in.ndjson", "each line, and a line for each result"},
		{"patgraph run app.k --trace in.json", "with every step"},
		{"patgraph run app.k --schema in", "what it takes, as JSON Schema"},
	},
	options: options([]option{
		{name: "e", alias: "expr", kind: isText, value: "EXPR", usage: "the program itself, instead of a file; definitions may stand before the expression"},
		{name: "def", kind: isText, value: "NAME", usage: "run this definition, not the main expression"},
		{name: "stream", kind: isSwitch, usage: "each line of the input is a value, and each result a line"},
		{name: "compact", kind: isSwitch, usage: "the result in one line"},
		{name: "format", kind: isChoice, choices: []string{"text", "json"}, preset: "text", usage: "text: values alone; json: a line with the outcome of each run, of the schema patgraph/1"},
		{name: "check", kind: isSwitch, usage: "derive the program first, and run it only without errors; this is so anyway"},
		{name: "no-check", kind: isSwitch, usage: "run a program although it has errors"},
		filtersOption,
		{name: "trace", kind: isNumber, value: "N", least: 0, bare: "200", usage: "write the steps to standard error, each with its place and pattern, up to N (200, without =N)"},
		fuelOption,
		memoryOption,
		{name: "schema", kind: isChoice, choices: []string{"in", "out"}, usage: "run nothing: write what the program takes or gives as JSON Schema"},
		{name: "as", kind: isChoice, choices: []string{"jsonschema", "ts", "go"}, preset: "jsonschema", usage: "write --schema as types of TypeScript or Go instead"},
		{name: "quiet", alias: "q", kind: isSwitch, usage: "say nothing of warnings, and of values that the program is not defined on"},
	}, displayOptions, analysisOptions, configOptions, debugOptions),
	run: (*program).evaluate,
}

// evaluate is the command run.
func (p *program) evaluate(c *cli.Context) error {
	r := &running{p: p, c: c, style: p.style(c, p.stdout), told: p.style(c, p.stderr), json: c.String("format") == "json"}
	source, value, err := r.arguments()
	if err != nil {
		return err
	}
	b, config, err := p.newBatch(c)
	if err != nil {
		return err
	}
	r.input = p.inputOptions(c, config)
	sources := []inputs.Source{inputs.Text(r.input, "<expr>", []byte(c.String("e")))}
	if !c.IsSet("e") {
		sources = inputs.Gather(r.input, []string{source})
	}
	if instead := config.insteadOf(&sources[0]); instead != nil {
		sources = instead
	}
	var failed error
	if c.Bool("no-check") {
		b.Pick = func(in *report.Input) { in.Diagnostics = nil }
	}
	b.Render = func(in *report.Input) (out, _ []byte) {
		failed = r.run(in, value)
		return nil, nil
	}
	total, err := b.Run(slices.Values(sources), func(o *batch.Outcome) error { return p.emit(o) })
	if failed != nil {
		err = failed
	}
	if err != nil {
		return err
	}
	if total.Exit == batch.Defect || total.Exit == batch.Unusable {
		return status(total.Exit)
	}
	return status(r.exit)
}

// arguments are the program and the value as they are given; nil is no value.
func (r *running) arguments() (source string, value *string, err error) {
	args := r.c.Args().Slice()
	wrong := func(message string, hints ...string) (string, *string, error) {
		return "", nil, &usageError{command: "run", message: message, hints: hints}
	}
	if !r.c.IsSet("e") {
		if len(args) == 0 {
			return wrong("which program? Give a file, - for standard input, or -e with an expression")
		}
		source, args = args[0], args[1:]
		if info, err := os.Stat(source); err == nil && info.IsDir() {
			return wrong(words.Quote(inputs.Shown(source)) + " is a folder; patgraph run takes a file")
		}
	}
	switch {
	case len(args) > 1:
		return wrong("patgraph run takes one program and one value; --stream runs a program on many")
	case len(args) == 1:
		value = &args[0]
	}
	schema := r.c.IsSet("schema")
	switch {
	case r.c.Bool("check") && r.c.Bool("no-check"):
		return wrong("--check and --no-check exclude each other")
	case schema && value != nil:
		return wrong("--schema runs nothing and takes no value")
	case schema && (r.c.Bool("no-check") || r.c.Bool("stream") || r.c.IsSet("trace")):
		return wrong("--schema runs nothing: --no-check, --stream and --trace are about running")
	case !schema && r.c.IsSet("as"):
		return wrong("--as says how --schema is written", "--schema in --as "+r.c.String("as"), "--schema out --as "+r.c.String("as"))
	case r.c.Bool("stream") && r.c.IsSet("trace"):
		return wrong("--trace is about one value, and --stream runs many")
	case source == "-" && (value != nil && *value == "-" || value == nil && r.c.Bool("stream")):
		return wrong("standard input cannot be both the program and the value")
	}
	return source, value, nil
}

// A running is one use of the command run.
type running struct {
	p       *program
	c       *cli.Context
	style   report.Style // of results
	told    report.Style // of what is said about them
	input   inputs.Options
	options language.RunOptions
	most    int // bytes of a result
	reader  language.Reader

	in      *report.Input
	program *runs.Program
	def     int32

	json bool
	exit int
}

// run does with a program that was derived what the command line says.
func (r *running) run(in *report.Input, value *string) error {
	r.in = in
	tell := in.Diagnostics
	if in.Result == nil || in.Count().Errors > 0 {
		r.exit = max(batch.Errors, batch.Worst(0, tell, false))
		err := r.refuse(tell)
		if err == nil && in.Result != nil && !r.json && !r.c.Bool("quiet") {
			err = r.p.err.write([]byte("not run; --no-check runs a program although it has errors\n"))
		}
		return err
	}
	// Warnings about libraries are told where these are checked.
	in.Diagnostics = slices.DeleteFunc(slices.Clone(tell), func(d lang.Diagnostic) bool { return !in.File.Homely(d.Span) })
	if len(in.Diagnostics) > 0 && !r.c.Bool("quiet") && !r.json {
		if err := r.p.err.write(r.told.AppendDiagnostics(nil, in)); err != nil {
			return err
		}
	}
	var ok bool
	if r.program, ok = runs.Of(in); !ok {
		return &usageError{command: "run", message: words.Quote(in.Name) + " is in " + in.Language.Name + ", which cannot be run"}
	}
	if err := r.choose(); err != nil {
		return err
	}
	if side := r.c.String("schema"); side != "" {
		return r.schema(side, r.c.String("as"))
	}
	r.reader = in.Language.Running.NewReader()
	r.bounds()
	if r.c.Bool("stream") {
		path := "-"
		if value != nil {
			path = *value
		}
		return r.stream(inputs.Lines(r.input, path, r.p.stdin))
	}
	text, problem, err := r.value(value)
	if err != nil {
		return err
	}
	return r.one(text, problem, "")
}

// choose finds the definition that is to be run.
func (r *running) choose() error {
	name := r.c.String("def")
	if name != "" {
		d, err := definitionNamed(r.in, name, "run")
		r.def = d
		return err
	}
	d, ok := r.program.Main()
	if !ok {
		e := &usageError{command: "run", message: words.Quote(r.in.Name) + " has no main expression; --def NAME runs a definition"}
		for _, d := range r.in.Result.Definitions {
			if len(e.hints) < 3 && r.in.File.Homely(d.Span) {
				e.hints = append(e.hints, "--def "+d.Name)
			}
		}
		return e
	}
	r.def = d
	return nil
}

// bounds are those of the flags, of which 0 is none.
func (r *running) bounds() {
	r.options, r.most = bounds(r.c)
	r.options.Log = func(v language.Value) {
		r.p.err.write(logged(v)) // that this fails is no matter of the program
	}
}

// bounds are how runs go by the flags, and how many bytes of a result are written.
func bounds(c *cli.Context) (o language.RunOptions, most int) {
	if c.IsSet("fuel") {
		if o.Fuel = c.Int64("fuel"); o.Fuel == 0 {
			o.Fuel = -1
		}
	}
	most = language.DefaultMemory
	if size := c.String("memory"); size != "" {
		n, _ := words.ParseSize(size)
		if o.Memory = n; n == 0 {
			o.Memory = -1
		}
		most = int(o.Memory)
	}
	o.CheckFilters = c.Bool("check-filters")
	return o, most
}

// logged is the line that _log! writes of a value.
func logged(v language.Value) []byte {
	b, _ := v.AppendUpTo(nil, mostLogged)
	return append(b, '\n')
}

// mostLogged is how much _log! writes of a value.
const mostLogged = 100_000

// refuse tells why nothing is run.
func (r *running) refuse(ds []lang.Diagnostic) error {
	x := &report.Run{Program: r.in, Problem: ds, Problems: r.in}
	if r.json {
		return r.p.out.write(report.AppendRunData(nil, x))
	}
	return r.p.err.write(r.told.AppendVerdict(nil, x))
}

// value is the text of the one value that is run on; neither a text nor a problem is
// the unit.
func (r *running) value(arg *string) (*lang.File, *lang.Diagnostic, error) {
	if arg == nil {
		if !r.c.IsSet("e") && r.c.Args().First() == "-" || isTerminal(r.p.stdin) {
			return nil, nil, nil
		}
		text, problem := inputs.Whole(r.input, "-", r.p.stdin)
		if text != nil && strings.Trim(string(text.Src), " \t\r\n") == "" {
			return nil, nil, nil
		}
		return text, problem, nil
	}
	text, problem, ok := runs.Argument(r.reader, *arg, r.input, r.p.stdin)
	if !ok {
		e := &usageError{command: "run", message: words.Quote(*arg) + " is no JSON, and no file has this name"}
		if !looksLikePath(*arg) {
			e.hints = []string{"'" + report.JSONText(*arg) + "'"}
		}
		return nil, nil, e
	}
	return text, problem, nil
}

// stream runs on each value of a stream. What is wrong with one is told, and the
// others go on.
func (r *running) stream(sources iter.Seq[inputs.Source]) error {
	for source := range sources {
		text, problem := source.Read(nil)
		if err := r.one(text, problem, source.Name); err != nil {
			return err
		}
	}
	return nil
}

// one runs on one value, which is called something if it is one of several.
func (r *running) one(text *lang.File, problem *lang.Diagnostic, of string) error {
	x := &report.Run{Program: r.in, Definition: r.in.Result.Definitions[r.def].Name, Of: of, Most: r.most, In: r.in.Language.Running.Unit}
	x.Problems = &report.Input{Name: of, File: text, Streamed: true}
	if text != nil {
		x.Problems.Name = text.Name
		if v, wrong := runs.Value(r.reader, text); wrong != nil {
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
		err = r.p.out.write(report.AppendRunData(nil, x))
	} else {
		result := r.style.AppendResult(nil, x, of != "" || r.c.Bool("compact"))
		if err = r.p.out.write(result); err == nil {
			if x.Outcome.Verdict != language.Undefined || !r.c.Bool("quiet") {
				err = r.p.err.write(r.told.AppendVerdict(nil, x))
			}
		}
	}
	r.exit = worse(r.exit, exitOf(x))
	return err
}

// evaluate runs the program.
func (r *running) evaluate(x *report.Run) error {
	options := r.options
	if !r.c.IsSet("trace") {
		r.program.Evaluate(x, r.def, options)
		return nil
	}
	t := &tracing{running: r, patterns: make(map[expression]string), sides: make(map[int32][]patterns.Expression)}
	options.Trace = &language.Trace{Most: r.c.Int("trace"), Tell: t.tell}
	r.program.Evaluate(x, r.def, options)
	return t.end(options.Trace)
}

// exitOf is the exit code of a run.
func exitOf(x *report.Run) int {
	switch {
	case x.Problem != nil:
		return batch.Unusable
	case x.Outcome.Verdict == language.Undefined:
		return batch.Undefined
	case x.Outcome.Verdict == language.Failed:
		return batch.Errors
	case x.Outcome.Verdict == language.OutOfFuel || x.Outcome.Verdict == language.OutOfMemory:
		return batch.Exhausted
	}
	return batch.Clean
}

// worse is the exit code that counts of two: what cannot be read before an error
// before a bound before what is undefined.
func worse(a, b int) int {
	for _, code := range []int{batch.Defect, batch.Unusable, batch.Errors, batch.Exhausted, batch.Undefined} {
		if a == code || b == code {
			return code
		}
	}
	return batch.Clean
}
