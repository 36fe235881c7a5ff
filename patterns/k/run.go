package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// running runs programs of k, on values in JSON or in the notation of k.
var running = &language.Running{
	Unit:      value{eval.Unit(), false},
	NewReader: func() language.Reader { return reader{eval.NewReader(), false} },
	Own: &language.Notation{
		Name:      "a value of k",
		Dialect:   k.K6.String(),
		Unit:      value{eval.Unit(), true},
		NewReader: func() language.Reader { return reader{eval.NewReader(), true} },
	},
	NewRunner: newRunner,
	Plain:     func(r *patterns.Result) bool { return r.Dialect == k.K6.String() },
}

// A value implements language.Value, in JSON or in the notation of k.
type value struct {
	eval.Value
	own bool
}

func (v value) AppendUpTo(b []byte, most int) ([]byte, bool) {
	if v.own {
		return eval.AppendNotation(b, v.Value, most)
	}
	return eval.AppendUpTo(b, v.Value, most)
}

func (v value) AppendIndented(b []byte, width, most int) ([]byte, bool) {
	if v.own {
		return eval.AppendNotation(b, v.Value, most)
	}
	return eval.AppendIndented(b, v.Value, width, most)
}

func (v value) Short(most int) string {
	if v.own {
		return eval.ShortNotation(v.Value, most)
	}
	return eval.Short(v.Value, most)
}

func (v value) Open() (parts []language.Value, ok bool) {
	if v.Kind() != eval.Open {
		return nil, false
	}
	for _, p := range eval.Parts(v.Value) {
		parts = append(parts, value{p, v.own})
	}
	return parts, true
}

// A reader implements language.Reader.
type reader struct {
	*eval.Reader
	own bool
}

func (r reader) Read(src []byte) (language.Value, *language.ReadError) {
	read := r.Reader.Read
	if r.own {
		read = r.ReadNotation
	}
	v, wrong := read(src)
	if wrong != nil {
		return nil, &language.ReadError{Message: wrong.Message,
			Span: lang.Span{Start: int32(wrong.Start), End: int32(wrong.End)}, Large: wrong.Large}
	}
	return value{v, r.own}, nil
}

// A runner implements language.Runner.
type runner struct {
	result   *patterns.Result
	source   *program
	compiled *eval.Program
	takes    map[int32][]patterns.PatternNode // by definition: the nodes of its signature, computed on first use
}

func newRunner(r *patterns.Result) language.Runner {
	s, _ := SyntaxOf(r)
	return &runner{r, s.a, eval.Compile(s.Tree, s.Names, s.Canonical), make(map[int32][]patterns.PatternNode)}
}

func (r *runner) Main() (d int32, ok bool) {
	_, ok = r.source.tree.Main()
	return int32(len(r.source.tree.Defs) - 1), ok
}

func (r *runner) Run(d int32, in language.Value, o language.RunOptions) language.Outcome {
	input, own := in.(value).Value, in.(value).own
	options := eval.Options{Fuel: o.Fuel, Memory: o.Memory, CheckFilters: o.CheckFilters, Interrupt: o.Interrupt}
	if o.Fuel == 0 {
		options.Fuel = language.DefaultFuel
	}
	if o.Memory == 0 {
		options.Memory = language.DefaultMemory
	}
	if o.Log != nil {
		options.Log = func(v eval.Value) { o.Log(value{v, own}) }
	}
	if o.Trace != nil {
		options.Observer = &observer{runner: r, own: own, trace: o.Trace, indices: make(map[int32]map[k.NodeID]int)}
	}
	x := r.compiled.Run(d, input, options)
	if x.Verdict == lang.Defined && eval.OpenWithin(x.Value) {
		root := r.source.tree.Defs[d].Root
		x.Verdict, x.Error = lang.Failed, &eval.Error{
			Code: lang.OpenWithin, Node: root, Span: r.source.tree.Span(root),
			Message: "the result has an open vector within it, and cannot be written",
			Label:   "this opens twice and collects less often",
			Help:    "write one `^` within the other: `(… ^) ^`",
		}
	}
	out := r.outcome(&x)
	if x.Value != nil {
		out.Value = value{x.Value, own}
	}
	if x.Verdict == lang.Undefined {
		out.Why = r.why(d, in.(value), value{x.On, own}, x.At)
	}
	return out
}

func (r *runner) outcome(x *eval.Outcome) language.Outcome {
	out := language.Outcome{Verdict: x.Verdict, Steps: x.Steps, Within: -1}
	at := x.At
	if e := x.Error; e != nil {
		at = e.Node
		out.Failure = lang.Diagnostic{Code: e.Code, Message: lang.Text(e.Message), Span: e.Span,
			Label: lang.Text(e.Label)}
		if e.Help != "" {
			out.Failure.Help = lang.Texts(e.Help)
		}
	}
	if at >= 0 && x.Verdict != lang.Undefined {
		out.Early, out.At, out.Within = true, r.source.tree.Span(at), r.definitionOf(at)
	}
	return out
}

// definitionOf returns the definition that contains an expression, or -1.
func (r *runner) definitionOf(e k.NodeID) int32 {
	for i := range r.source.tree.Defs {
		if d := &r.source.tree.Defs[i]; d.First <= e && e <= d.Root {
			return int32(i)
		}
	}
	return -1
}

// An observer reports the first steps of a run.
type observer struct {
	*runner
	own     bool // values are reported in the notation of k
	trace   *language.Trace
	depth   int
	indices map[int32]map[k.NodeID]int // by definition: the indices of its expressions, computed on first use
}

func (o *observer) Enter(k.NodeID, eval.Value) { o.depth++ }

func (o *observer) Leave(e k.NodeID, in, out eval.Value) {
	o.depth--
	if o.trace.Steps++; o.trace.Steps > o.trace.Most {
		return
	}
	d := o.definitionOf(e)
	step := language.Step{Span: o.source.tree.Span(e), Depth: o.depth, Definition: d, Expression: o.index(d, e),
		In: value{in, o.own}}
	if out != nil {
		step.Out = value{out, o.own}
	}
	o.trace.Report(&step)
}

// index returns the index of a node among the expressions of its definition, or -1.
func (o *observer) index(d int32, e k.NodeID) int {
	if d < 0 {
		return -1
	}
	if o.indices[d] == nil {
		o.indices[d] = make(map[k.NodeID]int)
		if o.source.Solver.Derivation(d).Derived {
			for i, site := range o.source.Sites(d) {
				o.indices[d][k.NodeID(site)] = i
			}
		}
	}
	if i, ok := o.indices[d][e]; ok {
		return i
	}
	return -1
}
