package message

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// Errors are reported without explanations if a work limit is reached: that of one error, that of a file, or the time
// limit of a program.

// NotExplained is the note of an error without an explanation: alone if its own explanation was too expensive, else
// because those of the whole file were.
func (p *Program) NotExplained(alone bool) lang.Phrase {
	return lang.Say("not explained: the limit of %s was reached", p.limit("explanations", alone))
}

// NotAllTried is the note of an error for which not all repairs were tried.
func (p *Program) NotAllTried(alone bool) lang.Phrase {
	return lang.Say("not all changes were tried: the limit of %s was reached", p.limit("trials", alone))
}

// limit names the limit that was reached.
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

// A Fault is a contradiction and the constraint or relation at which its sides meet.
type Fault struct {
	*explain.Contradiction
	At explain.Source
}

// Unexplained returns a conflict of a definition as the derivation found it: with two sides but without a core or a
// proof.
func (p *Program) Unexplained(d int32, c unify.Conflict) Fault {
	given, path := p.Graph.Given(c.Event)
	k := &explain.Contradiction{Def: d, Path: path, Given: -1}
	cause := p.Graph.Event(given).Cause
	at := explain.Source{Event: -1, Node: unify.None, Reason: p.Graph.Reason(given), Use: -1}
	if instance, fails := cause.Failed(); fails {
		at.Relation = instance + 1
		k.Facts = []explain.Fact{{
			Node: p.Graph.InstanceOf(instance).Args[0], Claim: unify.Claim{Flat: unify.Open}, Use: -1,
			Relation: at.Relation,
		}}
		return Fault{k, at}
	}
	if instance, _, fired := cause.Fired(); fired {
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
		claim := ClaimOf(p.Graph.Flat(class), p.Graph.Edges(class))
		k.Facts = append(k.Facts, explain.Fact{Node: n, Claim: claim, Use: -1})
	}
	return Fault{k, at}
}

// Rest returns the conflicts of a definition, and of those explained together with it, that are left after removing the
// constraints that were blamed for the explained contradictions. There is no need for more than a file reports, and one
// that shows that there are more.
func (p *Program) Rest(d int32, explained []*explain.Contradiction) (rest []Fault) {
	taken := make(map[explain.SourceKey]bool)
	for _, k := range explained {
		for _, s := range k.Taken {
			taken[s.Key()] = true
		}
	}
	for _, e := range p.Explainer().Together(d) {
		for _, c := range p.Solver.Conflicts(e) {
			if u := p.Unexplained(e, c); !taken[u.At.Key()] {
				if rest = append(rest, u); len(rest) > lang.MaxErrors {
					return rest
				}
			}
		}
	}
	return rest
}
