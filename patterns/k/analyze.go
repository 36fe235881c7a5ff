package k

import (
	"context"
	"io"
	"slices"
	"sync"

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

// Options are the settings of an analysis. The zero value is the default.
type Options struct {
	// Dialect is the dialect of programs whose first line does not name one. Auto detects it from the program.
	Dialect k.Dialect

	Limits    patterns.Limits
	Recursion patterns.Recursion
	Trace     io.Writer // the engine writes a trace of its work here, unless nil

	// OwnOnly skips definitions of libraries that the program itself does not reference, directly or indirectly, unless
	// the program introduces errors. Its value is the dialect in which each library is parsed with its predecessors;
	// Auto derives everything. The diagnostics do not depend on it, except for errors of the libraries themselves.
	OwnOnly k.Dialect

	watch       *cancel.Watch
	leaveOut    func(*program) message.Holes
	hiddenNodes int // see diagnose.Options
	steps       explain.Steps
	tried       bool              // see message.Program
	hashing     bool              // only the hashes of functions are needed
	byHash      map[string]string // names of the functions with some hashes; empty where none is known

	// These fields are those of diagnose.Options.
	Brief, Sketch, Certify, AllErrors bool
	Observe                           func(*lang.Diagnostic, []blame.Suspect)
	ReportedElsewhere                 func(lang.Span) bool

	Held func(nodes int) // see patterns.Solver

	Phase func(patterns.Phase) // called after each phase, unless nil

	// Reuse is memory of an earlier analysis, or nil; see Spend.
	Reuse *Memory
}

// Analyze parses, resolves and derives a program and reports all errors. It never fails: for an unreadable program, the
// result has the diagnostics of the parser. When the context ends, the result has only the file and the error of the
// context; see patterns.Result.
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

// checkHashes is set where the hashes of functions are known; a page in a browser does without them.
var checkHashes = func(*program) {}

func analyzeTree(tree *k.Tree, ds []lang.Diagnostic, opts Options) *patterns.Result {
	a := derived(tree, ds, opts)
	if a.skipsUnused && a.hasUnreportedConflict() {
		// Explanations inspect all definitions, and repairs may refer to any of them.
		opts.OwnOnly, opts.Reuse = k.Auto, a.spend()
		a = derived(tree, ds, opts)
	}
	a.warnBaseless()
	opts.ended(patterns.Derived)
	found, memory := diagnose.Run(a.toDiagnose(), diagnose.Options{
		Known: a.diagnostics, Brief: opts.Brief, Sketch: opts.Sketch, Certify: opts.Certify,
		AllErrors: opts.AllErrors, Observe: opts.Observe,
		ReportedElsewhere: opts.ReportedElsewhere, HiddenSites: opts.hiddenNodes,
		Steps: opts.steps,
	})
	a.diagnostics = append(a.diagnostics, found...)
	a.tried = memoryOf(memory)
	a.slips(opts)
	a.boxing()
	a.missingBranches()
	a.warnUnreached()
	checkHashes(a)
	a.dedupeNotes()
	r := a.result()
	opts.ended(patterns.Explained)
	return r
}

func (o *Options) ended(p patterns.Phase) {
	if o.Phase != nil {
		o.Phase(p)
	}
}

// derived is AnalyzeTree without the explanation of conflicts: the solver has the verdicts, and the diagnostics are
// those of the syntax, the names and the types.
func derived(tree *k.Tree, ds []lang.Diagnostic, opts Options) *program {
	a := newAnalysis(tree, opts)
	a.diagnostics = append(a.diagnostics, ds...)
	a.diagnostics = append(a.diagnostics, a.nameDiagnostics...)
	a.functionsByHash(opts)
	for _, stage := range []func(){a.addTypes, a.canonicalNames, a.advise, a.joinForeign, a.addBuiltins, a.emptyTypes} {
		a.watch.Check()
		stage()
	}
	a.derive(opts)
	a.baseless()
	a.neverDefined()
	a.findUnreached()
	return a
}

// A program is a program of k and its derivation: its tree, its names, its types, and the data that the rules need.
type program struct {
	Memory
	watch           *cancel.Watch
	options         Options
	nameDiagnostics []lang.Diagnostic
	diagnostics     []lang.Diagnostic

	*message.Program

	intType, stringType, boolType  patterns.Type
	intsType, stringsType, divType patterns.Type // inputs and outputs of built-in functions

	canonical map[lang.Sym]patterns.Type // canonical names in the source; nil if there are none
	builtins  [18]*patterns.Scheme       // see builtinScheme

	variables   map[lang.Sym]unify.Node // of the definition being derived
	duplicates  bool                    // some label occurs twice in a bracket
	skipsUnused bool                    // some definitions are not derived; see Options.OwnOnly

	borrowed   bool               // the tree belongs to another analysis
	opens      func() []bool      // see opensVectors
	mismatches map[int32]mismatch // by definition; see neverDefined

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
	a.opens = sync.OnceValue(a.opensVectors)
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
	a.types, a.graph = nil, nil // the program owns them now
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
	a.tagger.renew(a)
	total := 0
	for d := range a.tree.Defs {
		def := &a.tree.Defs[d]
		if !def.Bad && def.Root != k.NoNode {
			a.watch.Steps(int(def.Root-def.First) / 16)
			size[d] = int32(def.Root - def.First + 1)
			total += int(size[d])
			for e := def.First; e <= def.Root; e++ {
				switch node := &a.tree.Nodes[e]; node.Op {
				case k.OpRef:
					if c := a.names.Func[node.Sym]; c >= 0 {
						callee = append(callee, c)
					}
				case k.OpComp, k.OpMerge:
					a.tagger.note(e, node.Op)
				}
			}
		}
		start[d+1] = int32(len(callee))
	}
	a.size, a.start, a.callee = size, start, callee
	a.watch.Check()
	// An estimate above what typical programs need; unused memory is never touched.
	a.Graph.Grow(5*total, 2*total, 3*total/2)
	a.watch.Check()
	a.Solver = patterns.NewSolver(a.Memory.solver, a.Graph, a.Types, a,
		patterns.Calls{Size: size, Start: start, Callees: callee, Bad: slices.Clone(a.names.Erroneous)})
	a.solver = nil
	a.Solver.Grow(len(callee))
	a.Solver.Limits, a.Solver.Mode, a.Solver.Watch, a.Solver.Held = opts.Limits, opts.Recursion, a.watch, opts.Held
	var needed []bool
	if opts.OwnOnly == a.tree.Dialect {
		needed = a.needed()
	}
	a.skipsUnused = needed != nil
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

// needed marks the definitions of the program itself and all that they reference, directly or indirectly; nil means
// all. A library that references a later file may have errors that only this program causes, so then all definitions
// are needed.
func (a *program) needed() []bool {
	if len(a.tree.File.Parts()) == 1 || a.librariesReferAhead() {
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

// librariesReferAhead reports whether a library references a function or a type of a later file.
func (a *program) librariesReferAhead() bool {
	t := a.tree
	home := t.File.Home().Start
	end := int32(0) // end of the file that contains the node
	for e := range t.Nodes {
		n := &t.Nodes[e]
		if n.Start >= home { // all further nodes are in the main file
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

// hasUnreportedConflict reports whether the derivation found an error that has not been reported yet.
func (a *program) hasUnreportedConflict() bool {
	for d := range a.tree.Defs {
		elsewhere := a.options.ReportedElsewhere
		if len(a.Solver.Conflicts(int32(d))) > 0 && (elsewhere == nil || !elsewhere(a.tree.Defs[d].Span)) {
			return true
		}
	}
	return false
}

// Open implements patterns.Bodies: it makes the nodes of a body, two for each syntax node, in their order.
func (a *program) Open(d int32, roots []unify.Node) []unify.Node {
	def := &a.tree.Defs[d]
	a.bodies[d] = a.Graph.LeafPairs(int32(def.First), int32(def.Root))
	in := a.bodies[d] + 2*unify.Node(def.Root-def.First)
	return append(roots, in, in+1)
}

// Derive implements patterns.Bodies: it states the constraints of a body.
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

// body returns a definition's body in the current graph. The node that Open noted may belong to a derivation that was
// undone.
func (a *program) body(d int32) body {
	def := &a.tree.Defs[d]
	in := a.Solver.Derivation(d).In()
	return body{a, in - 2*unify.Node(def.Root-def.First), def.First}
}

// result makes the model from which all outputs are rendered.
func (a *program) result() *patterns.Result {
	a.watch.Check()
	r := a.Program.Result(a, a.diagnostics, a.tree.Comments, a.definitions)
	r.Dialect, r.SyntaxNodes = a.tree.Dialect.String(), len(a.tree.Nodes)
	r.TypeDefs = slices.Grow(a.typeDefs[:0], len(a.tree.Types))
	for i := range a.tree.Types {
		d := &a.tree.Types[i]
		r.TypeDefs = append(r.TypeDefs, patterns.TypeDef{
			Name: a.tree.Syms.Text(d.Name), Span: d.Span, Type: a.typeDef[i],
		})
	}
	a.definitions, a.typeDefs = r.Definitions, r.TypeDefs
	return r
}
