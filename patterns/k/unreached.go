package k

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// branchForAll returns the index of the first branch of a merge that is defined for every input, as its form shows, if
// branches after it look as if they should be reached, and else -1.
func (a *program) branchForAll(m k.NodeID) int {
	kids := a.tree.Kids(m)
	i := slices.IndexFunc(kids, func(e k.NodeID) bool { return a.isAlwaysDefined(e, mostNested) })
	if i == len(kids)-1 || i >= 0 && a.tree.Nodes[kids[i+1]].Op == k.OpMerge && len(a.tree.Kids(kids[i+1])) == 0 {
		return -1
	}
	return i
}

// merges calls a function for each merge that has such a branch, and its definition.
func (a *program) merges(each func(d int32, m k.NodeID, at int)) {
	d := int32(0)
	for _, m := range a.tagger.merges {
		a.watch.Step()
		for a.tree.Defs[d].Root < m {
			d++
		}
		if at := a.branchForAll(m); at >= 0 && !a.tree.Defs[d].Bad {
			each(d, m, at)
		}
	}
}

// findUnreached counts the merges with branches that are never reached. Package partial finds more, at a higher cost.
func (a *program) findUnreached() {
	a.merges(func(d int32, _ k.NodeID, _ int) { a.Solver.Derivation(d).Unreached++ })
}

// warnUnreached warns about branches that are never reached.
func (a *program) warnUnreached() {
	a.merges(func(d int32, m k.NodeID, at int) {
		branches := a.tree.Kids(m)
		what := "this branch is"
		if at+2 < len(branches) {
			what = "this branch and what follows it are"
		}
		first := a.Quote(int32(branches[at]))
		a.diagnostics = append(a.diagnostics, lang.Diagnostic{
			Code: lang.UnreachableBranch, Severity: lang.Warning, Span: a.tree.Span(branches[at+1]), Definition: a.DefName(d),
			Label:   lang.Text("never reached"),
			Message: lang.Say(what+" never reached: the branch before, %s, is defined for every input", first),
			Related: []lang.Related{{Span: a.tree.Span(branches[at]), Message: lang.Text("this branch takes all inputs")}},
			Help:    []lang.Phrase{lang.Say("a branch for all other inputs comes last: move %s to the end", first)},
		})
	})
}

// isAlwaysDefined reports whether the form of an expression shows that it is defined for every input.
func (a *program) isAlwaysDefined(e k.NodeID, deep int) bool {
	always := func(kid k.NodeID) bool { return a.isAlwaysDefined(kid, deep-1) }
	switch n := &a.tree.Nodes[e]; n.Op {
	case k.OpInt, k.OpString, k.OpIdentity, k.OpVid:
		return true
	case k.OpComp, k.OpProduct, k.OpVariant, k.OpVector:
		return deep > 0 && !slices.ContainsFunc(a.tree.Kids(e), func(kid k.NodeID) bool { return !always(kid) })
	case k.OpMerge:
		return deep > 0 && slices.ContainsFunc(a.tree.Kids(e), always)
	}
	return false
}
