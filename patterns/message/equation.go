package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// A standing is the expression that names one end of a step.
type standing struct {
	site   int32
	noun   lang.Phrase
	own    bool   // the noun is its own text, not its kind
	letter string // " (A)" of a witness
}

func (s standing) lettered() lang.Phrase { return s.noun.And(s.letter) }

// sameNoun reports whether two standings have the same noun and letter.
func sameNoun(f, t standing) bool { return sameText(f.noun, t.noun) && f.letter == t.letter }

// shortestAt returns the expression whose input or output is one end of a step: the shortest one with the same value.
// If the end belongs to the whole body of a definition, it returns the definition's name.
func (w *walker) shortestAt(i int, end unify.Node) standing {
	dir := 1
	if w.steps[i].from == end {
		dir = -1
	}
	site, role := w.role(end)
	best, def := site, w.places[end].Def
	j := i + dir
	same := func(s step) bool {
		return w.move(s) == Same || w.move(s) == input && w.move(w.steps[i]) != input
	}
	for ; j >= 0 && j < len(w.steps) && same(w.steps[j]); j += dir {
		end = w.steps[j].to
		if dir < 0 {
			end = w.steps[j].from
		}
		if s, r := w.role(end); r == role && r != noEnd && w.places[end].Def == def {
			if a, b := w.Span(s), w.Span(best); a.End-a.Start <= b.End-b.Start {
				best = s
			}
		}
	}
	if j >= 0 && j < len(w.steps) && w.move(w.steps[j]) == Call && !w.opaque(end) {
		c := w.cited(w.steps[j].c)
		if site := c.Source.Reason.Site; w.Kind(site) == Calls && c.Def != def ||
			w.places[end].Def == def && len(w.places[end].Calls) > 0 && w.atBody(end) {
			return standing{site: best, noun: w.DefNoun(def), own: true}
		}
	}
	return w.standing(best)
}

// standing names an expression, with its letter if it is a witness.
func (w *walker) standing(site int32) standing {
	s := standing{site: site}
	s.noun, s.own = w.noun(site)
	l := w.letters[w.Span(site)]
	if l == "" && w.Kind(site) == Filters {
		if kids := w.Kids(site); len(kids) == 1 {
			l = w.letters[w.Span(kids[0])]
		}
	}
	if len(l) == 1 {
		s.letter = " (" + l + ")"
	}
	return s
}

// atBody reports whether a node is the input or the output of a definition.
func (w *proved) atBody(n unify.Node) bool {
	p := &w.places[n]
	in, out := w.Ends(p.Def, w.Definition(p.Def).Root)
	return p.Node == in || p.Node == out
}

// The ends of an expression that a node may be.
type endRole uint8

const (
	noEnd endRole = iota
	inEnd
	outEnd
)

// role returns the expression that a node belongs to, and which end of it the node is.
func (w *proved) role(n unify.Node) (int32, endRole) {
	p := &w.places[n]
	switch {
	case p.Relation > 0:
		return w.Graph.InstanceOf(p.Relation - 1).Reason.Site, noEnd
	case p.Node == unify.None:
		return w.Solver.UseOf(p.Use).Site, noEnd
	}
	if use, ok := w.Graph.Instance(p.Node); ok {
		return w.Solver.UseOf(use).Site, noEnd
	}
	site, _ := w.Graph.Site(p.Node)
	switch in, out := w.Ends(p.Def, site); p.Node {
	case in:
		return site, inEnd
	case out:
		return site, outEnd
	}
	return site, noEnd
}

// opaque reports whether a node belongs to an instance of a signature, which has no proof of its own.
func (w *proved) opaque(n unify.Node) bool {
	p := &w.places[n]
	if p.Node == unify.None {
		return true
	}
	_, ok := w.Graph.Instance(p.Node)
	return ok
}

// writeCall writes a step between a call and its callee, and returns the last step that the line covers.
func (w *walker) writeCall(i int) int {
	s := w.steps[i]
	c := w.cited(s.c)
	site := c.Source.Reason.Site
	enters := w.sys.Constraints[s.c].X == s.from
	callee := s.from
	if enters {
		callee = s.to
	}
	if !w.opaque(callee) {
		// If the caller's side has a line, that line names the call.
		beside := w.beside(i, 1)
		if enters {
			beside = w.beside(i, -1)
		}
		if beside < 0 || beside >= len(w.steps) || w.move(w.steps[beside]) == Call {
			w.line(w.callPhrase(c, beside), w.Span(site), c)
		}
		return i
	}
	if !enters {
		return i
	}
	// Into a signature and out again: write the steps between as one line.
	var down, up []unify.Label
	for j := i + 1; j < len(w.steps); j++ {
		n := w.steps[j]
		if n.e < 0 {
			if w.move(n) != Call {
				return i
			}
			slices.Reverse(up)
			if w.Words().Part != nil && len(down) > 0 && len(up) > 0 {
				text := lang.Say("in %s, %s is %s", w.Noun(site), w.elementText(down), w.elementText(up))
				w.line(text, w.Span(site), c)
				return j
			}
			side := func(m *explain.Cited, name lang.Phrase, path []unify.Label) lang.Phrase {
				text := w.sideOf(name, w.rule(m).Gives)
				if len(path) > 0 {
					text = lang.Say("%s of %s", w.elementText(path), text)
				}
				return text
			}
			at, end := side(c, w.Noun(site), down), side(w.cited(n.c), lang.Text("it"), up)
			w.line(lang.Say("%s is %s", at, end), w.Span(site), c)
			return j
		}
		edge := w.sys.Constraints[n.c].Edges[n.e]
		if edge.To == n.to {
			down = append(down, edge.Label)
		} else {
			up = append(up, edge.Label)
		}
	}
	return len(w.steps)
}

