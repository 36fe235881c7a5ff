package diagnose

import (
	"maps"

	"github.com/patgraph/patgraph/patterns/blame"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// holeOf returns the hole of a constraint.
func (d *diagnoser) holeOf(s explain.Source) message.Hole {
	if s.Use >= 0 {
		return message.Hole{Site: d.Solver.UseOf(s.Use).Site, Other: -1, Call: true}
	}
	y := unify.None
	if s.Event >= 0 {
		if e := d.Graph.Event(s.Event); !e.Cause.Describes() {
			y = e.Y
		}
	}
	return d.HoleOf(s.Reason, y)
}

// holesElsewhere returns the constraints of a core that a place of another definition states, or else the place's
// description: the origin of a fact from a signature.
func (d *diagnoser) holesElsewhere(c *explain.Contradiction, p blame.Place) []message.Hole {
	var list []message.Hole
	for _, m := range c.Core {
		if d.blame().PlaceOf(m.Source) == p {
			list = append(list, d.holeOf(m.Source))
		}
	}
	if list == nil {
		list = []message.Hole{{Site: p.Site, Other: -1}}
	}
	return list
}

// leaveOutNext records constraints to be left out when the program is derived again.
func (d *diagnoser) leaveOutNext(list ...message.Hole) {
	if d.taken == nil {
		d.taken = make(message.Holes)
	}
	for _, h := range list {
		d.taken[h] = true
	}
}

// allLeftOut returns all constraints that are, or will be, left out of a derivation.
func (d *diagnoser) allLeftOut() message.Holes {
	all := maps.Clone(d.LeftOut)
	if all == nil {
		all = make(message.Holes)
	}
	maps.Copy(all, d.taken)
	return all
}
