package unify

import (
	"fmt"
	"io"
)

// A Tracer writes one line per step of a graph. A nil Tracer is silent, so the
// engine calls it without asking.
//
// The legend:
//
//	#7 3 ≡ 5 → 9  event 7 joined the classes of nodes 3 and 5 into node 9
//	#7 3 = 5      event 7 asked for what was so already
//	#7 3 ≢ 5      event 7 cannot be: a clash
//	… by R2.1@14  the cause: rule 2, part 1, at site 14
//	… by #4.l     decomposition of event 4 under label l
//	… by #4!l     unfolding of a named head under label l, needed by event 4
type Tracer struct {
	w     io.Writer
	label func(Label) string
}

// NewTracer returns a tracer that writes to w and names labels by the function.
func NewTracer(w io.Writer, label func(Label) string) *Tracer { return &Tracer{w, label} }

func (t *Tracer) union(g *Graph, event int32, n Node) {
	if t == nil {
		return
	}
	e := g.events[event]
	fmt.Fprintf(t.w, "#%d %d ≡ %d → %d %s by %s\n", event, e.X, e.Y, n, g.Flat(n).Form(), t.cause(e.Cause))
}

func (t *Tracer) redundant(g *Graph, event int32) {
	if t == nil {
		return
	}
	e := g.events[event]
	fmt.Fprintf(t.w, "#%d %d = %d by %s\n", event, e.X, e.Y, t.cause(e.Cause))
}

func (t *Tracer) clash(g *Graph, event int32, a, b Node) {
	if t == nil {
		return
	}
	e := g.events[event]
	fmt.Fprintf(t.w, "#%d %d ≢ %d %s against %s by %s\n", event, e.X, e.Y,
		g.Flat(a).Form(), g.Flat(b).Form(), t.cause(e.Cause))
}

func (t *Tracer) cause(c Cause) string {
	if r, ok := c.Given(); ok {
		return fmt.Sprintf("R%d.%d@%d", r.Rule, r.Part, r.Site)
	}
	if e, l, ok := c.Decomposed(); ok {
		return fmt.Sprintf("#%d.%s", e, t.label(l))
	}
	e, l, _ := c.Unfolded()
	return fmt.Sprintf("#%d!%s", e, t.label(l))
}
