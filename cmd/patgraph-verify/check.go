package main

import (
	"cmp"
	"fmt"
	"maps"
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
	if c.built != 0 { // it has all labels of the constructor
		c.closed, c.labels, names = true, slices.Clone(s.Constructors[c.built-1].Labels), shapes[:1]
	}
	if x := p.Type; x != 0 {
		t := &s.Types[x-1]
		c.closed, c.atype, c.built, names = t.Literals == "" && t.Shape != "vector", x, t.Constructor, []string{t.Shape}
		for i := 0; t.Literals == "" && i < len(t.Parts); i++ {
			c.labels = append(c.labels, t.Parts[i][0])
		}
	}
	known := slices.DeleteFunc(slices.Clone(shapes[:]), func(x string) bool { return !slices.Contains(names, x) })
	for i, shape := range shapes {
		c.shapes[i] = slices.Contains(names, shape)
	}
	c.labels = set(c.labels)
	need(len(known) == len(names) && n <= len(c.labels) && slices.Min(append(c.labels, 0)) == 0 &&
		slices.Max(append(c.labels, 0)) < len(s.Labels), "a shape or a label is unknown, or occurs twice")
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
	for _, p := range x.Parts {
		if p[0] == label || x.Shape == "vector" && s.isIndex(label) {
			return p[1]
		}
	}
	return 0
}

// sum returns what some claims say together, with the fewest labels. It has no shape if they contradict each other.
func (s *names) sum(claims ...claim) (sum claim) {
	fits := true
	for _, c := range claims {
		fits = fits && (c.atype == 0 || sum.atype == 0 || c.atype == sum.atype) &&
			!(c.closed && sum.closed && c.built != sum.built)
		sum.atype, sum.built = max(sum.atype, c.atype), max(sum.built, c.built)
		sum.closed, sum.dynamic = sum.closed || c.closed, sum.dynamic || c.dynamic
		sum.labels = append(sum.labels, c.labels...)
	}
	sum.labels = set(sum.labels)
	atom := sum.atype > 0 && s.Types[sum.atype-1].Literals != ""
	for i := range shapes {
		sum.shapes[i] = fits
		for _, c := range claims {
			sum.shapes[i] = sum.shapes[i] && c.shapes[i] &&
				!(c.closed && (atom || i < 2 && len(c.labels) != len(sum.labels)))
		}
		for _, l := range sum.labels {
			sum.shapes[i] = sum.shapes[i] && (i < 2 || s.isIndex(l)) && (!atom || s.below(sum.atype, l) > 0)
		}
	}
	if sum.atype > 0 && sum.shapes != [3]bool{} {
		return s.claim(&pattern{Type: sum.atype})
	} else if sum.shapes == [3]bool{2: true} { // all labels lead to the members
		sum.closed, sum.labels = false, make([]int, min(1, len(sum.labels)))
	}
	return sum
}

// prove checks that each step of a proof follows and is needed, and that the last one contradicts those before.
func (g *system) prove(steps []step, count map[string]int) {
	need(len(steps) > 0 && len(steps) == len(g.Constraints)+len(g.Firings), "the steps do not cite each constraint and firing once")
	need(g.end(steps, -1) == len(steps)-1, "the contradiction is not in the last step")
	for i := range min(len(steps), 100_000/len(steps)) {
		need(g.end(steps, i) < 0, "step %d is not needed", i)
	}
	count["errors proved"]++
	count["steps that were not shown to be needed"] += max(0, len(steps)-100_000/len(steps))
}

// end returns the step that contradicts those before, or -1. It leaves out a step, and the others that depend on it.
func (g *system) end(steps []step, without int) int {
	s, done := &solution{names: &g.names, typed: make(map[int][]int)}, make(map[step]bool)
	s.add(g.Terms)
	for n := -1; n < len(done); {
		n = len(done)
		for i, st := range steps {
			if need(without >= 0 || !done[st], "step %d says nothing new", i); i == without || done[st] {
				continue
			}
			says, follows := g.Constraints, true
			if st.Rule == "given" {
				says = []constraint{says[st.Of]}
			} else {
				need(st.Rule == "relation", "there is no such rule")
				f := &g.Firings[st.Of]
				follows = done[step{"given", f.Relation}] && says[f.Relation].Relation != "" && s.holds(f.Reads)
				says = f.Gives
			}
			if need(without >= 0 || follows, "step %d does not follow", i); follows {
				done[st] = true
				s.state(says)
				if s.solve(); s.clash || len(says) == 0 {
					return i
				}
			}
		}
	}
	return -1
}

