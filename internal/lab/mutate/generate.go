package mutate

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// A Mutant is a program with an edit in one place, or in two.
type Mutant struct {
	Language *Language
	ID       string // program/operator/number
	Program  string
	Operator string
	Split    string
	Seed     uint64
	Original []byte
	Source   []byte
	Edits    []lang.Edit // of the original, sorted
	Truths   []Truth     // one for each edit that is an error by itself

	// Apart means, for two edits, that neither is in a definition that the other affects: no definition with an error
	// of one edit uses a definition with an error of the other. Otherwise both are in one definition, at some distance.
	Apart bool

	// Independent means, for two edits, that each is an error whatever replaces the other: with a hole there, the
	// program is still rejected.
	Independent bool
}

// Options select the mutants that are made.
type Options struct {
	Seed      uint64
	Per       int      // maximal number for each program and operator; 0: 12
	Dialect   string   // of the programs; empty: all
	Split     string   // Fit, Test or empty for both
	Operators []string // nil: all
	Jobs      int      // programs that are mutated in parallel; 0: 1
}

const defaultPer = 12

// Generate makes the mutants of programs, ordered by program and operator. They depend on the seed, on the programs and
// on the texts that the analyzer rejects, but not on its reports.
func Generate(programs []Program, o Options) []Mutant {
	o.Per = cmp.Or(o.Per, defaultPer)
	var chosen []*Program
	for i := range programs {
		p := &programs[i]
		if (o.Split == "" || p.Split == o.Split) && (o.Dialect == "" || p.Dialect == o.Dialect) {
			chosen = append(chosen, p)
		}
	}
	made := make([][]Mutant, len(chosen))
	parallel(o.Jobs, len(chosen), func(i int) { made[i] = newGenerator(chosen[i], o).all() })
	return slices.Concat(made...)
}

// parallel calls do for the numbers below n, at most jobs at one time.
func parallel(jobs, n int, do func(i int)) {
	var group errgroup.Group
	group.SetLimit(max(1, jobs))
	for i := range n {
		group.Go(func() error {
			do(i)
			return nil
		})
	}
	_ = group.Wait() // no job returns an error
}

// A generator makes the mutants of one program.
type generator struct {
	*Program
	subject
	distance [][]int // see subject.calls
	o        Options
	seen     map[string]bool
	result   *patterns.Result // the next analysis reuses its memory
}

func newGenerator(p *Program, o Options) *generator {
	s := p.Language.subject(p)
	return &generator{Program: p, subject: s, distance: s.calls(), o: o, seen: map[string]bool{string(p.Source): true}}
}

// random returns the random source of one operator. It does not depend on the other selected operators.
func (g *generator) random(operator string) *rand.Rand {
	return rand.New(rand.NewPCG(g.o.Seed, hash(g.Name, operator)))
}

func (g *generator) all() []Mutant {
	var mutants []Mutant
	for _, op := range g.Language.Operators {
		if len(g.o.Operators) > 0 && !slices.Contains(g.o.Operators, op) {
			continue
		}
		clear(g.seen)
		var made []Mutant
		switch op {
		case "two-edits":
			made = g.twoEdits()
		case "far-edit":
			made = g.farEdits()
		default:
			made = g.single(op)
		}
		for i := range made {
			m := &made[i]
			m.ID = fmt.Sprintf("%s/%s/%02d", g.Name, op, i)
			m.Language, m.Program, m.Operator, m.Split, m.Seed, m.Original = g.Language, g.Name, op, g.Split,
				g.o.Seed, g.Source
		}
		mutants = append(mutants, made...)
	}
	return mutants
}

// single tries the candidates of an operator with one edit until there are enough mutants.
func (g *generator) single(op string) []Mutant {
	r := g.random(op)
	list := g.candidates(op, r)
	var made []Mutant
	for _, i := range r.Perm(len(list)) {
		if len(made) == g.o.Per || g.Most > 0 && len(made) == g.Most {
			break
		}
		if m, _, ok := g.try(list[i]); ok {
			made = append(made, m)
		}
	}
	return made
}

// try turns a candidate into a mutant if its text parses, is new, and has errors of the expected kind and no others. It
// also returns the definitions in whose derivation these arise.
func (g *generator) try(c *candidate) (m Mutant, conflicts []int32, ok bool) {
	source := apply(g.Source, c.edits)
	if g.seen[string(source)] {
		return m, nil, false
	}
	g.seen[string(source)] = true
	r := g.analyze(source)
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == lang.Error {
			if !g.Language.expects(d) {
				return m, nil, false
			}
			ok = true
		}
	}
	if !ok {
		return m, nil, false
	}
	for d := range r.Definitions {
		if len(r.Solver.Conflicts(int32(d))) > 0 {
			conflicts = append(conflicts, int32(d))
		}
	}
	m = Mutant{Source: source, Edits: c.edits}
	for _, t := range c.truths {
		truth := Truth{Definition: t.definition}
		for _, p := range t.places {
			if place := c.place(p); place.Span.Start < place.Span.End {
				truth.Places = append(truth.Places, place)
			}
		}
		m.Truths = append(m.Truths, truth)
	}
	return m, conflicts, true
}

