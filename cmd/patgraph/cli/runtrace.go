//go:build !js

package cli

import (
	"strconv"

	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

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
		t.err = t.p.Err.Print([]byte("… " + strconv.Itoa(of.Steps-of.Most) + " more; --trace=" + strconv.Itoa(of.Steps) + " shows all\n"))
	}
	return t.err
}
