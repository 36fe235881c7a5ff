package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

var shapes = [...]string{"product", "union", "vector"}

// A claim is what one fact says of a term.
type claim struct {
	shapes          [3]bool
	closed, dynamic bool
	atype, built    int
	labels          []int // sorted
}

// set returns a sorted list without repetitions.
func set[T cmp.Ordered](list []T) []T {
	slices.Sort(list)
	return slices.Compact(list)
}

func (s *names) claim(p *pattern) (c claim) {
	c.closed, c.dynamic, c.built, c.labels = p.Closed, p.Dynamic, p.Constructor, slices.Clone(p.Labels)
	for _, x := range p.Parts {
		need(len(x) == 2, "a part is a label and a term")
		c.labels = append(c.labels, x[0])
	}
	n, names := len(c.labels), p.Shapes
	if c.built > 0 { // it has all labels of the constructor
		c.closed, c.labels, names = true, slices.Clone(s.Constructors[c.built-1].Labels), shapes[:1]
	}
	if x := p.Type; x > 0 {
		t := &s.Types[x-1]
		c.closed, c.atype, c.built, names = t.Literals == "" && t.Shape != "vector", x, t.Constructor, []string{t.Shape}
		for i := 0; c.closed && i < len(t.Parts); i++ {
			c.labels = append(c.labels, t.Parts[i][0])
		}
	}
	count := 0
	for i, shape := range shapes {
		if c.shapes[i] = slices.Contains(names, shape); c.shapes[i] {
			count++
		}
	}
	c.labels = set(c.labels)
	need(count == len(names) && n <= len(c.labels), "a shape is unknown, or a shape or a label occurs twice")
	return c
}

// isIndex reports whether a label can lead to a member of a vector: it has only digits.
func (s *names) isIndex(l int) bool {
	return l == 0 || s.Labels[l] != "" && strings.Trim(s.Labels[l], "0123456789") == ""
}

// below returns the type of a part of a type, or 0.
func (s *names) below(t, label int) int {
	x := &s.Types[t-1]
	if x.Literals == "all" || x.Literals == "indices" && label > 0 && s.isIndex(label) {
		return x.Payload
	}
	if x.Shape == "vector" && s.isIndex(label) {
		label = 0
	}
	if i := slices.IndexFunc(x.Parts, func(p [2]int) bool { return p[0] == label }); i >= 0 {
		return x.Parts[i][1]
	}
	return 0
}

// possible reports whether some pattern satisfies all claims: one of the shapes, with the fewest labels.
func (s *names) possible(claims ...claim) bool {
	var labels []int
	atype, built := 0, -1
	for _, c := range claims {
		if c.atype > 0 && atype > 0 && c.atype != atype || c.closed && built >= 0 && c.built != built {
			return false
		}
		if atype, labels = max(atype, c.atype), append(labels, c.labels...); c.closed {
			built = c.built
		}
	}
	labels = set(labels)
	atom, other := atype > 0 && s.Types[atype-1].Literals != "", func(l int) bool { return !s.isIndex(l) }
	if atom && slices.ContainsFunc(labels, func(l int) bool { return s.below(atype, l) == 0 }) {
		return false
	}
	for i := range shapes {
		if (i < 2 || !slices.ContainsFunc(labels, other)) && !slices.ContainsFunc(claims, func(c claim) bool {
			return !c.shapes[i] || c.closed && (atom || i < 2 && len(c.labels) != len(labels))
		}) {
			return true
		}
	}
	return false
}

// A conclusion is what a step proves: a link or a chain (x and y are equal), a fact (x is this), a vector (x can only
// be one), fires (firing x), or the end.
type conclusion struct {
	kind  string
	x, y  int
	claim claim
}

// A prover checks the steps of one proof.
type prover struct {
	*system
	proved []conclusion
	fires  map[int]int     // by firing: the step that proves it
	used   map[string]bool // steps, constraints and firings; and what is proved
}

// prove checks that every step follows, that the last one is the end, and that nothing is superfluous.
func (s *system) prove(steps []step, where *string) {
	p := &prover{system: s, fires: make(map[int]int), used: make(map[string]bool)}
	for at := range steps {
		*where = fmt.Sprintf("step %d: ", at)
		c := p.step(&steps[at])
		need(!p.used[fmt.Sprint(c)], "an earlier step proves the same")
		if p.proved, p.used[fmt.Sprint(c)] = append(p.proved, c), true; c.kind == "fires" {
			p.fires[c.x] = at
		}
	}
	need(p.proved[len(steps)-1].kind == "end", "the proof does not end with a contradiction")
	for i, n := range []int{len(steps) - 1, len(s.Constraints), len(s.Firings)} {
		for j := range n {
			what := fmt.Sprint([]string{"step ", "constraint ", "firing "}[i], j)
			need(p.used[what], "%s is not used", what)
		}
	}
}

