package account

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// Forms are the ways to tell of a derivation. The first is the language's own: its text with the variables.
var Forms = []string{"annotated", "constraints", "substitution", "log"}

// An Account is what is noted of the derivation of a definition.
type Account struct {
	Graph   *unify.Graph
	Binding *relation.Binding
	Machine *relation.Machine
	Spell   func(unify.Node) string // what is known of a node before anything is solved
	Type    func(unify.Node) string // what is known of it by now, as its type is written; nothing: "_"
	Parts   func(unify.Node) string // likewise, with a name for each part that is not known; nothing: what begins with "_"

	requests  []request
	relations int // of them
	pending   []pending
	variables map[unify.Node]string
	holes     map[unify.Node]string
	log       []logged
}

// A Call is the use of a relation.
type Call struct {
	Relation *relation.Relation
	Attrs    []relation.Value
	Args     []unify.Node
	Reason   unify.Reason
	Span     lang.Span
	Stated   func(first int32) // is called with the instance of the relation when it is stated
}

// A request is an equation or a relation that was stated.
type request struct {
	name   string // C1, R1
	says   string
	reason string
	at     lang.Span
}

type pending struct {
	request int
	call    Call
	done    []bool // by rule: the relation itself, then what stands beside it
}

type logged struct {
	generation int
	request    int
	outcome    string
}

// Begin forgets what was noted: the definition is derived from the beginning.
func (a *Account) Begin() {
	a.variables, a.holes = make(map[unify.Node]string), make(map[unify.Node]string)
	a.requests, a.relations, a.pending, a.log = nil, 0, nil, nil
}

// AddVariable gives a node a variable, the next one, unless it has one.
func (a *Account) AddVariable(n unify.Node) {
	if _, known := a.variables[n]; !known {
		a.variables[n] = "'" + strconv.Itoa(len(a.variables))
	}
}

// number is the number of the variable of a node.
func (a *Account) number(n unify.Node) int {
	i, _ := strconv.Atoi(a.variables[n][1:])
	return i
}

// Variable is that of a node.
func (a *Account) Variable(n unify.Node) (name string, ok bool) {
	name, ok = a.variables[n]
	return name, ok
}

// Hole is the name of something that is not known.
func (a *Account) Hole(n unify.Node) string {
	if _, ok := a.holes[n]; !ok {
		a.holes[n] = "_" + strconv.Itoa(len(a.holes))
	}
	return a.holes[n]
}

// request notes an equation, C, or a relation, R.
func (a *Account) request(kind, says, reason string, at lang.Span) int {
	n := 1
	if kind == "R" {
		n += a.relations
		a.relations++
	} else {
		n += len(a.requests) - a.relations
	}
	a.requests = append(a.requests, request{kind + strconv.Itoa(n), says, reason, at})
	return len(a.requests) - 1
}

func (a *Account) logs(generation, request int, outcome string) {
	if request >= 0 {
		a.log = append(a.log, logged{generation, request, outcome})
	}
}

// Equation notes an equation, and what it comes to when it is stated. Without tell nothing is told of it.
func (a *Account) Equation(x, y unify.Node, reason string, at lang.Span, tell bool, state func()) {
	g := a.Graph
	says := a.Spell(x) + " = " + a.Spell(y)
	if !tell {
		state()
		return
	}
	i := a.request("C", says, reason, at)
	outcome := "decomposed into the equations of its parts"
	f, h := g.Flat(g.Find(x)), g.Flat(g.Find(y))
	switch {
	case g.Find(x) == g.Find(y):
		outcome = "trivially true"
	case f == unify.Open && h == unify.Open:
		outcome = "merged"
	case f == unify.Open || h == unify.Open:
		outcome = "bound"
	}
	conflicts := len(g.Conflicts())
	state()
	g.Solve()
	if len(g.Conflicts()) > conflicts {
		outcome = "conflict"
	} else {
		outcome += ", root " + strconv.Itoa(int(g.Find(x)))
	}
	a.logs(0, i, outcome)
}

// Relation notes a relation that is to be stated. Without tell nothing is told of it.
func (a *Account) Relation(c Call, tell bool) {
	var values, of []string
	for _, v := range c.Attrs {
		values = append(values, v.String())
	}
	name := strings.ToLower(c.Relation.Name)
	if len(values) > 0 {
		name += "(" + strings.Join(values, ",") + ")"
	}
	for _, x := range c.Args[:c.Relation.Arity] {
		of = append(of, a.Spell(x))
	}
	i := -1
	if tell {
		i = a.request("R", name+" "+strings.Join(of, " "), "rule", c.Span)
	}
	a.pending = append(a.pending, pending{i, c, make([]bool, 1+len(c.Relation.Early))})
}

