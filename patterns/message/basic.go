package message

import (
	"iter"
	"strings"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/internal/reuse"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// Basic is a Syntax made of tables, for languages whose types have no names and whose labels are written as they are. A
// site is an index into Nodes; parts come before their wholes, and each site has two graph nodes.
type Basic struct {
	*Program
	Defs       []Definition
	Nodes      []Node
	Constructs []Construct // by Node.Op
	Rules      []Rule      // by number; none has parts
	Described  []uint8     // by Node.Op: the rule by which it describes a pattern
	Vocabulary *Words
	// Pieces writes a pattern that is not a named type; nil: patterns are written as in {a: int}, and only signatures
	// and types are written.
	Pieces func(Place) []Piece

	Known    []lang.Diagnostic // the errors in the text and its names; see Link
	Misnamed []bool            // by definition

	Where   bool                  // signatures list the waiting relations as conditions; see patterns.Solver
	Implied func([]int32) []int32 // see patterns.Solver

	bases []unify.Node // by definition: the first node of its current derivation
	old   struct {     // the memory of a previous program, to be reused
		graph  *unify.Graph
		solver *patterns.Solver
	}
}

// A Node is an expression.
type Node struct {
	Op    uint8 // its construct
	Span  lang.Span
	Name  string // the name that it binds or refers to
	To    int32  // the definition that a call refers to; -1: none
	Kids  []int32
	Slots []Slot
}

// The following methods implement Syntax, except for writing types; see spell.go.

func (p *Basic) Construct(site int32) *Construct { return &p.Constructs[p.Nodes[site].Op] }

func (p *Basic) Rule(rule, _ uint8) *Rule { return &p.Rules[rule] }

func (p *Basic) DescribedBy(site int32) (rule, part uint8) { return p.Described[p.Nodes[site].Op], 0 }

func (p *Basic) Words() *Words { return p.Vocabulary }

func (p *Basic) Span(site int32) lang.Span { return p.Nodes[site].Span }

func (p *Basic) AppendKids(to []int32, site int32) []int32 { return append(to, p.Nodes[site].Kids...) }

func (p *Basic) AppendSlots(to []Slot, site int32) []Slot {
	if len(p.Nodes) == 0 {
		return to
	}
	return append(to, p.Nodes[site].Slots...)
}

func (p *Basic) Variable(site int32) string { return p.Nodes[site].Name }

func (p *Basic) Callee(site int32) (d int32, ok bool) {
	if p.Construct(site).Kind != Calls {
		return -1, false
	}
	return p.Nodes[site].To, p.Nodes[site].To >= 0
}

func (p *Basic) Declared(unify.Head) bool { return false }

// CompareDefinitions compares the texts after the names.
func (p *Basic) CompareDefinitions(a, b int32) int {
	body := func(d int32) string {
		return p.File.Text(lang.Span{Start: p.Defs[d].NameSpan.End, End: p.Defs[d].Span.End})
	}
	return strings.Compare(body(a), body(b))
}

// AtomThing returns false if Vocabulary.Built names constructors: such languages have no types without structure.
func (p *Basic) AtomThing(name string) (thing string, ok bool) {
	return "a " + name, p.Vocabulary == nil || p.Vocabulary.Built == nil
}

func (p *Basic) Definitions() int { return len(p.Defs) }

func (p *Basic) Definition(d int32) Definition { return p.Defs[d] }

// Label returns a label as the vocabulary names the part under it, else as it is written.
func (p *Basic) Label(text string) string {
	if p.Vocabulary == nil || p.Vocabulary.Part == nil {
		return text
	}
	return strings.TrimPrefix(p.Vocabulary.Part([]string{text}), "the ")
}

// TypeName returns false for the languages for which AtomThing returns false.
func (p *Basic) TypeName(t patterns.Type) (string, bool) {
	if p.Vocabulary != nil && p.Vocabulary.Built != nil {
		return "", false
	}
	return p.Types.Atom(t)
}

// Begin makes the tables of labels and types. It reuses the memory of an old program, its graph and its solver, and
// clears the old program; old may be nil.
func (p *Basic) Begin(syms *lang.Symbols, old *Basic) {
	var types *patterns.Types
	if old != nil && old.Program != nil {
		types, p.old.graph, p.old.solver, p.bases = old.Types, old.Graph, old.Solver, old.bases
		*old = Basic{}
	}
	p.Labels = patterns.NewLabels(syms)
	p.Types = patterns.NewTypesFrom(types, p.Labels)
}

// Solve derives all definitions except those whose text could not be parsed; misnamed ones have unknown types.
func (p *Basic) Solve(bodies patterns.Bodies, limits patterns.Limits, mode patterns.Recursion, watch *cancel.Watch) {
	p.bases = reuse.Zeroed(p.bases, len(p.Defs))
	p.Graph = unify.NewFrom(p.old.graph, p.Types.Heads(), p.Labels.Index())
	sites := 0
	for i := range p.Defs {
		sites += int(p.Defs[i].Root - p.Defs[i].First + 1)
	}
	p.Graph.Grow(7*sites/2, sites, sites) // typical programs need less
	size, start, callees := p.References()
	p.Solver = patterns.NewSolver(p.old.solver, p.Graph, p.Types, bodies,
		patterns.Calls{Size: size, Start: start, Callees: callees, Bad: p.Misnamed})
	p.Solver.Limits, p.Solver.Mode, p.Solver.Watch = limits, mode, watch
	p.Solver.Where, p.Solver.Implied = p.Where, p.Implied
	p.Solver.Run(func(d int32) (bool, patterns.Breach) {
		if most := limits.Depth; most > 0 && p.Defs[d].Depth > most {
			return true, patterns.DepthBreach
		}
		return p.Defs[d].Bad, patterns.NoBreach
	})
}

// Open makes the nodes of a definition and appends those of its root.
func (p *Basic) Open(d int32, roots []unify.Node) []unify.Node {
	p.bases[d] = p.Graph.LeafPairs(p.Defs[d].First, p.Defs[d].Root)
	in, out := p.Opened(d, p.Defs[d].Root)
	return append(roots, in, out)
}

// Opened returns the nodes of a site of the definition that is being derived.
func (p *Basic) Opened(d, site int32) (in, out unify.Node) {
	in = p.bases[d] + 2*unify.Node(site-p.Defs[d].First)
	return in, in + 1
}

// Ends returns the nodes of a site of a derived definition.
func (p *Basic) Ends(d, site int32) (in, out unify.Node) {
	in = p.Solver.Derivation(d).In() - 2*unify.Node(p.Defs[d].Root-site)
	return in, in + 1
}

// EachUse iterates over the sites of a definition that refer to a definition, and these definitions.
func (p *Basic) EachUse(d int32) iter.Seq2[int32, int32] {
	return func(yield func(site, callee int32) bool) {
		for site := p.Defs[d].First; site <= p.Defs[d].Root; site++ {
			if c, _ := p.Syntax.Callee(site); c >= 0 && !yield(site, c) {
				return
			}
		}
	}
}

// Uses reports whether a definition refers to another one for which a predicate holds.
func (p *Basic) Uses(d int32, are func(callee int32) bool) bool {
	for _, c := range p.EachUse(d) {
		if c != d && are(c) {
			return true
		}
	}
	return false
}

// EachSorted visits the derived definitions: it calls sound for each one without conflicts, and contradicts for the
// first one of each group of definitions whose conflicts are explained together.
func (p *Basic) EachSorted(watch *cancel.Watch, contradicts, sound func(d int32)) {
	reported := make(map[int32]bool)
	for d := range int32(len(p.Defs)) {
		watch.Step()
		switch {
		case !p.Solver.Derivation(d).Derived:
		case len(p.Solver.Conflicts(d)) == 0:
			sound(d)
		default:
			if first := p.Explainer().Together(d)[0]; !reported[first] {
				reported[first] = true
				contradicts(d)
			}
		}
	}
}