// beside returns the nearest step before (dir is -1) or after (dir is 1) a step that does not connect two ends of the
// same value. The result may be out of range.
func (w *walker) beside(i, dir int) int {
	for i += dir; i >= 0 && i < len(w.steps) && w.move(w.steps[i]) == Same; {
		i += dir
	}
	return i
}

// callPhrase writes a call that no neighbouring line names. If the caller is called in turn, this call is the first or
// the last part of its definition.
func (w *walker) callPhrase(c *explain.Cited, beside int) lang.Phrase {
	name := w.standing(c.Source.Reason.Site).lettered()
	if beside < 0 || beside >= len(w.steps) {
		return lang.Say("%s is called here", name)
	}
	if w.rule(c).Gives {
		return lang.Say("%s ends with %s", w.DefNoun(c.Def), name)
	}
	return lang.Say("%s begins with %s", w.DefNoun(c.Def), name)
}

// equation writes a step along an equation, and returns its index. If this step and the next one lead from one part of
// a construct to another, it writes both as one and returns the index of the next.
func (w *walker) equation(i int) int {
	s := w.steps[i]
	c := w.cited(s.c)
	rule := w.rule(c)
	last := i
	if i+1 < len(w.steps) && w.steps[i+1].e < 0 && !rule.Chain {
		if n := w.cited(w.steps[i+1].c); n != nil && n.Source.Reason == c.Source.Reason && n.Def == c.Def {
			last = i + 1
		}
	}
	pair := last > i
	f, t := w.shortestAt(i, s.from), w.shortestAt(last, w.steps[last].to)
	down := w.sys.Constraints[s.c].X == s.from
	if !pair && sameText(f.noun, t.noun) {
		t.noun = w.further(t, rule.Chain, down)
	}
	w.apart = w.apart || rule.Apart
	at := w.Span(t.site)
	template := rule.Up
	switch {
	case rule.Both != "" && pair:
		template = rule.Both
	case down && rule.DownPass != "" && w.Kind(f.site) == Passes:
		template = rule.DownPass
	case down:
		template = rule.Down
	case rule.UpPass != "" && w.Kind(t.site) == Passes:
		template = rule.UpPass
	case rule.AtWhole:
		at = w.Span(c.Source.Reason.Site)
	}
	if template == "" {
		w.line(w.sentence(*c), at, c)
		return last
	}
	w.line(lang.Fill(template, func(letter byte) lang.Phrase {
		switch letter {
		case 'f':
			return f.lettered()
		case 'v':
			return w.variable(c.Source.Reason.Site)
		case 'a':
			if sameNoun(f, t) {
				return lang.Say("both %s", f.lettered())
			}
			return lang.Say("%s and %s", f.lettered(), t.lettered())
		}
		return t.lettered()
	}), at, c)
	if rule.Variable {
		return i + w.variables(i)
	}
	return last
}

// further names the second of two neighbours that have the same noun.
func (w *walker) further(t standing, chain, down bool) lang.Phrase {
	if t.own {
		return t.noun
	}
	switch kind := w.kind(t.site); {
	case !chain && down:
		return lang.Say("the %s within", kind)
	case !chain:
		return lang.Say("the %s around it", kind)
	case down:
		return lang.Say("the next %s", kind)
	}
	return lang.Say("%s before it", t.noun)
}

// variables counts the following steps that connect places of the same variable.
func (w *walker) variables(i int) int {
	of := func(s step) (def int32, name string, ok bool) {
		if s.e >= 0 {
			return 0, "", false
		}
		c := w.cited(s.c)
		if c == nil || !w.rule(c).Variable {
			return 0, "", false
		}
		return c.Def, w.Variable(c.Source.Reason.Site), true
	}
	def, name, _ := of(w.steps[i])
	n := 0
	for i+n+1 < len(w.steps) {
		if d, v, ok := of(w.steps[i+n+1]); !ok || d != def || v != name {
			break
		}
		n++
	}
	return n
}

// variable names the variable of a site.
func (p *Program) variable(site int32) lang.Phrase {
	return lang.Phrase{{Text: "`" + p.Variable(site) + "`", Span: p.Span(site)}}
}
