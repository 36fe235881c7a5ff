package message

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// What is reported where the work that is allowed for explanations ends: that of one error, that of a file, or the time
// for a program.

// NotExplained is the note of an error that has no explanation: the work for it alone was too much, or that for others.
func (p *Program) NotExplained(alone bool) lang.Phrase {
	return lang.Say("not explained: the limit of %s was reached", p.limit("explanations", alone))
}

// NotAllTried is the note of an error for which not all changes were tried.
func (p *Program) NotAllTried(alone bool) lang.Phrase {
	return lang.Say("not all changes were tried: the limit of %s was reached", p.limit("trials", alone))
}

// limit is the limit that was reached.
func (p *Program) limit(works string, alone bool) string {
	switch {
	case p.Solver.Watch.Late():
		return "time"
	case p.Explainer().Spent():
		return works + " for one file"
	case alone:
		return works + " for one error"
	}
	return works
}

// An Unexplained is a conflict as the derivation met it: a contradiction that has two sides and neither a core nor a proof, and
// the constraint or the relation by which they meet.
type Unexplained struct {
	*explain.Contradiction
	At explain.Source
}

// Unexplained is a conflict of a definition.
func (p *Program) Unexplained(d int32, c unify.Conflict) Unexplained {
	given, path := p.Graph.Given(c.Event)
	k := &explain.Contradiction{Def: d, Path: path, Given: -1}
	cause := p.Graph.Event(given).Cause
	at := explain.Source{Event: -1, Node: unify.None, Reason: p.Graph.Reason(given), Use: -1}
	if instance, fails := cause.Failed(); fails {
		at.Relation = instance + 1
		k.Facts = []explain.Fact{{Node: p.Graph.InstanceOf(instance).Args[0], Claim: unify.Claim{Flat: unify.Open}, Use: -1, Relation: at.Relation}}
		return Unexplained{k, at}
	}
	if instance, _, told := cause.Fired(); told {
		at.Relation = instance + 1
	} else {
		at.Event, k.Given = given, given
	}
	ev := p.Graph.Event(c.Event)
	for i, n := range [2]unify.Node{ev.X, ev.Y} {
		class := [2]unify.Node{c.A, c.B}[i]
		if p.SiteOf(n) < 0 { // a relation made it
			_, n = p.Ends(d, at.Reason.Site)
		}
		k.Facts = append(k.Facts, explain.Fact{Node: n, Claim: ClaimOf(p.Graph.Flat(class), p.Graph.Edges(class)), Use: -1})
	}
	return Unexplained{k, at}
}

// Rest are the conflicts of a definition, and of those that are explained together with it, that were not taken out with what
// some contradictions were blamed for.
func (p *Program) Rest(d int32, explained []*explain.Contradiction) (rest []Unexplained) {
	taken := make(map[explain.SourceKey]bool)
	for _, k := range explained {
		for _, s := range k.Taken {
			taken[s.Key()] = true
		}
	}
	for _, e := range p.Explainer().Together(d) {
		for _, c := range p.Solver.Conflicts(e) {
			if u := p.Unexplained(e, c); !taken[u.At.Key()] {
				rest = append(rest, u)
			}
		}
	}
	return rest
}
