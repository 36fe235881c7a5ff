package message

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Trace lists the first steps of a definition's derivation, up to most, and returns the number of all steps.
func (p *Program) Trace(d int32, most int) (list []patterns.TraceEvent, steps int) {
	events := p.Explainer().Events(d)
	steps = len(events)
	events = events[:min(steps, most)]
	list = p.trace(d, events)
	time, past := 0, p.Graph.Past() // time: the number of nodes before a step
	for i, ev := range events {
		e := p.Graph.Event(ev)
		if _, fails := e.Cause.Failed(); fails {
			continue
		}
		n := p.Explainer().Made(d, ev)
		if n != unify.None {
			time = int(n)
		}
		list[i].Before = [2]string{p.shallow(past.FindAt(e.X, time)), p.shallow(past.FindAt(e.Y, time))}
		if n != unify.None {
			time = int(n) + 1
		}
	}
	return list, steps
}

func (p *Program) trace(d int32, events []int32) []patterns.TraceEvent {
	g := p.Graph
	number := make(map[int32]int32, len(events))
	list := make([]patterns.TraceEvent, 0, len(events))
	for i, ev := range events {
		e := g.Event(ev)
		number[ev] = int32(i + 1)
		step := patterns.TraceEvent{Number: int32(i + 1), Definition: p.DefName(d)}
		step.Reason = p.reasonOf(e.Cause, number)
		step.Span = p.Span(p.Graph.Reason(ev).Site)
		step.What = lang.Say("%s and %s become one", p.stepNode(d, e.X, e.Cause), p.stepNode(d, e.Y, e.Cause))
		if _, fails := e.Cause.Failed(); fails {
			step.What = lang.Say("it does not hold for %s", p.Noun(p.Graph.Reason(ev).Site))
		}
		n := p.Explainer().Made(d, ev)
		_, failed := slices.BinarySearchFunc(g.Conflicts(), ev,
			func(c unify.Conflict, ev int32) int { return int(c.Event - ev) })
		switch {
		case n != unify.None:
			step.After = p.shallow(n)
		case failed:
			step.Outcome = patterns.Conflicting
		default:
			step.Outcome = patterns.AlreadyOne
		}
		list = append(list, step)
	}
	return list
}

// reasonOf returns the reason of a step: a rule, a relation or an earlier step.
func (p *Program) reasonOf(c unify.Cause, number map[int32]int32) lang.Phrase {
	if r, ok := c.Given(); ok {
		return lang.Text(p.Rule(r.Rule, r.Part).Text())
	}
	instance, _, fired := c.Fired()
	if !fired {
		instance, fired = c.Failed()
	}
	if fired {
		return lang.Say("relation %s", p.relationName(instance))
	}
	before, l, _ := c.From()
	word := "have"
	if c.Unfolds() {
		word = "are a type with"
	}
	if p.Words().Part != nil {
		return lang.Say("%s of both sides of step %s", p.PartText([]unify.Label{l}), int(number[before]))
	}
	part := lang.Text("elements")
	if l != unify.Member {
		part = p.LabelWord(l)
	}
	return lang.Say("both sides of step %s %s %s", int(number[before]), word, part)
}

// stepNode names a node that a step unites with another.
func (p *Program) stepNode(d int32, n unify.Node, c unify.Cause) lang.Phrase {
	if ev, ok := p.Graph.UnfoldedBy(n); ok && p.Words().Part != nil {
		if _, _, fired := p.Graph.Event(ev).Cause.Fired(); !fired {
			if _, l, ok := c.From(); ok {
				return lang.Say("%s of the type", p.PartText([]unify.Label{l}))
			}
		}
	}
	return p.graphNode(d, n)
}

// graphNode names a node of the graph of a definition.
func (p *Program) graphNode(d int32, n unify.Node) lang.Phrase {
	if ev, ok := p.Graph.UnfoldedBy(n); ok {
		if instance, _, fired := p.Graph.Event(ev).Cause.Fired(); fired {
			site := p.Graph.InstanceOf(instance).Reason.Site
			return lang.Say("what %s decides for %s", p.relationName(instance), p.Noun(site))
		}
		return lang.Say("the part `%s` of the type", p.shallow(n))
	}
	return p.placeNoun(&explain.Place{Def: d, Node: n})
}

// shallow writes a node as it was made: its bracket and its labels.
func (p *Program) shallow(n unify.Node) string { return p.bracket(p.Graph.Flat(n), p.Graph.Edges(n)) }

// free reports whether nothing is known of a node, including its labels.
func (p *Program) free(n unify.Node) bool {
	f := p.Graph.Flat(n)
	return f.IsAnything() && !f.Dynamic() && len(p.Graph.Edges(n)) == 0
}

// bracket writes a flat pattern with its labels.
func (p *Program) bracket(f unify.Flat, edges []unify.Edge) string {
	if spell := p.Words().Bracket; spell != nil {
		return spell(f, edges)
	}
	if h := f.Head(); h != unify.NoHead {
		return p.TypeExpression(h)
	}
	name := ""
	if c := f.Constructor(); c != unify.NoConstructor {
		if name = p.Types.ConstructorName(c); len(edges) == 0 {
			return name
		}
	}
	if f.IsVector() {
		if len(edges) > 0 {
			return "[…]"
		}
		return "[]"
	}
	var labels []string
	for _, l := range p.firstLabels(edges) {
		labels = append(labels, p.shortLabel(l))
	}
	if more := len(edges) - MaxListed; more > 0 {
		labels = append(labels, lang.Say("… %s more", more).String())
	}
	brackets := "()"
	switch {
	case f.IsProduct():
		brackets = "{}"
	case f.IsUnion():
		brackets = "<>"
	}
	if !f.Closed() {
		labels = append(labels, "...")
	}
	return name + brackets[:1] + strings.Join(labels, ", ") + brackets[1:]
}

// mostCompared is how many labels of a class are compared to list the first of them.
const mostCompared = 256

// firstLabels returns the first labels in order, as many as are listed. Of very many labels it compares only some: a
// class may grow by one label at each of very many steps.
func (p *Program) firstLabels(edges []unify.Edge) []unify.Label {
	edges = edges[:min(len(edges), mostCompared)]
	compare := p.LabelOrder(len(edges))
	first := make([]unify.Label, 0, MaxListed+1)
	for _, e := range edges {
		if len(first) == MaxListed && compare(e.Label, first[MaxListed-1]) > 0 {
			continue
		}
		i, _ := slices.BinarySearchFunc(first, e.Label, compare)
		first = slices.Insert(first, i, e.Label)
		first = first[:min(len(first), MaxListed)]
	}
	return first
}

// maxLabel is how many characters of a label are shown.
const maxLabel = 60

// shortLabel returns a label as it is written, cut to maxLabel.
func (p *Program) shortLabel(l unify.Label) string {
	return Shortened(p.Label(Shortened(p.Labels.Text(l), maxLabel+1)), maxLabel)
}

// edgeLabel writes the label of an edge to a part.
func (p *Program) edgeLabel(l unify.Label) string {
	if l == unify.Member {
		return "[ ]"
	}
	if p.Words().Part != nil {
		return p.labelText(l)
	}
	return p.shortLabel(l)
}

// labelText names the part under a label, uncut.
func (p *Program) labelText(l unify.Label) string {
	text := p.Labels.Text(l)
	if own := p.Words().Part; own != nil {
		return strings.TrimPrefix(own([]string{text}), "the ")
	}
	return text
}
