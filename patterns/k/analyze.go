package k

import (
	"context"
	"io"
	"slices"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Options say how a program is analysed. The zero value is the default.
type Options struct {
	// Dialect is that of programs whose first line does not settle it. Auto is the
	// one that a program shows.
	Dialect k.Dialect

	Limits    patterns.Limits
	Recursion patterns.Recursion
	Trace     io.Writer // where the engine tells what it does; nil: nowhere

	// Jobs is how many goroutines may derive a large program at one time; 0 is one.
	// The result does not depend on it.
	Jobs int

	// OwnOnly leaves definitions of libraries underived that those of the program itself
	// do not refer to, directly or not, unless the program makes something wrong. It is
	// the dialect in which each library is read with those before it; Auto derives all.
	// What is told does not depend on it, but for what libraries by themselves have wrong.
	OwnOnly k.Dialect

	watch         *cancel.Watch
	forget        bool // measure without the record of events
	leaveOut      func(*program) message.Holes
	leastBranched int // see patterns.Solver
	hiddenNodes   int // see diagnose.Options
	steps         explain.Steps
	tried         bool // see message.Program

	// These are the same as in diagnose.Options.
	Brief, Sketch, AllErrors bool
	Observe                  func(*lang.Diagnostic, []blame.Suspect)
	Told                     func(lang.Span) bool

	Held func(nodes int) // see patterns.Solver

	Phase func(patterns.Phase) // hears that a phase has ended; nil: nobody does

	// Reuse is memory that the analysis takes; nil is none. See Spend.
	Reuse *Memory
}

// Analyze parses, resolves and derives a program and reports everything that is
// wrong with it. It never fails: a program that cannot be read gives a result
// with the diagnostics that say so. When the context ends, the result has nothing but
// the file and the error that says why; see patterns.Result.
func Analyze(ctx context.Context, f *lang.File, opts Options) *patterns.Result {
	return patterns.Watched(ctx, f, "k", opts.Limits, func(watch *cancel.Watch) *patterns.Result {
		opts.watch = watch
		tree, ds := k.ParseReuse(f, opts.Dialect, opts.Reuse.lastTree(), opts.watch)
		opts.ended(patterns.Parsed)
		return analyzeTree(tree, ds, opts)
	})
}

// AnalyzeTree is Analyze for a tree that was parsed with the given diagnostics.
func AnalyzeTree(ctx context.Context, tree *k.Tree, ds []lang.Diagnostic, opts Options) *patterns.Result {
	return patterns.Watched(ctx, tree.File, "k", opts.Limits, func(watch *cancel.Watch) *patterns.Result {
		opts.watch = watch
		return analyzeTree(tree, ds, opts)
	})
}

func analyzeTree(tree *k.Tree, ds []lang.Diagnostic, opts Options) *patterns.Result {
	a := derived(tree, ds, opts)
	if a.spared && a.wanting() {
		// Explanations look at all definitions, and changes bring in any of them.
		opts.OwnOnly, opts.Reuse = k.Auto, a.spend()
		a = derived(tree, ds, opts)
	}
	opts.ended(patterns.Derived)
	found, memory := diagnose.Run(a.toDiagnose(), diagnose.Options{
		Known: a.diagnostics, Brief: opts.Brief, Sketch: opts.Sketch, AllErrors: opts.AllErrors, Observe: opts.Observe, Told: opts.Told, HiddenSites: opts.hiddenNodes,
		Steps: opts.steps,
	})
	a.diagnostics = append(a.diagnostics, found...)
	a.tried = memoryOf(memory)
	a.slips(opts)
	a.boxing()
	a.noteOnce()
	r := a.result()
	opts.ended(patterns.Explained)
	return r
}

func (o *Options) ended(p patterns.Phase) {
	if o.Phase != nil {
		o.Phase(p)
	}
}

// derived is AnalyzeTree up to where conflicts are explained: the solver knows
// the verdicts, and the diagnostics are those of the text, the names and the
// types.
func derived(tree *k.Tree, ds []lang.Diagnostic, opts Options) *program {
	a := newAnalysis(tree, opts)
	a.diagnostics = append(a.diagnostics, ds...)
	a.diagnostics = append(a.diagnostics, a.nameDiagnostics...)
	for _, stage := range []func(){a.addTypes, a.canonicalNames, a.advise, a.addBuiltins, a.emptyTypes} {
		a.watch.Check()
		stage()
	}
	a.derive(opts)
	return a
}

// A program is one program of k as it is derived: its tree and names, its types, and what the
// rules need. What is said of it is the business of other rooms.
type program struct {
	Memory
	watch           *cancel.Watch
	options         Options
	nameDiagnostics []lang.Diagnostic
	diagnostics     []lang.Diagnostic

	*message.Program

	intType, stringType, boolType  patterns.Type
	intsType, stringsType, divType patterns.Type // what built-in functions take and give

	canonical map[lang.Sym]patterns.Type // canonical names in the source; nil: there are none
	builtins  [18]*patterns.Scheme       // see builtinScheme

	variables  map[lang.Sym]unify.Node // of the definition that is derived
	duplicates bool                    // some label stands twice in a bracket
	spared     bool                    // some definitions are not derived; see Options.OwnOnly

	borrowed bool                    // the tree belongs to another analysis
	declared map[patterns.Type]bool  // see Declared
	codeSite map[patterns.Type]int32 // see TypeSite
	braces   map[string]lang.Phrase  // see oneFields
	products map[string]bool         // see isProduct
	spelling spelling
}

func newAnalysis(tree *k.Tree, opts Options) *program {
	for _, text := range builtinLabels {
		tree.Syms.InternString(text)
	}
	a := &program{
		Memory:  opts.Reuse.take(),
		options: Options{Limits: opts.Limits, Recursion: opts.Recursion, Brief: opts.Brief, watch: opts.watch},
		watch:   opts.watch,
	}
	a.clear(tree)
	a.names, a.nameDiagnostics = k.ResolveReuse(tree, a.names, a.watch)
	for i := range a.nameDiagnostics {
		if a.nameDiagnostics[i].Code == lang.DuplicateLabel {
			a.duplicates = true
		}
	}
	a.Program = &message.Program{Syntax: a, File: tree.File, Labels: patterns.NewLabels(tree.Syms), Tried: opts.tried}
	if opts.leaveOut != nil {
		a.LeftOut = opts.leaveOut(a)
	}
	a.Types = patterns.NewTypesFrom(a.types, a.Labels)
	a.Types.SetWatch(a.watch)
	a.Graph = unify.NewFrom(a.graph, a.Types.Heads(), a.Labels.Index())
	a.types, a.graph = nil, nil // what was taken over must not be kept twice
	if opts.forget {
		a.Graph.Forget()
	}
	if opts.Trace != nil {
		a.Graph.SetTracer(unify.NewTracer(opts.Trace, func(l unify.Label) string {
			return a.tree.Dialect.LabelText(a.Labels.Text(l))
		}))
	}
	return a
}

// derive runs the solver over all definitions.
func (a *program) derive(opts Options) {
	n := len(a.tree.Defs)
	size, start, callee := reuse.Zeroed(a.size, n), reuse.Zeroed(a.start, n+1), a.callee
	total := 0
	for d := range a.tree.Defs {
		def := &a.tree.Defs[d]
		if !def.Bad && def.Root != k.NoNode {
			a.watch.Steps(int(def.Root-def.First) / 16)
			size[d] = int32(def.Root - def.First + 1)
			total += int(size[d])
			for e := def.First; e <= def.Root; e++ {
				if node := &a.tree.Nodes[e]; node.Op == k.OpRef {
					if c := a.names.Func[node.Sym]; c >= 0 {
						callee = append(callee, c)
					}
				}
			}
		}
		start[d+1] = int32(len(callee))
	}
	a.size, a.start, a.callee = size, start, callee
	a.watch.Check()
	// Typical programs stay below this; unused room is never touched.
	a.Graph.Grow(5*total, 2*total, 3*total/2)
	a.watch.Check()
	a.Solver = patterns.NewSolver(a.Memory.solver, a.Graph, a.Types, a, size, start, callee, slices.Clone(a.names.Erroneous))
	a.solver = nil
	a.Solver.Grow(len(callee))
	a.Solver.Limits, a.Solver.Mode, a.Solver.Watch, a.Solver.Held = opts.Limits, opts.Recursion, a.watch, opts.Held
	if opts.Trace == nil && !opts.forget {
		a.Solver.Jobs, a.Solver.Fork, a.Solver.LeastBranched = opts.Jobs, a.fork, opts.leastBranched
	}
	var needed []bool
	if opts.OwnOnly == a.tree.Dialect {
		needed = a.needed()
	}
	a.spared = needed != nil
	a.Solver.Run(func(d int32) (bool, patterns.Breach) {
		def := &a.tree.Defs[d]
		switch {
		case def.Bad || def.Root == k.NoNode || needed != nil && !needed[d]:
			return true, patterns.NoBreach
		case opts.Limits.Depth > 0 && int(def.Depth) > opts.Limits.Depth:
			return true, patterns.DepthBreach
		}
		return false, patterns.NoBreach
	})
}

// needed are the definitions of the program itself and what they refer to; nil is all. A
// file that refers to what comes after it may have errors that only this program makes,
// so then all are needed.
func (a *program) needed() []bool {
	if len(a.tree.File.Parts()) == 1 || a.refersBehind() {
		return nil
	}
	needed := make([]bool, len(a.tree.Defs))
	var queue []int32
	for d := range a.tree.Defs {
		if a.tree.File.InMain(a.tree.Defs[d].Span) {
			needed[d] = true
			queue = append(queue, int32(d))
		}
	}
	for len(queue) > 0 {
		d := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, c := range a.callee[a.start[d]:a.start[d+1]] {
			if !needed[c] {
				needed[c] = true
				queue = append(queue, c)
			}
		}
	}
	return needed
}

// refersBehind reports whether a library refers to a function or a type of a file that
// comes after it.
func (a *program) refersBehind() bool {
	t := a.tree
	home := t.File.Home().Start
	end := int32(0) // of the part that the node is in
	for e := range t.Nodes {
		n := &t.Nodes[e]
		if n.Start >= home { // as all that follow
			break
		}
		if n.Start >= end {
			end = t.File.PartAt(n.Start).End()
		}
		switch n.Op {
		case k.OpRef:
			if c := a.names.Func[n.Sym]; c >= 0 && t.Defs[c].Span.Start > end {
				return true
			}
		case k.OpCodeName:
			if c := a.names.Type[n.Sym]; c >= 0 && t.Types[c].Span.Start > end {
				return true
			}
		}
	}
	return false
}

// wanting reports whether deriving a program found something wrong that has not been told
// yet.
func (a *program) wanting() bool {
	for d := range a.tree.Defs {
		if len(a.Solver.Conflicts(int32(d))) > 0 && (a.options.Told == nil || !a.options.Told(a.tree.Defs[d].Span)) {
			return true
		}
	}
	return false
}

// fork returns an analysis that derives definitions for a branch of the solver, beside
// others. What it shares with them is not written any more, but for the place in bodies
// of each definition.
func (a *program) fork(branch *patterns.Solver) patterns.Bodies {
	for i := range a.builtins {
		a.builtinScheme(int8(i))
	}
	b, program := *a, *a.Program
	program.Graph, program.Solver = branch.Graph, branch
	b.Program, b.watch = &program, branch.Watch
	b.variables, b.edges = nil, nil
	return &b
}

// Open is the part of patterns.Bodies that makes a body's nodes: two for each
// syntax node, in their order.
func (a *program) Open(d int32, roots []unify.Node) []unify.Node {
	def := &a.tree.Defs[d]
	a.bodies[d] = a.Graph.LeafPairs(int32(def.First), int32(def.Root))
	in := a.bodies[d] + 2*unify.Node(def.Root-def.First)
	return append(roots, in, in+1)
}

// Derive is the part of patterns.Bodies that states a body's constraints.
func (a *program) Derive(d int32) {
	def := &a.tree.Defs[d]
	b := body{a, a.bodies[d], def.First}
	if len(a.variables) > 0 {
		clear(a.variables)
	}
	for e := def.First; e <= def.Root; e++ {
		a.watch.Nth(int(e))
		b.rule(e, &a.tree.Nodes[e])
		b.Graph.Solve()
		if b.Graph.Exceeded() {
			return
		}
	}
}

// body returns a definition's body as it stands in the graph. What Open noted
// may be of a derivation that was taken back.
func (a *program) body(d int32) body {
	def := &a.tree.Defs[d]
	in := a.Solver.Derivation(d).In()
	return body{a, in - 2*unify.Node(def.Root-def.First), def.First}
}

// result makes the model that all outputs come from.
func (a *program) result() *patterns.Result {
	a.watch.Check()
	r := a.Program.Result(a, a.diagnostics, a.definitions)
	r.Dialect, r.SyntaxNodes = a.tree.Dialect.String(), len(a.tree.Nodes)
	r.TypeDefs = slices.Grow(a.typeDefs, len(a.tree.Types))
	for i := range a.tree.Types {
		d := &a.tree.Types[i]
		r.TypeDefs = append(r.TypeDefs, patterns.TypeDef{
			Name: a.tree.Syms.Text(d.Name), Span: d.Span, Type: a.typeDef[i],
		})
	}
	a.definitions, a.typeDefs = r.Definitions, r.TypeDefs
	return r
}
