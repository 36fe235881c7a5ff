package message

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/unify"
)

// sketch draws the proof of a clash, whose steps writer has written: the whole walk from the first witness to the last,
// with obvious links marked as folded.
func (p *Program) sketch(c *explain.Contradiction, clash *lang.Clash, writer *stepWriter) *lang.Sketch {
	s := sketcher{
		walker: walker{proved: p.proofOf(c)}, writer: writer,
		proof: c.Proof, out: &lang.Sketch{}, place: make(map[unify.Node]int32), seen: make(map[linkKey]bool),
	}
	last := &c.Proof.Steps[len(c.Proof.Steps)-1]
	n := len(last.Premises) / 2
	if last.Rule != unify.ByClash {
		return nil
	}
	witnesses := [...]*lang.Witness{clash.A, clash.B, clash.C}
	rank := func(i int) int {
		home := s.walker.placeOf(s.stating(last.Premises[n+i]))
		for j, w := range witnesses {
			if w != nil && w.Span == home {
				return j
			}
		}
		return len(witnesses)
	}
	sides := make([]int, n)
	for i := range sides {
		sides[i] = i
	}
	slices.SortStableFunc(sides, func(i, j int) int { return rank(i) - rank(j) })
	if n == 2 && rank(sides[0]) == 1 {
		slices.Reverse(sides) // the other side comes first: it is shown elsewhere than its constraint
	}
	for i, side := range sides {
		from := len(s.out.Links)
		s.group = -1
		s.equality(last.Premises[side], last.X)
		node, c := s.claim(last.Premises[n+side])
		if i == 0 {
			// From the first witness: reverse the links.
			slices.Reverse(s.out.Links[from:])
			for j := range s.out.Links[from:] {
				l := &s.out.Links[from+j]
				if l.Rule != lang.SketchPart {
					l.From, l.To = l.To, l.From
				}
			}
		}
		p := &s.out.Places[s.at(node)]
		k := &s.walker.sys.Constraints[c]
		claim, says := s.walker.Thing(k.Claim()), p.Says
		if m := s.walker.cited(c); m != nil {
			claim, says = s.walker.description(*m), s.walker.constraintSpan(m.Source)
		}
		switch p.Claim.String() { // the walk may return to its start
		case "":
			p.Claim, p.Says, p.Step = claim, says, s.writer.of(c)
			if m := s.walker.cited(c); m != nil {
				t := s.walker.Constraint(*m)
				p.Reason = t.Reason()
			}
		case claim.String():
		default:
			p.Claim = lang.Say("%s; %s", p.Claim, claim)
		}
		if r := rank(side); r < len(witnesses) && !s.used[r] && p.Witness == "" {
			p.Witness, s.used[r] = "ABC"[r:r+1], true
		}
	}
	// A witness that is shown elsewhere than its constraint takes a free letter.
	for i := range s.out.Places {
		p := &s.out.Places[i]
		for j, w := range witnesses {
			if len(p.Claim) > 0 && p.Witness == "" && w != nil && !s.used[j] {
				p.Witness, s.used[j] = "ABC"[j:j+1], true
			}
		}
	}
	s.prune()
	s.inOrder()
	return s.out
}

// A sketcher follows a proof and records its places and links.
type sketcher struct {
	walker walker
	writer *stepWriter
	proof  *unify.Proof
	out    *lang.Sketch
	place  map[unify.Node]int32
	group  int32
	used   [3]bool
	seen   map[linkKey]bool
}

// at returns the number of a node's place.
func (s *sketcher) at(n unify.Node) int32 {
	return patterns.Remember(&s.place, n, func() int32 {
		site, _ := s.walker.role(n)
		place := &s.walker.places[n]
		p := lang.SketchPlace{Text: s.walker.placeNoun(place), Definition: s.walker.DefName(place.Def), Group: s.group}
		if site >= 0 {
			p.Span = s.walker.Span(site)
		}
		s.out.Places = append(s.out.Places, p)
		return int32(len(s.out.Places) - 1)
	})
}

// A linkKey identifies a link, regardless of its direction.
type linkKey struct {
	from, to           int32
	rule, label, text  string
	reason, definition string
	span               lang.Span
	folded             bool
}

// link adds a link unless the picture has it already: several sides may begin alike.
func (s *sketcher) link(l lang.SketchLink) {
	key := linkKey{
		min(l.From, l.To), max(l.From, l.To), l.Rule, l.Label, l.Text.String(),
		l.Reason, l.Definition, l.Span, l.Folded,
	}
	if !s.seen[key] {
		s.seen[key] = true
		s.out.Links = append(s.out.Links, l)
	}
}

// prune removes the dead ends. If all sides begin alike, the walk from the first to the last does not pass their
// beginning.
func (s *sketcher) prune() {
	out := s.out
	degree := make([]int, len(out.Places))
	for _, l := range out.Links {
		degree[l.From]++
		degree[l.To]++
	}
	dead := func(i int32) bool { return degree[i] == 1 && len(out.Places[i].Claim) == 0 }
	for again := true; again; {
		again = false
		out.Links = slices.DeleteFunc(out.Links, func(l lang.SketchLink) bool {
			if !dead(l.From) && !dead(l.To) {
				return false
			}
			degree[l.From]--
			degree[l.To]--
			again = true
			return true
		})
	}
}

