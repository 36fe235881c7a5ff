package sound

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/lang/k/eval"
	"github.com/patgraph/patgraph/patterns"
	pk "github.com/patgraph/patgraph/patterns/k"
)

// A Violation is a program that violates a law.
type Violation struct {
	Dialect       k.Dialect
	Seed, Program uint64 // the program can be generated again from them
	Law           string
	Message       string
	Source        string // shrunk as far as possible
}

func (v *Violation) Error() string {
	return fmt.Sprintf("%s (%s, seed %d, program %d): %s\n%s", v.Law, v.Dialect, v.Seed, v.Program, v.Message, v.Source)
}

// Counts counts what was checked.
type Counts struct {
	Programs, Accepted, Recursive int
	Definitions, Final            int // of accepted programs; those whose signature is more than a necessary condition
	Instances, Empty              int // of signatures; those without a value, and patterns without a type
	Values                        int // inputs of runs
	Defined, Undefined            int
	Exhausted, Failed             int
	Intermediate                  int // values of expressions within runs
	Changed                       int // programs that were rewritten
	Narrowed                      int // signatures that were compared with narrower ones
	Filtered                      int // signatures that were added as filters
	Compared                      int // programs that the oracle answered
	Ops                           [numOps]int
	Leaves                        [len(leafNames)]int
}

func (c *Counts) add(d *Counts) {
	sum, more := reflect.ValueOf(c).Elem(), reflect.ValueOf(d).Elem()
	add := func(n, m reflect.Value) { n.SetInt(n.Int() + m.Int()) }
	for i := range sum.NumField() {
		n, m := sum.Field(i), more.Field(i)
		if n.Kind() == reflect.Int {
			add(n, m)
			continue
		}
		for j := range n.Len() {
			add(n.Index(j), m.Index(j))
		}
	}
}

// analyzed is a program with its analysis.
type analyzed struct {
	tree   *k.Tree
	result *patterns.Result
	defs   []int32 // by number in the program: the definition in the tree
}

// analyze analyses a text in which name gives the name of definition i.
func analyze(d k.Dialect, source string, name func(i int) string, n int) *analyzed {
	tree, ds := k.ParseAs(lang.NewFile("made.k", []byte(source)), d)
	a := &analyzed{tree: tree, result: pk.AnalyzeTree(context.Background(), tree, ds, pk.Options{Brief: true})}
	at := make(map[string]int32)
	for i := range a.result.Definitions {
		at[a.result.Definitions[i].Name] = int32(i)
	}
	for i := range n {
		d, ok := at[name(i)]
		if !ok {
			d = -1
		}
		a.defs = append(a.defs, d)
	}
	return a
}

func (p *program) analyze() *analyzed { return analyze(p.dialect, p.String(), p.name, len(p.defs)) }

// key returns a text that is equal for equal signatures, also of different programs.
func (a *analyzed) key(d int32) string { return a.result.Key(a.result.Solver.Scheme(d)) }

// fuel is the maximal number of steps of a run.
const fuel = 400

// check generates one program and checks all laws for it.
func check(d k.Dialect, seed, number uint64, counts *Counts) *Violation {
	rnd := rand.New(rand.NewPCG(seed, number))
	p := makeProgram(rnd, d)
	counts.Programs++
	violation := func(law string, err error, q *program) *Violation {
		return &Violation{Dialect: d, Seed: seed, Program: number, Law: law, Message: err.Error(), Source: q.String()}
	}
	var a *analyzed
	if err := guarded(func() error { a = p.analyze(); return nil }); err != nil {
		crashes := func(q *program) bool { return guarded(func() error { q.analyze(); return nil }) != nil }
		return violation("analysis", err, shrink(p, crashes))
	}
	for _, d := range p.defs {
		d.each(func(t *term) {
			counts.Ops[t.op]++
			if t.op == opText {
				counts.Leaves[kindOf(t.text)]++
			}
		})
	}
	for d := range a.result.Definitions {
		if a.result.Solver.Derivation(int32(d)).Recursive {
			counts.Recursive++
			break
		}
	}
	fresh := func() *rand.Rand { return rand.New(rand.NewPCG(seed^0x9e3779b97f4a7c15, number)) }
	for _, law := range laws {
		again := func(q *program) error {
			return guarded(func() error { return law.holds(fresh(), q, q.analyze(), new(Counts)) })
		}
		if err := guarded(func() error { return law.holds(fresh(), p, a, counts) }); err != nil {
			q := shrink(p, func(q *program) bool { return again(q) != nil })
			if small := again(q); small != nil {
				err = small
			}
			return violation(law.name, err, q)
		}
	}
	return nil
}

// guarded turns a panic into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("panic: %v", x)
		}
	}()
	return f()
}

// laws have to hold for every program. They may depend only on their arguments, so that shrinking can check a smaller
// program in the same way.
var laws = []struct {
	name  string
	holds func(*rand.Rand, *program, *analyzed, *Counts) error
}{
	{"soundness", sound},
	{"principality", principal},
	{"writing", rewritten},
	{"oracle", compared},
}

