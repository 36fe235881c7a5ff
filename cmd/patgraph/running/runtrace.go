package running

import (
	"strconv"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
)

// A tracing writes the expressions of a run as they are done, up to a number.
type tracing struct {
	*running
	most, steps int
	depth       int
	patterns    map[k.NodeID]string
	sides       map[int32]map[k.NodeID]patterns.Expression // of definitions that were asked about
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
	t.err = t.p.Err.Print(t.told.AppendStep(nil, t.in, &report.Step{
		Span: t.program.Syntax.Tree.Span(e), Depth: t.depth, Pattern: t.pattern(e), In: in, Out: out,
	}))
}

// pattern spells what an expression takes and gives.
func (t *tracing) pattern(e k.NodeID) string {
	if spelt, ok := t.patterns[e]; ok {
		return spelt
	}
	if t.sides == nil {
		t.patterns, t.sides = make(map[k.NodeID]string), make(map[int32]map[k.NodeID]patterns.Expression)
	}
	spelt, result := "", t.in.Result
	if d := t.program.DefinitionOf(e); d >= 0 {
		if t.sides[d] == nil {
			t.sides[d] = make(map[k.NodeID]patterns.Expression)
			nodes := t.program.Syntax.Expressions(d)
			for i, x := range result.Front.Expressions(d) {
				t.sides[d][nodes[i]] = x
			}
		}
		if x, ok := t.sides[d][e]; ok {
			scheme := result.Solver.Quotient(x.In, x.Out)
			takes, gives := result.Front.ShortSignature(scheme, scheme.Roots[0], scheme.Roots[1], mostPattern)
			spelt = takes + " --> " + gives
		}
	}
	t.patterns[e] = spelt
	return spelt
}

// end says how many steps were not shown.
func (t *tracing) end() error {
	if t.err == nil && t.steps > t.most {
		t.err = t.p.Err.Print([]byte("… " + strconv.Itoa(t.steps-t.most) + " more; --trace=" + strconv.Itoa(t.steps) + " shows all\n"))
	}
	return t.err
}
