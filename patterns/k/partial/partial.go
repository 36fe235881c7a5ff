package partial

import (
	"slices"
	"sync"

	"github.com/patgraph/patgraph/internal/cancel"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	front "github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/unify"
)

// analyzer is the state of the analysis of one program.
type analyzer struct {
	cancel *cancel.Watch
	result *patterns.Result
	source front.Syntax
	tree   *k.Tree
	names  *k.Names
	labels *patterns.Labels
	types  *patterns.Types

	intType, stringType, boolType, unit patterns.Type
	anyVector                           pat
	car, cdr, div, rem, zero            unify.Label

	inhabited []bool
	carrying  map[pat][]unify.Label        // see labelsOf
	sets      map[pat]map[unify.Label]bool // see isLabel
	fields    map[k.NodeID][]unify.Label

	explorers []*explorer // by definition
	trees     []tree
	reasons   []string // by definition: why nothing is claimed about it
	opens     []bool   // by definition: its result may be open
	group     []int32
	members   []int32
	first     []int32
	callees   [][]int32
	parents   []k.NodeID
	marks     []end // by syntax node, for branches of merges

	program         func() *eval.Program // compiled on first use
	fuel            int64                // budget for runs that confirm the claims about a definition
	total           int64                // remaining budget for all such runs
	steps           int64                // remaining steps of the explorers
	watches         int                  // number of observed branches of the definition
	scratch         run                  // its memory is shared by all runs
	ranks           *ranks
	onContradiction func(string) // called for claims that a run contradicts, unless nil
}

func newAnalyzer(watch *cancel.Watch, r *patterns.Result) *analyzer {
	source, ok := front.SyntaxOf(r)
	if !ok {
		return nil
	}
	n := len(source.Tree.Defs)
	a := &analyzer{
		cancel: watch, result: r, source: source, tree: source.Tree, names: source.Names, labels: r.Labels,
		types:    r.Types,
		carrying: make(map[pat][]unify.Label), sets: make(map[pat]map[unify.Label]bool),
		fields:    make(map[k.NodeID][]unify.Label),
		explorers: make([]*explorer, n), trees: make([]tree, n), reasons: make([]string, n),
		opens: make([]bool, n), group: make([]int32, n), callees: make([][]int32, n),
		parents: source.Tree.Parents(), marks: make([]end, len(source.Tree.Nodes)),
	}
	a.intType, a.stringType, a.boolType = source.BuiltinTypes()
	a.unit = a.types.Product()
	label := func(text string) unify.Label {
		l, _ := a.labels.Lookup(text)
		return l
	}
	a.car, a.cdr, a.div, a.rem = label("car"), label("cdr"), label("div"), label("rem")
	a.zero = unify.Label(a.tree.Syms.InternString("0"))
	vector := &patterns.Scheme{Roots: []int32{0}}
	vector.Graph.Add(unify.MakeFlat(unify.Vector, false), nil)
	a.anyVector = pat{scheme: vector}
	a.program = sync.OnceValue(func() *eval.Program { return eval.Compile(a.tree, a.names, source.Canonical) })
	for d := range n {
		watch.Steps(cancel.Few)
		r.Solver.View(int32(d)) // which may add types
	}
	watch.Check()
	a.inhabited = a.types.Inhabited()
	a.steps = stepsOfAll
	a.total = totalFuel + totalOfNode*int64(len(a.tree.Nodes))
	return a
}

// typeOf returns the pattern of an expression that is a type.
func (a *analyzer) typeOf(e k.NodeID) pat { return pat{typ: a.source.TypeOf(a.tree.Kids(e)[0])} }

// fieldLabels returns the labels of a product.
func (a *analyzer) fieldLabels(e k.NodeID) []unify.Label {
	return patterns.Remember(&a.fields, e, func() (labels []unify.Label) {
		for _, f := range a.tree.Fields(e) {
			labels = append(labels, unify.Label(f.Label))
		}
		return labels
	})
}

// run makes the trees of all definitions, callees first.
func (a *analyzer) run() {
	n := len(a.tree.Defs)
	start, to := make([]int32, n+1), []int32(nil)
	for d := range a.tree.Defs {
		def := &a.tree.Defs[d]
		if def.Root != k.NoNode {
			a.cancel.Steps(int(def.Root-def.First) / 16)
			for e := def.First; e <= def.Root; e++ {
				if node := &a.tree.Nodes[e]; node.Op == k.OpRef {
					if c := a.names.Func[node.Sym]; c >= 0 {
						to = append(to, c)
					}
				}
			}
		}
		start[d+1] = int32(len(to))
		a.callees[d] = to[start[d]:]
	}
	for d := range a.callees {
		a.callees[d] = to[start[d]:start[d+1]]
	}
	a.members, a.first = patterns.Components(start, to)
	for c := range len(a.first) - 1 {
		for _, d := range a.members[a.first[c]:a.first[c+1]] {
			a.group[d] = int32(c)
		}
	}
	for c := range len(a.first) - 1 {
		a.solve(a.members[a.first[c]:a.first[c+1]])
	}
}