// cite returns a constraint that is given, or that a proved firing gives.
func (p *prover) cite(i int) *constraint {
	if i < len(p.Constraints) {
		p.used[fmt.Sprint("constraint ", i)] = true
		return &p.Constraints[i]
	}
	i -= len(p.Constraints)
	f := 0
	for ; i >= len(p.Firings[f].Gives); f++ {
		i -= len(p.Firings[f].Gives)
	}
	at, ok := p.fires[f]
	need(ok, "nothing proves that firing %d gives anything", f)
	p.used[fmt.Sprint("step ", at)] = true
	return &p.Firings[f].Gives[i]
}

// part returns a part of a description: the term that has it, its label, and the term that it is.
func (p *prover) part(st *step, i int) (whole, label, part int) {
	need(len(st.Parts[i]) == 2, "a part is two numbers")
	c := p.cite(st.Parts[i][0])
	x := c.Is.Parts[st.Parts[i][1]]
	return c.Term, x[0], x[1]
}

// premise returns the conclusion of an earlier step, which must be of this kind.
func (p *prover) premise(st *step, i int, kind string) *conclusion {
	c := &p.proved[st.By[i]]
	p.used[fmt.Sprint("step ", st.By[i])] = true
	need(c.kind == kind, "step %d does not prove what is needed", st.By[i])
	return c
}

// equal checks that a premise proves that one term is equal to another.
func (p *prover) equal(st *step, i, x, y int) {
	c := p.premise(st, i, "chain")
	need(c.x == x && c.y == y, "step %d is about other terms", st.By[i])
}

// step returns what a step proves.
func (p *prover) step(st *step) (c conclusion) {
	parts, by := 0, len(st.By) // how many the rule has
	switch st.Rule {
	case "given":
		ends := p.cite(st.Of).Equal
		c, by = conclusion{kind: "link", x: min(ends[0], ends[1]), y: max(ends[0], ends[1])}, 0
	case "chain":
		c = conclusion{kind: "chain", x: st.Of, y: st.Of}
		for i := range st.By {
			l := p.premise(st, i, "link")
			need(c.y == l.x || c.y == l.y, "step %d does not continue the chain", st.By[i])
			c.y = l.x + l.y - c.y
		}
	case "label":
		u, l, x := p.part(st, 0)
		v, m, y := p.part(st, 1)
		p.equal(st, 0, u, v)
		if c, parts, by = (conclusion{kind: "link", x: min(x, y), y: max(x, y)}), 2, 1; l != m {
			need(p.isIndex(l) && p.isIndex(m), "the labels differ") // both lead to members
			w := p.premise(st, 1, "vector")
			need(w.x == u || w.x == v, "step %d is about another term", st.By[1])
			by = 2
		}
	case "fact":
		g := p.cite(st.Of)
		c, by = conclusion{kind: "fact", x: g.Term, claim: p.claim(g.Is)}, 0
	case "unfold":
		whole, l, x := p.part(st, 0)
		of := p.premise(st, 1, "fact")
		p.equal(st, 0, whole, of.x)
		t := p.below(of.claim.atype, l)
		need(t > 0, "the type has no such part")
		c, parts, by = conclusion{kind: "fact", x: x, claim: p.claim(&pattern{Type: t})}, 1, 2
	case "vector", "clash": // equations of a term with others, and then as many facts about the others
		n, x, all := by/2, p.premise(st, 0, "chain").x, []claim(nil)
		for i := range n {
			f := p.premise(st, n+i, "fact")
			p.equal(st, i, x, f.x)
			all = append(all, f.claim)
		}
		if c, by = (conclusion{kind: "end"}), 2*n; st.Rule == "vector" {
			c, all = conclusion{kind: "vector", x: x}, append(all, claim{shapes: [3]bool{true, true, false}})
		}
		need(!p.possible(all...), "the facts do not contradict each other, or anything but a vector")
	case "relation": // for each read an equation with a term, and a fact about it, a part of it, or nothing
		f := &p.Firings[st.Of]
		need(p.cite(f.Relation).Relation != "", "constraint %d does not state a relation", f.Relation)
		p.used[fmt.Sprint("firing ", st.Of)] = true
		if c, by = (conclusion{kind: "fires", x: st.Of}), 0; len(f.Gives) == 0 {
			c = conclusion{kind: "end"}
		}
		for _, r := range f.Reads {
			if r.Is != nil {
				fact := p.premise(st, by+1, "fact")
				need(fmt.Sprint(fact.claim) == fmt.Sprint(p.claim(r.Is)), "step %d is not what it reads", st.By[by+1])
				p.equal(st, by, r.Term, fact.x)
				by++
			} else if r.Part != nil {
				whole, l, part := p.part(st, parts)
				need(l == r.Part[0] && part == r.Part[1], "the part %v is not what it reads", st.Parts[parts])
				p.equal(st, by, r.Term, whole)
				parts++
			} else {
				p.equal(st, by, r.Term, r.Equal[0])
			}
			by++
		}
	}
	of := slices.Contains([]string{"given", "chain", "fact", "relation"}, st.Rule)
	need(c.kind != "" && len(st.Parts) == parts && len(st.By) == by && (of || st.Of == 0), "there is no such rule")
	return c
}