// holds reports whether a solution satisfies constraints already.
func (s *solution) holds(list []constraint) bool {
	ok := true
	for _, c := range list {
		differs := func(x int) bool { return s.root(x) != s.root(c.Equal[0]) }
		ok = ok && c.Relation == "" && !slices.ContainsFunc(c.Equal, differs)
		if c.Is != nil {
			x, is := s.root(c.Term), s.what(s.root(c.Term))
			ok = ok && fmt.Sprint(is) == fmt.Sprint(s.sum(is, s.claim(c.Is)))
			for _, p := range c.Is.Parts {
				part, known := s.parts[x][p[0]]
				ok = ok && known && s.root(part) == s.root(p[1])
			}
		}
	}
	return ok
}

// A group has definitions that are derived together. The roots of a use are an instance of those of a definition.
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

// A solution has the classes of terms that constraints require to be equal. The least term of a class is its root.
type solution struct {
	*names
	parent       []int              // by term: a lesser one of its class, or itself
	claims       []map[string]claim // by root
	parts        []map[int]int      // by root: terms, by label
	typed        map[int][]int      // terms, by type
	equal        [][2]int           // terms still to be merged
	fresh        []int              // terms about which there are new claims
	known        int                // terms before the last round
	clash, grown bool               // grown: the last round changed something about known terms
}

func (s *solution) add(terms int) {
	for range terms {
		s.parent = append(s.parent, len(s.parent))
		s.claims, s.parts = append(s.claims, make(map[string]claim)), append(s.parts, make(map[int]int))
	}
}

func (s *solution) root(x int) int {
	for ; s.parent[x] != x; x = s.parent[x] {
		s.parent[x] = s.parent[s.parent[x]]
	}
	return x
}

// say adds a claim about a term, and returns its root.
func (s *solution) say(x int, c claim) int {
	x = s.root(x)
	key := fmt.Sprint(c)
	if _, ok := s.claims[x][key]; !ok {
		s.claims[x][key], s.fresh, s.grown = c, append(s.fresh, x), s.grown || x < s.known
	}
	return x
}

// part adds a part to a root.
func (s *solution) part(x, label, part int) {
	if old, ok := s.parts[x][label]; ok {
		s.equal = append(s.equal, [2]int{old, part})
	}
	s.parts[x][label] = part
}

// state adds constraints.
func (s *solution) state(list []constraint) {
	for _, c := range list {
		for _, x := range c.Equal {
			s.equal = append(s.equal, [2]int{s.root(c.Equal[0]), s.root(x)})
		}
		if c.Is != nil {
			x := s.say(c.Term, s.claim(c.Is))
			for _, part := range c.Is.Parts {
				s.part(x, part[0], s.root(part[1]))
			}
		}
	}
}

// solve merges classes until all constraints hold, or clash.
func (s *solution) solve() {
	for len(s.equal)+len(s.fresh) > 0 && !s.clash {
		for n := len(s.equal) - 1; n >= 0; n = len(s.equal) - 1 {
			x, y := s.root(s.equal[n][0]), s.root(s.equal[n][1])
			if s.equal = s.equal[:n]; x == y {
				continue
			}
			x, y = min(x, y), max(x, y)
			claims, parts := len(s.claims[x]), len(s.parts[x])
			if claims+parts < len(s.claims[y])+len(s.parts[y]) {
				s.claims[x], s.claims[y], s.parts[x], s.parts[y] = s.claims[y], s.claims[x], s.parts[y], s.parts[x]
			}
			maps.Copy(s.claims[x], s.claims[y])
			for label, part := range s.parts[y] {
				s.part(x, label, part)
			}
			s.parent[y], s.claims[y], s.parts[y], s.fresh = x, nil, nil, append(s.fresh, x)
			s.grown = s.grown || x < s.known && (y < s.known || claims+parts < len(s.claims[x])+len(s.parts[x]))
		}
		fresh := set(s.fresh)
		s.fresh = nil
		for _, x := range fresh { // apply what the claims require of its parts, and of other terms of its type
			x, is := s.root(x), s.what(s.root(x))
			s.clash = s.clash || is.shapes == [3]bool{}
			for label, part := range s.parts[x] {
				if is.atype > 0 {
					s.say(part, s.claim(&pattern{Type: s.below(is.atype, label)}))
				} else if label > 0 && len(is.labels) > 0 && is.labels[0] == 0 {
					delete(s.parts[x], label)
					s.part(x, 0, part)
				}
			}
			if is.atype > 0 {
				s.typed[is.atype] = append(s.typed[is.atype], x)
				s.equal = append(s.equal, [2]int{x, s.typed[is.atype][0]})
			}
		}
	}
}

// what returns what all claims about a root say together.
func (s *solution) what(x int) claim { return s.sum(slices.Collect(maps.Values(s.claims[x]))...) }

