package message

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A meeting is where the two sides of a clash come together, as far as the definition itself
// shows it.
type meeting struct {
	siblings string           // "the elements of one vector"; empty where they are no siblings
	def      int32            // the other definition that they are in, or -1
	ends     [2]int32         // the siblings, by side
	within   []unify.Label    // the part of the siblings in which they differ
	readers  [2]int32         // what reads the part that a side is about, or -1
	paths    [2][]unify.Label // from a side's place to that part
	homes    [2]lang.Span     // the places of the sides
}

// meeting follows the proof from one side to the other. It returns nil where there are three
// sides, where a relation fails, or what is followed leads below what clashes.
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
		m.homes[i], walks[i] = w.home(at), w.steps
		var up []step // to wholes that are not left again
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
			if k := w.cited(up[0].c); k != nil && k.Def == c.Def && len(k.Calls) == 0 && k.Source.Use < 0 && w.Reads(k.Source.Reason.Site) {
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
			if n == 2 || role == noEnd || n == 1 && k.Source.Reason.Site != first || (n == 0) != (w.sys.Constraints[s.c].X == s.to) {
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

// of returns which side a witness is, or -1.
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

// read fills in what reads the part of a declared type that each witness is about: people
// look for a mistake there, and not where the whole is declared.
func (p *Program) read(m *meeting, ws []*Witness) {
	for _, w := range ws {
		w.reader = -1
		if i := m.of(w); i >= 0 && w.kind == Declares && len(w.path) > 0 {
			w.reader = m.readers[i]
		}
	}
}

// siblingsDiffer is the sentence about two parts of one thing that have to agree and do
// not, or nil where the sides are no such parts.
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

// sibling names what a witness brings into a vector or a merge: the witness where it is a
// part of that, and does not only lead there.
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

// markReaders marks what reads the part that a witness is about.
func (p *Program) markReaders(d *draft, x, y *Witness, xThing, yThing lang.Phrase) {
	mark := func(w *Witness, is, not lang.Phrase) {
		if w.reader >= 0 {
			d.related = append(d.related, lang.Related{Span: p.Span(w.reader), Message: lang.Say("is %s, not %s", is, not)})
		}
	}
	mark(x, xThing, yThing)
	mark(y, yThing, xThing)
}
