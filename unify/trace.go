package unify

import (
	"fmt"
	"io"
)

// A Tracer writes one line per step of a graph. A nil Tracer is silent.
//
// The legend:
//
//	#7 3 ≡ 5 → 9  event 7 joined the classes of nodes 3 and 5 into node 9
//	#7 3 = 5      event 7 requested what held already
//	#7 3 ≢ 5      event 7 cannot be performed: a clash
//	… by R2.1@14  the cause: rule 2, part 1, at site 14
//	… by #4.l     decomposition of event 4 under label l
//	… by #4!l     unfolding of a named head under label l, needed by event 4
//	… by I3.1     effect 1 of instance 3 of a relation
//	#7 3 ⊥ 3 R by I3  instance 3, of the relation R, failed
type Tracer struct {
	w     io.Writer
	label func(Label) string
}

// NewTracer returns a tracer that writes to w and names labels by the function.
func NewTracer(w io.Writer, label func(Label) string) *Tracer { return &Tracer{w, label} }

// step writes the result of an event: a sign, and more text.
func (t *Tracer) step(g *Graph, event int32, sign, format string, more ...any) {
	e := g.events[event]
	fmt.Fprintf(t.w, "#%d %d %s %d%s by %s\n", event, e.X, sign, e.Y, fmt.Sprintf(format, more...), t.cause(e.Cause))
}

func (t *Tracer) cause(c Cause) string {
	if r, ok := c.Given(); ok {
		return fmt.Sprintf("R%d.%d@%d", r.Rule, r.Part, r.Site)
	}
	if i, effect, ok := c.Fired(); ok {
		return fmt.Sprintf("I%d.%d", i, effect)
	}
	if i, ok := c.Failed(); ok {
		return fmt.Sprintf("I%d", i)
	}
	e, l, _ := c.From()
	return fmt.Sprintf("#%d%s%s", e, pick(c.Unfolds(), "!", "."), t.label(l))
}

// clash and union are separate from step, so that their arguments need no memory without a tracer.
func (t *Tracer) clash(g *Graph, event int32, a, b Node) {
	t.step(g, event, "≢", " %s against %s", g.Flat(a).Form(), g.Flat(b).Form())
}

func (t *Tracer) union(g *Graph, event int32, n Node) {
	t.step(g, event, "≡", " → %d %s", n, g.Flat(n).Form())
}