// sound runs accepted definitions on values of instances of their signatures. The result of a run has to belong to the
// output type of the instance, and every intermediate value to its pattern.
func sound(rnd *rand.Rand, p *program, a *analyzed, counts *Counts) error {
	if a.result.Errors() > 0 {
		return nil
	}
	counts.Accepted++
	warned := a.warned()
	names, _ := k.Resolve(a.tree)
	runs := eval.Compile(a.tree, names, nil)
	for i, d := range a.defs {
		counts.Definitions++
		if d < 0 || !isFinal(a.result, d) {
			continue
		}
		counts.Final++
		scheme := a.result.Solver.Scheme(d)
		for range 2 {
			n := instantiate(rnd, a.result, scheme)
			if n == nil || n.height[scheme.Roots[0]] >= noValue {
				counts.Empty++
				continue
			}
			counts.Instances++
			for try := range 2 {
				budget := 2 + rnd.IntN(20)
				in := n.value(rnd, scheme.Roots[0], &budget)
				o := eval.Options{Fuel: fuel, Memory: 1 << 20}
				w := newWitness(a.result, a.tree)
				if try == 0 {
					o.Observer = w // slower than the rest
				}
				out := runs.Run(d, in, o)
				for len(w.calls) > 0 {
					w.end()
				}
				counts.Values++
				counts.Intermediate += w.seen
				if err := judge(p, warned, n, scheme.Roots[1], out, counts); err != nil {
					return fmt.Errorf("%s on %s: %w\n%s", p.name(i), eval.JSON(in), err, n)
				}
				if w.wrong != nil && !p.unknowns && !warned {
					return fmt.Errorf("%s on %s: %w", p.name(i), eval.JSON(in), w.wrong)
				}
			}
		}
	}
	return nil
}

// warned reports whether a run may fail because of a pipe or caret outside boxing, which P0508 reports.
func (a *analyzed) warned() bool {
	return slices.ContainsFunc(a.result.Diagnostics, func(d lang.Diagnostic) bool { return d.Code == lang.Boxing })
}

// judge returns an error if the outcome of a run is not allowed; a program with a warning may fail.
func judge(p *program, warned bool, n *instance, to int32, out eval.Outcome, counts *Counts) error {
	switch out.Verdict {
	case lang.Defined:
		counts.Defined++
		if p.unknowns || !isSmall(out.Value) || warned && eval.OpenWithin(out.Value) {
			return nil // an open value within another value has no type
		}
		given := []eval.Value{out.Value}
		if out.Value.Kind() == eval.Open {
			given = eval.Parts(out.Value) // the pattern describes the results
		}
		for _, v := range given {
			if !n.has(to, v) {
				return fmt.Errorf("gives %s, which is not of S%d", eval.Short(v, 200), to)
			}
		}
	case lang.Undefined:
		counts.Undefined++
	case lang.OutOfFuel, lang.Endless, lang.OutOfMemory:
		counts.Exhausted++
	case lang.Failed:
		counts.Failed++
		if !warned && !p.unknowns {
			return fmt.Errorf("fails: %w", out.Error)
		}
	}
	return nil
}

// shrink makes a program smaller as long as a property holds.
func shrink(p *program, stays func(*program) bool) *program {
	smaller := true
	for rounds := 0; smaller && rounds < 40; rounds++ {
		smaller = false
		for d := len(p.defs) - 1; d >= 0; d-- {
			if q, ok := p.without(d); ok && stays(q) {
				p, smaller = q, true
			}
		}
		for d := range p.defs {
			for at := 0; at < p.defs[d].size(); at++ {
				for _, t := range p.defs[d].nth(at).simpler() {
					q := p.clone()
					q.defs[d] = q.defs[d].replaced(at, t.clone())
					if q.size() < p.size() && stays(q) {
						p, smaller = q, true
						break
					}
				}
			}
		}
	}
	return p
}

// without removes a definition that no other one refers to.
func (p *program) without(d int) (*program, bool) {
	used := len(p.defs) == 1
	for i, t := range p.defs {
		t.each(func(t *term) { used = used || i != d && t.op == opRef && t.ref == d })
	}
	if used {
		return nil, false
	}
	q := p.clone()
	q.defs = slices.Delete(q.defs, d, d+1)
	for _, t := range q.defs {
		t.each(func(t *term) {
			if t.op == opRef && t.ref > d {
				t.ref--
			}
		})
	}
	return q, true
}

// simpler lists terms that may replace a term.
func (t *term) simpler() []*term {
	list := slices.Clone(t.kids)
	if t.op != opText {
		list = append(list, leaf("()"))
	}
	if len(t.kids) > 1 {
		for i := range t.kids {
			c := t.clone()
			c.kids = slices.Delete(c.kids, i, i+1)
			if c.labels != nil {
				c.labels = slices.Delete(c.labels, i, i+1)
			}
			list = append(list, c)
		}
	}
	return list
}

// nth returns a term by its number, parents first.
func (t *term) nth(n int) (found *term) {
	t.each(func(u *term) {
		if n == 0 {
			found = u
		}
		n--
	})
	return found
}

// replaced returns a term with its n-th term replaced.
func (t *term) replaced(n int, by *term) *term {
	if n == 0 {
		return by
	}
	*t.nth(n) = *by
	return t
}