// analyze analyses a text, reusing the memory of the previous result.
func (g *generator) analyze(source []byte) *patterns.Result {
	g.result = g.Language.analyze(g.Name, source, true, g.result)
	return g.result
}

// A mutation is an edit that is an error by itself.
type mutation struct {
	*candidate
	conflicts []int32
}

// mutations returns edits of all operators that change a definition, each an error by itself, in random order.
func (g *generator) mutations(r *rand.Rand, per int) []mutation {
	var list []mutation
	for _, op := range g.Language.Operators {
		if !g.Language.inDefinition(op) {
			continue
		}
		all := g.candidates(op, r)
		n := 0
		for _, i := range r.Perm(len(all)) {
			if n == per {
				break
			}
			if _, conflicts, ok := g.try(all[i]); ok {
				list = append(list, mutation{all[i], conflicts})
				n++
			}
		}
	}
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// near is the distance in bytes below which two edits of one definition count as one mistake.
const near = 60

// twoEdits joins pairs of edits that are errors by themselves. In half of the mutants the edits are apart, as far as
// there are such pairs.
func (g *generator) twoEdits() []Mutant {
	list := g.mutations(g.random("two-edits"), g.o.Per/2+1)
	var made [2][]Mutant
	for i := range list {
		for j := i + 1; j < min(len(list), i+12); j++ {
			a, b := &list[i], &list[j]
			kind := 0
			switch apart, same := g.apart(a, b), far(a, b); {
			case apart:
			case same && a.truths[0].def == b.truths[0].def:
				kind = 1
			default:
				continue
			}
			if len(made[kind]) == (g.o.Per+1-kind)/2 {
				continue
			}
			if m, _, ok := g.try(join(a.candidate, b.candidate)); ok {
				m.Apart = kind == 0
				m.Independent = m.Apart || g.independent(&m)
				made[kind] = append(made[kind], m)
				break
			}
		}
	}
	return slices.Concat(made[0], made[1])
}

// apart reports whether neither of two edits is in a definition that the other affects.
func (g *generator) apart(a, b *mutation) bool {
	x := append([]int32{a.truths[0].def}, a.conflicts...)
	y := append([]int32{b.truths[0].def}, b.conflicts...)
	for _, d := range x {
		for _, e := range y {
			if d == e || g.distance[d][e] > 0 || g.distance[e][d] > 0 {
				return false
			}
		}
	}
	return true
}

// far reports whether two edits are at some distance from each other.
func far(a, b *mutation) bool {
	x, y := a.around(), b.around()
	return x.End+near < y.Start || y.End+near < x.Start
}

// independent reports whether each of two edits is an error whatever replaces the other.
func (g *generator) independent(m *Mutant) bool {
	for i := range m.Truths {
		hole, ok := g.Language.hole(m, &m.Truths[i])
		if !ok {
			return false
		}
		source := apply(m.Source, []lang.Edit{hole})
		if g.analyze(source).Errors() == 0 {
			return false
		}
	}
	return true
}

// farEdits returns edits of one definition whose errors all arise in definitions that are two calls away or more.
func (g *generator) farEdits() []Mutant {
	r := g.random("far-edit")
	var list []*candidate
	for _, op := range g.Language.Operators {
		if !g.Language.inDefinition(op) {
			continue
		}
		for _, c := range g.candidates(op, r) {
			if slices.ContainsFunc(g.distance, func(calls []int) bool { return calls[c.truths[0].def] >= 2 }) {
				list = append(list, c)
			}
		}
	}
	var made []Mutant
	order := r.Perm(len(list))
	for _, i := range order[:min(len(order), 60*g.o.Per)] {
		if len(made) == g.o.Per {
			break
		}
		c := list[i]
		m, conflicts, ok := g.try(c)
		if ok && !slices.ContainsFunc(conflicts, func(d int32) bool { return g.distance[d][c.truths[0].def] < 2 }) {
			made = append(made, m)
		}
	}
	return made
}

// parse parses a text without syntax errors.
func parse(name string, source []byte) *k.Tree {
	t, _ := k.Parse(lang.NewFile(name+".k", source))
	return t
}