// A group has definitions that are derived together, with the constraints of their bodies. A use states that some terms
// are instances of the roots of a definition's signature, such as its input and its output.
type group struct {
	Terms             int
	Constraints       []constraint
	Definitions, Uses []struct {
		Name  string
		At    [3]int
		Of    [2]int // of a use: the group and the definition in it
		Roots []int  // terms
	}
}

// A typing has the classes of the terms of a group. Parts of their patterns are classes.
type typing struct {
	Patterns []pattern
	Classes  []int // by term
	names    *names
	claims   [][]claim // by class
	used     map[int]bool
}

// at returns a class or, below 0, its type.
func (t *typing) at(class int) int {
	t.used[class] = true
	if of := t.Patterns[class].Type; of > 0 {
		return -of
	}
	return class
}

// say adds a claim about a class.
func (t *typing) say(class int, c claim) {
	if class >= 0 {
		t.claims[class] = append(t.claims[class], c)
	} else {
		need(t.names.possible(c, t.names.claim(&pattern{Type: -class})), "a term cannot have its type")
	}
}

// below returns the part of a class under a label.
func (t *typing) below(class, label int) int {
	if class < 0 {
		of := t.names.below(-class, label)
		need(of > 0, "a type has no such part")
		return -of
	}
	p := &t.Patterns[class]
	if slices.Equal(p.Shapes, shapes[2:]) && t.names.isIndex(label) {
		label = 0
	}
	return t.at(p.Parts[slices.IndexFunc(p.Parts, func(x []int) bool { return x[0] == label })][1])
}

// use checks that a signature fits at some terms: each of its classes is one class here.
func (t *typing) use(of *typing, roots, terms []int) {
	is, queue := make(map[int]int), []int(nil)
	same := func(class, here int) {
		if _, ok := is[class]; !ok {
			is[class], queue = here, append(queue, class)
		}
		need(is[class] == here, "equal parts of a signature are different at a use of it")
	}
	for i, x := range terms {
		same(of.Classes[roots[i]], t.at(t.Classes[x]))
	}
	for ; len(queue) > 0; queue = queue[1:] {
		t.say(is[queue[0]], t.names.claim(&of.Patterns[queue[0]]))
		for _, p := range of.Patterns[queue[0]].Parts {
			same(p[1], t.below(is[queue[0]], p[0]))
		}
	}
}

// check checks that each class is exactly what all claims about it say together. It does not check that they require a
// type: use and say check only that the type satisfies them.
func (t *typing) check() {
	for i, claims := range t.claims {
		sum, is := claim{}, t.names.claim(&t.Patterns[i])
		for shape := range shapes {
			one := claim{shapes: [3]bool{shape == 0, shape == 1, shape == 2}}
			sum.shapes[shape] = t.names.possible(append(slices.Clone(claims), one)...)
		}
		vector := sum.shapes == [3]bool{2: true}
		for _, c := range claims {
			sum.closed, sum.dynamic = sum.closed || c.closed && !vector, sum.dynamic || c.dynamic
			sum.built, sum.atype = max(sum.built, c.built), max(sum.atype, c.atype)
			sum.labels = append(sum.labels, c.labels...)
		}
		if sum.labels = set(sum.labels); vector && len(sum.labels) > 0 {
			sum.labels = []int{0}
		}
		same := is.atype > 0 || fmt.Sprint(is) == fmt.Sprint(sum)
		need(t.used[i] && same, "class %d is not what its constraints say", i)
	}
}

// checkSignatures checks that every constraint of each group holds.
func (p *program) checkSignatures(typings []typing, count map[string]int) {
	p.Signatures.names.check()
	need(len(typings) == len(p.Signatures.Groups), "the numbers of typings and groups differ")
	for i := range typings {
		t, g := &typings[i], &p.Signatures.Groups[i]
		need(len(t.Classes) == g.Terms, "group %d: the numbers of classes and terms differ", i)
		t.names, t.claims, t.used = &p.Signatures.names, make([][]claim, len(t.Patterns)), make(map[int]bool)
		for j, c := range g.Constraints {
			for _, x := range c.Equal {
				need(t.Classes[c.Equal[0]] == t.Classes[x], "the terms of constraint %d are not equal", j)
			}
			if c.Is != nil {
				whole := t.at(t.Classes[c.Term])
				t.say(whole, t.names.claim(c.Is))
				for _, x := range c.Is.Parts {
					need(t.below(whole, x[0]) == t.at(t.Classes[x[1]]), "constraint %d does not hold", j)
				}
			}
		}
		for _, u := range g.Uses {
			t.use(&typings[u.Of[0]], p.Signatures.Groups[u.Of[0]].Definitions[u.Of[1]].Roots, u.Roots)
		}
		for _, class := range t.Classes {
			t.at(class)
		}
		t.check()
		trust(g.Constraints, count)
		count["signatures checked"] += len(g.Definitions)
	}
}