// use requires that terms are an instance of the roots of a signature, which may be of the same solution.
func (s *solution) use(of *solution, roots, terms []int) {
	here, queue := make(map[int]int), []int(nil)
	instance := func(x int) int {
		x = of.root(x)
		if _, ok := here[x]; !ok {
			here[x], queue = len(s.parent), append(queue, x)
			s.add(1)
		}
		return here[x]
	}
	need(len(roots) == len(terms), "a use and its definition have different numbers of roots")
	for i, x := range terms {
		s.equal = append(s.equal, [2]int{instance(roots[i]), x})
	}
	for ; len(queue) > 0; queue = queue[1:] {
		x := here[queue[0]]
		s.say(x, of.what(queue[0]))
		for label, part := range of.parts[queue[0]] {
			s.part(x, label, instance(part))
		}
	}
}

// is checks that a solution has these classes, by term, and patterns. Equal types and closed patterns are one class.
func (s *solution) is(classes []int, patterns []pattern) {
	class, used, first, queue := make(map[int]int), make(map[int]bool), make(map[int]int), []int(nil)
	same := func(x, of int) { // below 0, it is a type
		x = s.root(x)
		if _, ok := class[x]; !ok {
			class[x], queue = of, append(queue, x)
		}
		need(class[x] == of, "the classes %d and %d are one", class[x], of)
	}
	at := func(of int) int {
		p := patterns[of]
		need(p.Type == 0 || fmt.Sprint(p) == fmt.Sprint(pattern{Type: p.Type}), "class %d says more than its type", of)
		used[cmp.Or(-p.Type, of)] = true
		return cmp.Or(-p.Type, of)
	}
	for x, of := range classes {
		same(x, at(of))
	}
	for ; len(queue) > 0; queue = queue[1:] {
		x, of := queue[0], class[queue[0]]
		is, p := s.what(x), &pattern{Type: -of}
		if of >= 0 {
			p = &patterns[of]
		}
		says := s.claim(p)
		if is.atype == 0 && p.Type > 0 && s.Types[p.Type-1].Literals == "" {
			says.atype = 0
		}
		need(fmt.Sprint(is) == fmt.Sprint(says) && (of < 0 || len(p.Parts) == len(s.parts[x])), "class %d is wrong", of)
		for label, part := range s.parts[x] {
			if of < 0 {
				same(part, -s.below(-of, label))
			} else {
				same(part, at(p.Parts[slices.IndexFunc(p.Parts, func(x []int) bool { return x[0] == label })][1]))
			}
		}
		vector, closed := is.shapes == [3]bool{2: true}, is.closed && !is.shapes[2] && is.shapes[0] != is.shapes[1]
		whole := is.atype > 0 || (closed || vector && len(is.labels) > 0) && len(is.labels) == len(s.parts[x])
		if y, ok := first[of]; ok {
			need(whole, "nothing requires that the terms of class %d are equal", of)
			s.equal = append(s.equal, [2]int{x, y})
		}
		first[of] = x
	}
	need(len(used) == len(patterns), "a class has no term, or two classes are the same type")
	s.solve() // each use then has one instance of each class
}

// checkSignatures checks that each typing is what the constraints of its group require, and nothing more.
func (p *program) checkSignatures(c *certificate, count map[string]int) {
	p.Signatures.names.check()
	known := make([]*solution, len(c.Signatures))
	for i, g := range p.Signatures.Groups {
		t, s := &c.Signatures[i], &solution{names: &p.Signatures.names, typed: make(map[int][]int), grown: true}
		need(len(t.Classes) == g.Terms, "group %d: the numbers of classes and terms differ", i)
		s.add(g.Terms)
		s.state(g.Constraints)
		need(!slices.ContainsFunc(g.Constraints, func(c constraint) bool { return c.Relation != "" }), "it has a relation")
		for _, d := range slices.Concat(g.Definitions, g.Uses) {
			_, _ = s.parent[slices.Min(append(d.Roots, 0))], s.parent[slices.Max(append(d.Roots, 0))]
		}
		known[i] = s
		for limit := 0; s.grown && !s.clash; limit = cmp.Or(limit, 100*len(s.parent)+1<<16) {
			s.known, s.grown = len(s.parent), false // a round adds instances of what the rounds before led to
			need(limit == 0 || s.known <= limit, "group %d: its signatures grow without end", i)
			for _, u := range g.Uses {
				if of := u.Of[0]; of == i || limit == 0 {
					s.use(known[of], p.Signatures.Groups[of].Definitions[u.Of[1]].Roots, u.Roots)
				}
			}
			s.solve()
		}
		need(!s.clash, "group %d: no patterns satisfy its constraints", i)
		s.is(t.Classes, t.Patterns)
		trust(g.Constraints, count)
		count["signatures checked"] += len(g.Definitions)
	}
}