// recursive reports whether a definition calls itself, directly or indirectly.
func (a *analyzer) recursive(d int32) bool {
	return slices.ContainsFunc(a.callees[d], func(c int32) bool { return a.group[c] == a.group[d] })
}

// Rounds of a recursive group: at most fineRounds with detailed terms, and then at most coarseRounds with patterns
// only.
const fineRounds, coarseRounds = 8, 6

// solve makes the trees of a group.
func (a *analyzer) solve(group []int32) {
	reason := ""
	for _, d := range group {
		if r := a.unknownReason(d); r != "" && (reason == "" || r < reason) {
			reason = r
		}
	}
	if reason != "" {
		a.withdraw(group, reason)
		return
	}
	for changed := true; changed; {
		changed = false
		for _, d := range group {
			if !a.opens[d] && a.mayOpen(d) {
				a.opens[d], changed = true, true
			}
		}
	}
	for _, d := range group {
		a.explorers[d] = a.newExplorer(d)
		a.trees[d] = tree{nodes: []treeNode{{path: noPath, from: -1, ends: endless | own}}}
	}
	recursive := len(group) > 1 || a.recursive(group[0])
	next := make([]tree, len(group))
	for round := 0; ; round++ {
		if round == fineRounds+coarseRounds {
			// It does not converge. A tree in which all ends are possible is always true.
			for _, d := range group {
				if a.opens[d] {
					a.withdraw(group, "its recursion does not settle")
					return
				}
				a.trees[d] = tree{nodes: []treeNode{{path: noPath, from: -1, ends: undefined | defined | endless,
					gives: opaque(a.explorers[d].out), vague: true}}, partial: true}
			}
		}
		for i, d := range group {
			e := a.explorers[d]
			e.coarse = round >= fineRounds
			def := &a.tree.Defs[d]
			clear(a.marks[def.First : def.Root+1])
			if next[i] = e.explore(); next[i].unknown {
				a.withdraw(group, "it opens vectors on several levels, or depends on more than types")
				return
			}
		}
		settled := true
		for i, d := range group {
			settled = settled && a.trees[d].same(&next[i])
			a.trees[d] = next[i]
		}
		if !recursive || settled || round == fineRounds+coarseRounds {
			return
		}
	}
}

// withdraw removes all claims about a group.
func (a *analyzer) withdraw(group []int32, reason string) {
	for _, d := range group {
		a.trees[d], a.reasons[d] = tree{unknown: true}, reason
	}
}

// unknownReason returns why there can be no claims about a definition, whatever it does; "" if there can.
func (a *analyzer) unknownReason(d int32) string {
	x := a.result.Solver.Derivation(d)
	def := &a.tree.Defs[d]
	switch {
	case x.Bad || !a.result.Definitions[d].OK || !x.Derived || def.Root == k.NoNode:
		return "it has an error"
	case !x.Converged || x.Unsettled || x.Warn != patterns.NoWarn || x.Breach != patterns.NoBreach:
		return "its signature is not final"
	}
	for _, c := range a.callees[d] {
		if a.trees[c].unknown {
			return "nothing is known of `" + a.result.Definitions[c].Name + "`, which it uses"
		}
	}
	for e := def.First; e <= def.Root; e++ {
		n := &a.tree.Nodes[e]
		if (n.Op == k.OpType || n.Op == k.OpFilterCode) && a.typeOf(e).typ == patterns.NoType {
			return "a type that it uses has an error"
		}
		if n.Op != k.OpRef || a.names.Func[n.Sym] >= 0 {
			continue
		}
		switch name := a.tree.Syms.Text(n.Sym); name {
		case "null", "FDIV", "fromJSON":
			return "no type says what `" + name + "` gives"
		}
	}
	return ""
}

// mayOpen reports whether the result of a definition may be open, by its syntax.
func (a *analyzer) mayOpen(d int32) bool {
	def := &a.tree.Defs[d]
	open := make([]bool, def.Root-def.First+1)
	for e := def.First; e <= def.Root; e++ {
		n := &a.tree.Nodes[e]
		is := false
		switch n.Op {
		case k.OpPipe:
			is = true
		case k.OpRef:
			if c := a.names.Func[n.Sym]; c >= 0 {
				is = a.opens[c]
			}
		case k.OpComp, k.OpMerge, k.OpVector, k.OpProduct, k.OpVariant:
			for _, p := range a.tree.Kids(e) {
				is = is || open[p-def.First]
			}
		}
		open[e-def.First] = is
	}
	return open[len(open)-1]
}