// Generations runs the relations in the order in which they were noted, again and again, as long as one has
// something to say. Those that are stuck are stated at last.
func (a *Account) Generations() {
	g := a.Graph
	for generation, again := 1, true; again; generation++ {
		again = false
		for k := range a.pending {
			x := &a.pending[k]
			before, conflicts, news, was := a.values(x.call.Args), len(g.Conflicts()), false, x.done[0]
			for rule := len(x.done) - 1; rule >= 0; rule-- {
				g.Solve()
				if x.done[rule] {
					continue
				}
				if _, out := a.run(&x.call, rule); out.State != relation.Waits {
					x.done[rule], news = true, true
					a.state(&x.call, rule)
				}
			}
			g.Solve()
			var says []string
			for i, text := range a.values(x.call.Args) {
				if text != before[i] && i < x.call.Relation.Arity {
					says = append(says, a.Spell(x.call.Args[i])+" = "+text)
				}
			}
			if !news || says == nil && (was || !x.done[0]) && len(g.Conflicts()) == conflicts {
				continue
			}
			outcome := "done"
			switch {
			case len(g.Conflicts()) > conflicts:
				outcome = "conflict"
			case !x.done[0]:
				outcome = "progress"
			}
			if again = true; says != nil {
				outcome += ": " + strings.Join(says, ", ")
			}
			a.logs(generation, x.request, outcome)
		}
	}
	for k := range a.pending {
		x := &a.pending[k]
		if x.done[0] {
			continue
		}
		var on []string
		v, out := a.run(&x.call, 0)
		for _, n := range out.Waits {
			if at, ok := v.Pattern(n); ok {
				on = append(on, a.Spell(at))
			}
		}
		a.logs(0, x.request, "stuck on "+strings.Join(slices.Compact(on), ", "))
		for rule, done := range x.done {
			if !done {
				a.state(&x.call, rule)
			}
		}
	}
	g.Solve()
}

// run looks what a relation, or what stands beside it, would say now.
func (a *Account) run(c *Call, rule int) (*relation.Over, *relation.Outcome) {
	v := a.Binding.Over(a.Graph)
	return v, a.Machine.Run(v, c.Relation, rule-1, v.Numbers(c.Args), c.Attrs)
}

func (a *Account) state(c *Call, rule int) {
	i := a.Graph.Relate(a.Binding.Rule(c.Relation, rule-1, c.Attrs), c.Reason, c.Args...)
	if rule == 0 {
		c.Stated(i)
	}
}

func (a *Account) values(args []unify.Node) (list []string) {
	for _, n := range args {
		text := a.Parts(n)
		if text[0] == '_' {
			text = ""
		}
		list = append(list, text)
	}
	return list
}

// Lines reports the derivation in a form, which is not the first one: lines of cells.
func (a *Account) Lines(form string, f *lang.File) (lines [][]string) {
	switch form {
	case "constraints":
		for _, r := range a.requests {
			lines = append(lines, []string{r.name, r.says, r.reason, f.Position(r.at.Start).String()})
		}
	case "substitution":
		return a.substitution()
	case "log":
		for _, l := range a.log {
			r := &a.requests[l.request]
			lines = append(lines, []string{strconv.Itoa(l.generation), r.name, r.says, l.outcome})
		}
	}
	return lines
}

// substitution says what each variable has come to; those that are one and not known stand together.
func (a *Account) substitution() (lines [][]string) {
	open := make(map[unify.Node][]string)
	var order []unify.Node
	variables := slices.SortedFunc(maps.Keys(a.variables), func(x, y unify.Node) int { return cmp.Compare(a.number(x), a.number(y)) })
	for _, n := range variables {
		if text := a.Type(n); text != "_" {
			lines = append(lines, []string{a.variables[n], text})
			continue
		}
		class := a.Graph.Find(n)
		if open[class] == nil {
			order = append(order, class)
		}
		open[class] = append(open[class], a.variables[n])
	}
	for _, class := range order {
		says := "unknown"
		if len(open[class]) > 1 {
			says = "same, unknown"
		}
		lines = append(lines, []string{strings.Join(open[class], ", ") + ":", says})
	}
	return lines
}
