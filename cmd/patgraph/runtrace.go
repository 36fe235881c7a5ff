package main

import (
	"strconv"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
)

// A tracing writes the expressions of a run as they are done, up to a number.
type tracing struct {
	*running
	most, steps int
	depth       int
	patterns    map[k.NodeID]string
	known       map[int32]bool // the definitions whose patterns are known
	err         error
}

// mostPattern is how much of each side of a pattern is shown.
const mostPattern = 60

func (t *tracing) Enter(k.NodeID, eval.Value) { t.depth++ }

func (t *tracing) Leave(e k.NodeID, in, out eval.Value) {
	t.depth--
	if t.steps++; t.steps > t.most || t.err != nil {
		return
	}
	t.err = t.p.err.write(t.told.AppendStep(nil, t.in, &report.Step{
		Span: t.syntax.Tree.Span(e), Depth: t.depth, Pattern: t.pattern(e), In: in, Out: out,
	}))
}

// pattern spells what an expression takes and gives.
func (t *tracing) pattern(e k.NodeID) string {
	tree, result := t.syntax.Tree, t.in.Result
	for i := range tree.Defs {
		d := int32(i)
		if def := &tree.Defs[i]; e < def.First || e > def.Root || t.known[d] {
			continue
		}
		if t.known == nil {
			t.known, t.patterns = make(map[int32]bool), make(map[k.NodeID]string)
		}
		t.known[d] = true
		nodes := t.syntax.Expressions(d)
		for j, x := range result.Front.Expressions(d) {
			scheme := result.Solver.Quotient(x.In, x.Out)
			takes, gives := result.Front.ShortSignature(scheme, scheme.Roots[0], scheme.Roots[1], mostPattern)
			t.patterns[nodes[j]] = takes + " --> " + gives
		}
	}
	return t.patterns[e]
}

// end says how many steps were not shown.
func (t *tracing) end() error {
	if t.err == nil && t.steps > t.most {
		t.err = t.p.err.write([]byte("… " + strconv.Itoa(t.steps-t.most) + " more; --trace=" + strconv.Itoa(t.steps) + " shows all\n"))
	}
	return t.err
}
