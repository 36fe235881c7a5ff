package main

import (
	"fmt"
	"slices"
	"strings"
)

var shapes = [...]string{"product", "union", "vector"}

// A claim is what is known of a term.
type claim struct {
	shapes          [3]bool
	closed, dynamic bool
	atype, built    int
	labels          []int // sorted
}

func claimOf(p *pattern) (c claim) {
	for i, name := range shapes {
		c.shapes[i] = slices.Contains(p.Shapes, name)
	}
	c.closed, c.dynamic, c.atype, c.built = p.Closed, p.Dynamic, p.Type, p.Constructor
	c.labels = append(labelsOf(p.Parts), p.Labels...)
	slices.Sort(c.labels)
	return c
}

// A conclusion is what a step proves: a link or a chain (x and y are equal), a fact (x is this), a vector (x can only
// be one), an answer (x is this), a part (y is the part of x under label), fires (firing x), or the end.
type conclusion struct {
	kind        string
	x, y, label int
	claim       claim
}

// A prover checks the steps of one proof.
type prover struct {
	*system
	proved             []conclusion
	used, cited, fired []bool // by step, constraint and firing
}

// prove checks that every step follows, that the last one is the end, and that nothing is superfluous.
func (s *system) prove(steps []step, where *string) {
	p := &prover{s, nil, make([]bool, len(steps)), make([]bool, len(s.all)), make([]bool, len(s.Firings))}
	fires, seen := make([]int, len(s.Firings)), make(map[string]bool)
	for at := range steps {
		*where = fmt.Sprintf("step %d: ", at)
		c := p.step(&steps[at])
		need(!seen[fmt.Sprint(c)], "an earlier step proves the same")
		seen[fmt.Sprint(c)] = true
		if p.proved = append(p.proved, c); c.kind == "fires" {
			p.fired[c.x], fires[c.x] = true, at
		}
	}
	*where = ""
	need(p.proved[len(steps)-1].kind == "end", "the proof does not end with a contradiction")
	p.used[len(steps)-1] = true
	for i, cited := range p.cited {
		need(cited || s.by[i] >= 0, "constraint %d is not used", i)
		if cited && s.by[i] >= 0 {
			p.used[fires[s.by[i]]] = true
		}
	}
	for at, used := range p.used {
		need(used, "step %d is not used", at)
	}
	for i, fired := range p.fired {
		need(fired || s.Firings[i].Fails, "firing %d is not used", i)
	}
}

// cite returns a constraint: one that is given, or that a firing gives which is proved.
func (p *prover) cite(i int) *constraint {
	need(p.by[i] < 0 || p.fired[p.by[i]], "nothing proves that the relation gives constraint %d", i)
	p.cited[i] = true
	return p.all[i]
}

// part returns a part of a description: the term that has it, its label, and the term that it is.
func (p *prover) part(at []int) (whole, label, part int) {
	c := p.cite(at[0])
	need(len(at) == 2, "a part is two numbers")
	return c.Term, c.Is.Parts[at[1]][0], c.Is.Parts[at[1]][1]
}

// premise returns the conclusion of an earlier step, which must be of this kind.
func (p *prover) premise(st *step, i int, kind string) *conclusion {
	c := &p.proved[st.By[i]]
	p.used[st.By[i]] = true
	need(c.kind == kind, "step %d does not prove what is needed", st.By[i])
	return c
}

// equal checks that a premise proves that one term is equal to another.
func (p *prover) equal(st *step, i, x, y int) {
	c := p.premise(st, i, "chain")
	need(c.x == x && c.y == y, "step %d is about other terms", st.By[i])
}

// forms say how many parts and premises the steps of a rule have, and whether they cite something; -1: any number.
var forms = map[string][3]int{
	"given": {0, 0, 1}, "chain": {0, -1, 0}, "label": {2, -1, 0}, "fact": {0, 0, 1}, "unfold": {1, 2, 0},
	"vector": {0, -1, 0}, "clash": {0, -1, 0}, "answer": {0, 2, 0}, "part": {1, 1, 0}, "fires": {0, -1, 1},
	"fails": {0, -1, 1},
}

