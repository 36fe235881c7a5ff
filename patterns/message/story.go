package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A story is a proof as a walk. Each step leads from one pattern to an equal one, from a part to its whole, or from a
// whole to its part. Together they lead from one place that describes a value to the other. A walk is easier to follow
// than a tree of premises: each line begins where the last one ended.

// A step is one step of a walk.
type step struct {
	c        int32 // the constraint
	e        int32 // its edge that the step follows, or -1 for an equation
	from, to unify.Node
}

func (s step) back() step {
	s.from, s.to = s.to, s.from
	return s
}

// A proved is a system of constraints with a proof, and the places in the program of its nodes and constraints.
type proved struct {
	*Program
	sys    *unify.System
	places []explain.Place
	cited  func(c int32) *explain.Cited // nil for wiring
}

// proofOf returns the proof of a contradiction.
func (p *Program) proofOf(c *explain.Contradiction) proved {
	return proved{p, c.System, c.Places, func(i int32) *explain.Cited {
		if m := c.Copy[i]; m >= 0 {
			return &c.Core[m]
		}
		return nil
	}}
}

// proofsOf returns the constraints of a definition, for proofs.
func (p *Program) proofsOf(s *explain.Story) proved {
	return proved{p, s.System, s.Places, func(c int32) *explain.Cited {
		if m := &s.Core[c]; !p.Wiring(m.Source) {
			return m
		}
		return nil
	}}
}

// A walker follows a proof and writes it as lines.
type walker struct {
	proved
	letters map[lang.Span]string // of the witnesses, by their places
	steps   []step
	lines   []lang.Line
	of      [][]*explain.Cited // by line: the constraint that it reports, then those that it includes
	ahead   []*explain.Cited   // the constraints that the next line includes
	apart   bool               // the walk connects places that must agree without being equal
	terse   bool               // how brackets pass input to their content is left out
}

// maxLines is the maximum number of lines of a story; a longer one is written again, terse.
const maxLines = 3

// story writes the proof of a contradiction as a walk from one witness to the other, and what it shows. By line, of are
// the constraint that the line reports, and those that it includes: how brackets pass input on.
func (p *Program) story(
	c *explain.Contradiction, clash *lang.Clash,
) (lines []lang.Line, of [][]*explain.Cited, shown lang.Phrase) {
	w := walker{proved: p.proofOf(c), letters: make(map[lang.Span]string)}
	for i, v := range [...]*lang.Witness{clash.A, clash.B, clash.C} {
		if v != nil {
			w.letters[v.Span] += "ABC"[i : i+1]
		}
	}
	w.clash(c.Proof, clash)
	return w.lines, w.of, shownBy(clash, w.apart)
}

// shownBy is the conclusion of a story. It names the part of a witness if a part is meant.
func shownBy(c *lang.Clash, apart bool) lang.Phrase {
	text := lang.Text("these")
	if (len(c.A.Part)+len(c.B.Part) > 0) && c.A.Span != c.B.Span && c.C == nil {
		side := func(w *lang.Witness, letter string) lang.Phrase {
			if len(w.Part) > 0 {
				return lang.Say("%s of %s", w.Part, letter)
			}
			return lang.Text(letter)
		}
		text = lang.Say("%s and %s", side(c.A, "A"), side(c.B, "B"))
	}
	if apart {
		return text.And(" have to agree")
	}
	return text.And(" must be equal")
}

// walk adds a step, or removes the last one if the step reverses it.
func (w *walker) walk(s step) {
	w.Solver.Watch.Step()
	if n := len(w.steps); n > 0 && w.steps[n-1].back() == s {
		w.steps = w.steps[:n-1]
		return
	}
	w.steps = append(w.steps, s)
}

// equality adds the walk of a proved equality, from one of its ends, and returns the other.
func (w *walker) equality(p *unify.Proof, i int32, from unify.Node) unify.Node {
	st := &p.Steps[i]
	to := st.Y
	if from != st.X {
		to = st.X
	}
	switch st.Rule {
	case unify.ByEquation:
		w.walk(step{st.C, -1, from, to})
	case unify.ByChain:
		at := from
		if from == st.X {
			for _, q := range st.Premises {
				at = w.equality(p, q, at)
			}
		} else {
			for _, q := range slices.Backward(st.Premises) {
				at = w.equality(p, q, at)
			}
		}
	case unify.ByLabel:
		c, e, c2, e2 := st.C, st.E, st.C2, st.E2
		if w.sys.Constraints[c].Edges[e].To != from {
			c, e, c2, e2 = c2, e2, c, e
		}
		whole, other := w.sys.Constraints[c].X, w.sys.Constraints[c2].X
		w.walk(step{c, e, from, whole})
		w.equality(p, st.Premises[0], whole)
		w.walk(step{c2, e2, other, to})
	}
	return to
}

