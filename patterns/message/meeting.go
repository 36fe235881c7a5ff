package message

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A meeting is where the two sides of a clash are united, as far as the definition itself shows it.
type meeting struct {
	siblings string           // "the elements of one vector"; empty if the sides are not siblings
	def      int32            // the other definition that contains them, or -1
	ends     [2]int32         // the siblings, by side
	within   []unify.Label    // the part of the siblings in which they differ
	readers  [2]int32         // by side: the site that reads the part that the side is about, or -1
	paths    [2][]unify.Label // from a side's place to that part
	homes    [2]lang.Span     // the places of the sides
}

// meeting follows the proof from one side to the other. It returns nil if there are three sides, if a relation fails,
// or if the walk leads into a part of the clashing values.
func (p *Program) meeting(c *explain.Contradiction) *meeting {
	w := walker{proved: p.proofOf(c)}
	last := &c.Proof.Steps[len(c.Proof.Steps)-1]
	if last.Rule != unify.ByClash || len(last.Premises) != 4 {
		return nil
	}
	m := &meeting{readers: [2]int32{-1, -1}}
	var walks [2][]step
	for i := range walks {
		w.steps = nil
		w.equality(c.Proof, last.Premises[i], last.X)
		at, _ := w.claim(c.Proof, last.Premises[2+i])
		m.homes[i], walks[i] = w.placeOf(at), w.steps
		var up []step // steps to wholes that the walk does not leave again
		for _, s := range w.steps {
			switch {
			case s.e < 0:
			case w.sys.Constraints[s.c].X != s.from:
				up = append(up, s)
			case len(up) == 0:
				return nil
			default:
				up = up[:len(up)-1]
			}
		}
		for _, s := range slices.Backward(up) {
			m.paths[i] = append(m.paths[i], w.sys.Constraints[s.c].Edges[s.e].Label)
		}
		if len(up) > 0 {
			k := w.cited(up[0].c)
			own := k != nil && k.Def == c.Def && len(k.Calls) == 0 && k.Source.Use < 0
			if own && w.Reads(k.Source.Reason.Site) {
				m.readers[i] = k.Source.Reason.Site
			}
		}
	}
	w.steps = nil
	for _, s := range slices.Backward(walks[0]) {
		w.walk(s.back())
	}
	for _, s := range walks[1] {
		w.walk(s)
	}
	below, n, first := slices.Clone(m.paths[0]), 0, int32(-1)
	for _, s := range w.steps {
		k := w.cited(s.c)
		switch {
		case s.e >= 0 && w.sys.Constraints[s.c].X != s.from:
			below = slices.Insert(below, 0, w.sys.Constraints[s.c].Edges[s.e].Label)
		case s.e >= 0:
			below = below[min(1, len(below)):]
		case k != nil && w.rule(k).Siblings != "":
			end := s.from
			if n == 1 {
				end = s.to
			}
			site, role := w.role(end)
			opposite := (n == 0) != (w.sys.Constraints[s.c].X == s.to)
			if n == 2 || role == noEnd || n == 1 && k.Source.Reason.Site != first || opposite {
				m.siblings = ""
				return m
			}
			if m.def = -1; k.Def != c.Def || len(k.Calls) > 0 {
				m.def = k.Def
			}
			first = k.Source.Reason.Site
			m.ends[n], m.within, m.siblings = site, slices.Clone(below), w.rule(k).Siblings
			n++
		}
	}
	if n != 2 {
		m.siblings = ""
	}
	return m
}

// of returns the side of a witness, or -1.
func (m *meeting) of(w *Witness) int {
	if m == nil {
		return -1
	}
	for i := range m.homes {
		if m.homes[i] == w.Span && (m.homes[1-i] != w.Span || slices.Equal(m.paths[i], w.path)) {
			return i
		}
	}
	return -1
}

// read sets, for each witness that is part of a declared type, the site that reads this part: users look for a mistake
// there, not at the declaration.
func (p *Program) read(m *meeting, ws []*Witness) {
	for _, w := range ws {
		w.reader = -1
		if i := m.of(w); i >= 0 && w.kind == Declares && len(w.path) > 0 {
			w.reader = m.readers[i]
		}
	}
}

// siblingsDiffer is the message about two parts of one whole that must agree and do not; nil if the sides are not such
// parts.
func (p *Program) siblingsDiffer(d *draft, x, y *Witness, xThing, yThing lang.Phrase) lang.Phrase {
	i, j := d.meet.of(x), d.meet.of(y)
	if i < 0 || j < 0 || i == j || d.meet.siblings == "" {
		return nil
	}
	d.part, d.parted = d.meet.within, true
	first, second := p.sibling(d, x, d.meet.ends[i]), p.sibling(d, y, d.meet.ends[j])
	if sameText(first, second) {
		first, second = lang.Say("one %s", first), lang.Text("another")
		if len(first) > 1 && !strings.HasPrefix(first[1].Text, "`") {
			first = lang.Text("one")
		}
	}
	clause := func(w *Witness, noun, thing lang.Phrase) lang.Phrase {
		switch {
		case p.saysItself(noun, thing):
			return lang.Say("one is %s", thing)
		case w.callee != "" && len(w.path) == 0 && sameText(noun, p.callee(w)):
			return lang.Say("%s gives %s", noun, thing)
		}
		return lang.Say("%s is %s", noun, thing)
	}
	siblings := lang.Text(d.meet.siblings)
	if d.meet.def >= 0 {
		siblings = lang.Say("in %s, %s", p.DefNoun(d.meet.def), siblings)
	}
	return lang.Say("%s differ: %s, %s", siblings, clause(x, first, xThing), clause(y, second, yThing))
}

// sibling names the part of a vector or merge that a witness belongs to: the witness itself if it is within that part.
func (p *Program) sibling(d *draft, w *Witness, end int32) lang.Phrase {
	switch within := d.meet.def < 0 && p.Span(end).Contains(w.Span); {
	case w.reader >= 0 && d.meet.def < 0 && p.Span(end).Contains(p.Span(w.reader)):
		return p.Noun(w.reader)
	case len(w.path) > 0 || !within:
		return p.Noun(end)
	case w.callee != "":
		return p.callee(w)
	}
	return p.Noun(w.Site)
}

// markReaders adds a related place at the reader of each witness.
func (p *Program) markReaders(d *draft, x, y *Witness, xThing, yThing lang.Phrase) {
	mark := func(w *Witness, is, not lang.Phrase) {
		if w.reader >= 0 {
			message := lang.Say("is %s, not %s", is, not)
			d.related = append(d.related, lang.Related{Span: p.Span(w.reader), Message: message})
		}
	}
	mark(x, xThing, yThing)
	mark(y, yThing, xThing)
}