// step returns what a step proves.
func (p *prover) step(st *step) conclusion {
	form, known := forms[st.Rule]
	need(known && len(st.Parts) == form[0] && (form[1] < 0 || len(st.By) == form[1]) &&
		(form[2] > 0 || st.Cites == 0) && (st.Rule == "chain" || st.From == 0), "there is no rule of this form")
	switch st.Rule {
	case "given":
		ends := p.cite(st.Cites).Equal
		return conclusion{kind: "link", x: min(ends[0], ends[1]), y: max(ends[0], ends[1])}
	case "chain":
		c := conclusion{kind: "chain", x: st.From, y: st.From}
		for i := range st.By {
			l := p.premise(st, i, "link")
			need(c.y == l.x || c.y == l.y, "step %d does not continue the chain", st.By[i])
			c.y = l.x + l.y - c.y
		}
		return c
	case "label":
		u, l, x := p.part(st.Parts[0])
		v, m, y := p.part(st.Parts[1])
		p.equal(st, 0, u, v)
		if l != m { // both lead to members
			need(p.isIndex(l) && p.isIndex(m), "the labels differ")
			w := p.premise(st, 1, "vector")
			need(w.x == u || w.x == v, "step %d is about another term", st.By[1])
		}
		need((l == m) == (len(st.By) == 1) && len(st.By) <= 2, "it has too many premises")
		return conclusion{kind: "link", x: min(x, y), y: max(x, y)}
	case "fact":
		c := p.cite(st.Cites)
		return conclusion{kind: "fact", x: c.Term, claim: claimOf(c.Is)}
	case "unfold":
		whole, l, x := p.part(st.Parts[0])
		of := p.premise(st, 1, "fact")
		p.equal(st, 0, whole, of.x)
		t := p.typeBelow(of.claim.atype, l)
		need(t > 0, "the type has no such part")
		return conclusion{kind: "fact", x: x, claim: claim{atype: t}}
	case "vector":
		x, all := p.claims(st)
		need(!p.possible(append(all, claim{shapes: [3]bool{true, true, false}})), "it may be something else")
		return conclusion{kind: "vector", x: x}
	case "clash":
		_, all := p.claims(st)
		need(!p.possible(all), "the facts do not contradict each other")
		return conclusion{kind: "end"}
	case "answer":
		c, of := p.premise(st, 0, "chain"), p.premise(st, 1, "fact")
		p.equal(st, 0, c.x, of.x)
		return conclusion{kind: "answer", x: c.x, claim: of.claim}
	case "part":
		whole, l, y := p.part(st.Parts[0])
		c := p.premise(st, 0, "chain")
		p.equal(st, 0, c.x, whole)
		return conclusion{kind: "part", x: c.x, y: y, label: l}
	}
	return p.fire(st)
}

// fire checks that the premises prove what a relation reads.
func (p *prover) fire(st *step) conclusion {
	f := &p.Firings[st.Cites]
	need(p.cite(f.Relation).Relation != "" && f.Fails == (st.Rule == "fails") && len(f.Reads) == len(st.By),
		"the relation has another result")
	for i, r := range f.Reads {
		switch {
		case r.Is != nil:
			c := p.premise(st, i, "answer")
			need(c.x == r.Term && fmt.Sprint(c.claim) == fmt.Sprint(claimOf(r.Is)), "step %d is not what it reads", st.By[i])
		case r.Part != nil:
			c := p.premise(st, i, "part")
			need(c.x == r.Term && c.label == r.Part[0] && c.y == r.Part[1], "step %d is not what it reads", st.By[i])
		default:
			p.equal(st, i, r.Term, r.Equal[0])
		}
	}
	return conclusion{kind: map[bool]string{true: "end", false: "fires"}[f.Fails], x: st.Cites}
}

// claims returns a term, and facts about terms that are equal to it: the premises are the equations, then the facts.
func (p *prover) claims(st *step) (x int, all []claim) {
	n := len(st.By) / 2
	need(len(st.By) == 2*n, "it has not as many facts as equations")
	x = p.premise(st, 0, "chain").x
	for i := range n {
		f := p.premise(st, n+i, "fact")
		p.equal(st, i, x, f.x)
		all = append(all, f.claim)
	}
	return x, all
}

// isIndex reports whether a label can lead to a member of a vector: it has only digits.
func (s *names) isIndex(l int) bool {
	return l == 0 || s.Labels[l] != "" && strings.Trim(s.Labels[l], "0123456789") == ""
}

// typeBelow returns the type of a part of a type, or 0.
func (s *names) typeBelow(t, label int) int {
	x := &s.Types[t-1]
	if x.Shape == "vector" && s.isIndex(label) {
		label = 0
	}
	if x.Literals == "all" || x.Literals == "indices" && label > 0 && s.isIndex(label) {
		return x.Payload
	}
	for _, p := range x.Parts {
		if p[0] == label {
			return p[1]
		}
	}
	return 0
}

// possible reports whether some pattern satisfies all claims: one of the shapes, with the fewest labels.
func (s *names) possible(claims []claim) bool {
	labels, atype, built := make(map[int]bool), 0, -1
	for _, c := range claims {
		for _, l := range c.labels {
			labels[l] = true
		}
		by := c.built
		if c.atype > 0 {
			if atype > 0 && atype != c.atype {
				return false
			}
			atype, by = c.atype, s.Types[c.atype-1].Constructor
		}
		if c.atype > 0 || c.built > 0 || c.closed {
			if built >= 0 && built != by {
				return false
			}
			built = by
		}
	}
	indices, structural := true, atype > 0 && s.Types[atype-1].Shape != "vector"
	for l := range labels {
		if built > 0 && !slices.Contains(s.Constructors[built-1].Labels, l) || structural && s.typeBelow(atype, l) == 0 {
			return false
		}
		indices = indices && s.isIndex(l)
	}
	if structural {
		for _, p := range s.Types[atype-1].Parts {
			labels[p[0]] = true
			indices = indices && s.isIndex(p[0])
		}
	}
	for i, shape := range shapes {
		if (i < 2 || indices) && !slices.ContainsFunc(claims, func(c claim) bool {
			if c.atype > 0 {
				return s.Types[c.atype-1].Shape != shape
			}
			return c.built > 0 && i > 0 || c.built == 0 && !c.shapes[i] || c.built == 0 && c.closed &&
				(atype > 0 && s.Types[atype-1].Literals != "" || i < 2 && len(c.labels) != len(labels))
		}) {
			return true
		}
	}
	return false
}