// claim adds the walk from a node to the place that states its claim; for a part of a named type, the place of that
// type. It returns the description there, and the labels from it to the part.
func (w *walker) claim(p *unify.Proof, i int32) (c int32, path []unify.Label) {
	for p.Steps[i].Rule == unify.ByUnfolding {
		st := &p.Steps[i]
		path = append(path, w.sys.Constraints[st.C].Edges[st.E].Label)
		whole := w.sys.Constraints[st.C].X
		w.walk(step{st.C, st.E, st.X, whole})
		w.equality(p, st.Premises[0], whole)
		i = st.Premises[1]
	}
	slices.Reverse(path)
	return p.Steps[i].C, path
}

// clash writes the proof of a clash, from the first witness to the second.
func (w *walker) clash(p *unify.Proof, c *lang.Clash) {
	last := &p.Steps[len(p.Steps)-1]
	if last.Rule != unify.ByClash {
		return // a relation fails: no walk connects the sides
	}
	n := len(last.Premises) / 2
	var walks [][]step
	var ends []lang.Span
	for i := range n {
		w.steps = nil
		w.equality(p, last.Premises[i], last.X)
		c, _ := w.claim(p, last.Premises[n+i])
		ends = append(ends, w.placeOf(c))
		walks = append(walks, w.steps)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	rank := func(i int) int {
		switch ends[i] {
		case c.A.Span:
			return 0
		case c.B.Span:
			return 1
		}
		return 2
	}
	if c.A.Span != c.B.Span {
		slices.SortStableFunc(order, func(i, j int) int { return rank(i) - rank(j) })
		if n == 2 && rank(order[0]) == 1 {
			slices.Reverse(order)
		}
	}
	for again := true; again; {
		w.lines, w.of, w.ahead = nil, nil, nil
		for _, i := range order[1:] {
			w.steps = nil
			for _, m := range slices.Backward(walks[order[0]]) {
				w.walk(m.back())
			}
			for _, m := range walks[i] {
				w.walk(m)
			}
			w.writeLines()
		}
		again = len(w.lines) > maxLines && !w.terse
		w.terse = again
	}
}

// placeOf returns the place of a description in the explained definition: its own place, or the call that leads to it.
func (w *proved) placeOf(c int32) lang.Span {
	at := &w.places[w.sys.Constraints[c].X]
	if len(at.Calls) > 0 {
		return w.Span(w.Solver.UseOf(at.Calls[0]).Site)
	}
	if m := w.cited(c); m != nil {
		return w.Span(m.Source.Reason.Site)
	}
	return lang.Span{}
}

// fact writes the proof of a claim about a node: the walk to the place that states it.
func (w *walker) fact(p *unify.Proof, from unify.Node) {
	last := int32(len(p.Steps) - 1)
	end := p.Steps[last].X
	switch p.Steps[last].Rule {
	case unify.ByEquation, unify.ByChain, unify.ByLabel:
		w.equality(p, last, from)
		w.writeLines()
		return
	}
	if from != end {
		for i := last - 1; i >= 0; i-- {
			st := &p.Steps[i]
			ends := st.X == from && st.Y == end || st.X == end && st.Y == from
			if st.Rule == unify.ByChain && ends {
				w.equality(p, i, from)
				break
			}
		}
	}
	c, path := w.claim(p, last)
	w.writeLines()
	if m := w.cited(c); m != nil {
		site := m.Source.Reason.Site
		text := w.description(*m)
		if len(path) > 0 && m.Source.Use < 0 {
			text = lang.Say("%s of %s is %s", w.PartText(path), w.Noun(site), w.TypeThing(p.Steps[last].Head))
		}
		w.line(text, w.Span(site), m)
	}
}

func (w *walker) line(text lang.Phrase, at lang.Span, m *explain.Cited) {
	l := lang.Line{Text: text, Span: at, Reason: w.Rule(w.ruleOf(m.Source)).Text(), Definition: w.DefName(m.Def)}
	if n := len(w.lines); n == 0 || !w.lines[n-1].Same(&l) {
		w.lines, w.of = append(w.lines, l), append(w.of, append([]*explain.Cited{m}, w.ahead...))
	}
	w.ahead = nil
}

// rule returns the rule of an equation.
func (w *proved) rule(m *explain.Cited) *Rule {
	return w.Rule(m.Source.Reason.Rule, m.Source.Reason.Part)
}

// move returns how a step is written.
func (w *walker) move(s step) Move {
	c := w.cited(s.c)
	switch {
	case c == nil:
		return Same
	case s.e >= 0 && c.Source.Use < 0 && w.Construct(c.Source.Reason.Site).Unsaid:
		return silent
	case s.e >= 0:
		return Line
	}
	r := w.rule(c)
	if r.Input && w.terse {
		return input
	}
	return r.Move
}

// writeLines writes the steps as lines.
func (w *walker) writeLines() {
	for i := 0; i < len(w.steps); i++ {
		switch s := w.steps[i]; w.move(s) {
		case Call:
			i = w.writeCall(i)
		case input:
			i = w.inputs(i)
		case Line:
			if s.e >= 0 {
				w.part(i)
			} else {
				i = w.equation(i)
			}
		}
	}
}

// inputs writes a run of steps between brackets and their content, and returns the last of them. It writes nothing if a
// neighbouring line is about the innermost part.
func (w *walker) inputs(i int) int {
	first, last := i, i
	up, down := false, false
	for j := i; j < len(w.steps) && (w.move(w.steps[j]) == input || w.move(w.steps[j]) == Same); j++ {
		if w.move(w.steps[j]) == input {
			last = j
			if w.sys.Constraints[w.steps[j].c].X == w.steps[j].from {
				down = true
			} else {
				up = true
			}
		}
	}
	chained := func(j int) bool {
		if j < 0 || j >= len(w.steps) || w.move(w.steps[j]) != Line || w.steps[j].e >= 0 {
			return false
		}
		return w.rule(w.cited(w.steps[j].c)).Chain
	}
	switch {
	case down && !up && chained(w.beside(first, -1)):
		if n := len(w.of) - 1; n >= 0 {
			w.of[n] = append(w.of[n], w.cited(w.steps[last].c))
		}
		return last
	case up && !down && chained(w.beside(last, 1)):
		w.ahead = append(w.ahead, w.cited(w.steps[first].c))
		return last
	}
	f := w.shortestAt(first, w.steps[first].from)
	t := w.shortestAt(last, w.steps[last].to)
	c := w.cited(w.steps[last].c)
	var text lang.Phrase
	switch {
	case up && down && sameNoun(f, t):
		text = lang.Say("both %s get the same input", f.lettered())
	case up && down:
		text = lang.Say("%s and %s get the same input", f.lettered(), t.lettered())
	case down:
		text = lang.Say("what %s takes goes into %s", f.lettered(), t.lettered())
	default:
		text = lang.Say("%s takes what %s takes", f.lettered(), t.lettered())
	}
	w.line(text, w.Span(t.site), c)
	return last
}

// part writes a step between a whole and its part.
func (w *walker) part(i int) {
	s := w.steps[i]
	c := w.cited(s.c)
	if c.Source.Use >= 0 {
		return // a witness, whose label says it
	}
	l := w.sys.Constraints[s.c].Edges[s.e].Label
	site := c.Source.Reason.Site
	down := w.sys.Constraints[s.c].X == s.from
	end := s.from
	if down {
		end = s.to
	}
	e := w.shortestAt(i, end)
	at := w.Span(site)
	construct := w.Construct(site)
	template := construct.Up
	if down {
		at, template = w.Span(e.site), construct.Down
	}
	if template == "" {
		return
	}
	w.line(lang.Fill(template, func(letter byte) lang.Phrase {
		switch letter {
		case 't':
			if construct.Kind == Filters && !e.own {
				return lang.Say("a part%s", e.letter)
			}
			return e.lettered()
		case 'u':
			if l == unify.Member {
				return lang.Text("for its elements")
			}
			return lang.Say("under %s", w.LabelWord(l))
		}
		return w.LabelWord(l)
	}), at, c)
}
