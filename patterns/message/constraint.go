package message

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// Constraint describes one constraint of a core.
func (p *Program) Constraint(m explain.Cited) lang.Constraint {
	r := p.Rule(p.ruleOf(m.Source))
	return lang.Constraint{
		Rule: r.Name, Part: r.Part, Span: p.constraintSpan(m.Source),
		Definition: p.DefName(m.Def), Text: p.sentence(m),
	}
}

// constraintSpan returns the place of a constraint. A constraint between a part and its context is shown at the part.
func (p *Program) constraintSpan(s explain.Source) lang.Span {
	if s.Event >= 0 && p.Rule(s.Reason.Rule, s.Reason.Part).AtPart {
		if part, ok := p.Graph.Site(p.Graph.Event(s.Event).Y); ok {
			return p.Span(part)
		}
	}
	return p.Span(s.Reason.Site)
}

// ruleOf returns the rule and part that state a constraint. For a description only the site is known.
func (p *Program) ruleOf(s explain.Source) (rule, part uint8) {
	switch {
	case s.Event >= 0:
		return s.Reason.Rule, s.Reason.Part
	case s.Relation > 0:
		r := p.Graph.InstanceOf(s.Relation - 1).Reason
		return r.Rule, r.Part
	}
	return p.DescribedBy(s.Reason.Site)
}

// sentence writes a constraint as a clause of its own.
func (p *Program) sentence(m explain.Cited) lang.Phrase {
	s := m.Source
	if s.Event < 0 {
		return p.description(m)
	}
	ev := p.Graph.Event(s.Event)
	x, y := p.SiteNoun(ev.X), p.SiteNoun(ev.Y)
	template := p.Rule(s.Reason.Rule, s.Reason.Part).States
	if template == "" {
		template = "%x and %y are one"
	}
	return lang.Fill(template, func(letter byte) lang.Phrase {
		switch letter {
		case 'q':
			return p.Noun(s.Reason.Site)
		case 'v':
			return p.variable(s.Reason.Site)
		case 'x':
			return x
		case 'n':
			if site, ok := p.Graph.Site(ev.Y); ok && sameText(x, y) {
				if _, own := p.noun(site); !own {
					return lang.Say("the next %s", p.kind(site))
				}
			}
		}
		return y
	})
}

// relationName is the name of a relation without attributes.
func (p *Program) relationName(instance int32) string {
	name := p.Graph.InstanceOf(instance).Relation.Key()
	if i := strings.IndexAny(name, "[~"); i >= 0 {
		name = name[:i]
	}
	return name
}

// relationHolds writes that a relation holds.
func (p *Program) relationHolds(instance int32) lang.Phrase {
	return lang.Say("the rule `%s` applies to %s", p.relationName(instance), p.Noun(p.Graph.InstanceOf(instance).Reason.Site))
}

// description writes the pattern that a description gives a node.
func (p *Program) description(m explain.Cited) lang.Phrase {
	s := m.Source
	site := s.Reason.Site
	if s.Use >= 0 && s.Relation == 0 {
		thing := p.Thing(m.Claim)
		use := p.Solver.UseOf(s.Use)
		root, path := use.Scheme.Path(int32(s.Node - use.Base))
		path = append(path, s.Below...)
		if len(path) > 0 {
			return lang.Say("in %s, %s is %s", p.sideOf(p.Noun(site), root == 1), p.PartText(path), thing)
		}
		return lang.Say("%s %s %s", p.Noun(site), p.verb(root == 1), thing)
	}
	c := p.Construct(site)
	switch {
	case s.Derived && (c.Kind != Declares || len(s.Below) > 0):
		of := p.Noun(site)
		if len(s.Below) > 0 {
			of = lang.Say("%s of %s", p.PartText(s.Below), of)
		}
		return lang.Say("what comes before makes %s %s", of, p.Thing(m.Claim))
	case s.Relation > 0:
		return p.relationHolds(s.Relation - 1)
	case c.Kind == Product && len(m.Claim.Labels) == 0:
		return lang.Say("%s gives the unit", p.Noun(site))
	case c.Kind == Declares && c.Value && sameText(p.Thing(m.Claim), p.Noun(site)):
		return lang.Say("%s is written here", p.Noun(site))
	case c.Kind == Declares && sameText(p.Thing(m.Claim), p.Noun(site)):
		return lang.Say("%s takes and gives values of this type", p.Noun(site))
	case c.States == "":
		return lang.Say("%s is %s", p.Noun(site), p.Thing(m.Claim))
	}
	return lang.Fill(c.States, p.claimSlots(site, m.Claim))
}