// inOrder numbers the places in the order of the walk from the first witness. Places without links and without a
// description are removed.
func (s *sketcher) inOrder() {
	out := s.out
	number := make([]int32, len(out.Places))
	for i := range number {
		number[i] = -1
	}
	var places []lang.SketchPlace
	visit := func(i int32) {
		if number[i] < 0 {
			number[i] = int32(len(places))
			places = append(places, out.Places[i])
		}
	}
	for i := range out.Places {
		if out.Places[i].Witness == "A" {
			visit(int32(i))
		}
	}
	for i := range out.Links {
		l := &out.Links[i]
		visit(l.From)
		visit(l.To)
		l.From, l.To = number[l.From], number[l.To]
	}
	for i := range out.Places {
		if len(out.Places[i].Claim) > 0 {
			visit(int32(i))
		}
	}
	out.Places = places
}

// equality draws a proved equality, from one of its ends, and returns the other.
func (s *sketcher) equality(i int32, from unify.Node) unify.Node {
	st := &s.proof.Steps[i]
	to := st.Y
	if from != st.X {
		to = st.X
	}
	switch st.Rule {
	case unify.ByEquation:
		s.link(s.stated(st.C, from, to))
	case unify.ByChain:
		at, premises := from, st.Premises
		if from != st.X {
			premises = slices.Clone(premises)
			slices.Reverse(premises)
		}
		s.at(from)
		for _, q := range premises {
			at = s.equality(q, at)
		}
	case unify.ByLabel:
		c, e, c2, e2 := st.C, st.E, st.C2, st.E2
		if s.walker.sys.Constraints[c].Edges[e].To != from {
			c, e, c2, e2 = c2, e2, c, e
		}
		s.at(from)
		label := s.longLabel(s.walker.sys.Constraints[c].Edges[e].Label)
		outer, group := s.group, int32(len(s.out.Groups))
		s.out.Groups = append(s.out.Groups, lang.SketchGroup{Label: label, Parent: outer})
		s.group = group
		first := len(s.out.Links)
		whole, other := s.walker.sys.Constraints[c].X, s.walker.sys.Constraints[c2].X
		s.part(c, e, whole, from)
		s.equality(st.Premises[0], whole)
		s.part(c2, e2, other, to)
		s.group = outer
		for j := range s.out.Links[first:] {
			if l := &s.out.Links[first+j]; l.Rule == lang.SketchPart && (l.To == s.place[from] || l.To == s.place[to]) {
				l.Group = outer // it leads out of the group
			}
		}
		s.out.Places[s.at(to)].Group = min(s.out.Places[s.at(to)].Group, outer)
		s.link(lang.SketchLink{
			From: s.at(from), To: s.at(to), Rule: lang.StepLabel,
			Label: s.under(s.walker.sys.Constraints[c].Edges[e].Label), Group: outer, Step: s.writer.number[i] + 1,
			Text: lang.Text("equal wholes have equal parts " + label), Definition: s.walker.DefName(s.walker.places[to].Def),
		})
	}
	return to
}

// stated returns the link of an equation of the program.
func (s *sketcher) stated(c int32, from, to unify.Node) lang.SketchLink {
	l := lang.SketchLink{
		From: s.at(from), To: s.at(to), Rule: lang.StepAxiom, Group: s.group, Step: s.writer.of(c), Folded: true,
	}
	m := s.walker.cited(c)
	if m == nil {
		l.Text = lang.Text("this is obvious")
		return l
	}
	t := s.walker.Constraint(*m)
	l.Text, l.Span, l.Definition = t.Text, t.Span, t.Definition
	l.Reason = t.Reason()
	kind := s.walker.move(step{c, -1, from, to})
	l.Folded = kind == Same
	if kind == Call {
		l.Rule = lang.StepInstance
	}
	return l
}

// part draws that a place is a part of another.
func (s *sketcher) part(c, e int32, whole, part unify.Node) {
	l := lang.SketchLink{
		From: s.at(whole), To: s.at(part), Rule: lang.SketchPart, Group: s.group, Step: s.writer.of(c),
		Label: s.under(s.walker.sys.Constraints[c].Edges[e].Label),
	}
	if m := s.walker.cited(c); m != nil {
		t := s.walker.Constraint(*m)
		l.Text, l.Span, l.Definition, l.Reason = t.Text, t.Span, t.Definition, t.Reason()
	}
	s.link(l)
}

// stating returns the description that is the source of a claim.
func (s *sketcher) stating(i int32) int32 {
	for s.proof.Steps[i].Rule == unify.ByUnfolding {
		i = s.proof.Steps[i].Premises[1]
	}
	return s.proof.Steps[i].C
}

// claim draws the walk from a node to the place that states its claim, and returns that place and the description.
func (s *sketcher) claim(i int32) (node unify.Node, c int32) {
	for s.proof.Steps[i].Rule == unify.ByUnfolding {
		st := &s.proof.Steps[i]
		whole := s.walker.sys.Constraints[st.C].X
		s.part(st.C, st.E, whole, st.X)
		s.equality(st.Premises[0], whole)
		i = st.Premises[1]
	}
	c = s.proof.Steps[i].C
	return s.walker.sys.Constraints[c].X, c
}

// under names the part under a label: "part `x`", "element".
func (s *sketcher) under(l unify.Label) string {
	switch {
	case l == unify.Member:
		return "element"
	case s.walker.Words().Part != nil:
		return s.walker.labelText(l)
	}
	return "part `" + s.longLabel(l) + "`"
}

// maxWhole is the maximum length, in characters, of a label in a picture of an error, where labels wrap.
const maxWhole = 400

// longLabel writes the label of an edge like edgeLabel, but longer.
func (s *sketcher) longLabel(l unify.Label) string {
	if l == unify.Member {
		return s.walker.edgeLabel(l)
	}
	return Shortened(s.walker.Label(Shortened(s.walker.Labels.Text(l), maxWhole+1)), maxWhole)
}
