package tensorscript

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// A textbook is a derivation of a definition in the way of textbooks: first all equations, one by one, then relations
// in generations. Each generation runs the relations that can decide something after the previous one. The textbook
// records the steps; the ordinary derivation has another order and does not record such steps.
type textbook struct {
	p        *program
	d        int32
	function int32                // the declaration of the only shown function; -1: all are shown
	sites    map[unify.Node]int32 // by node of the definition

	steps     []step
	relations int // how many of the steps are relations
	waiting   []application
	variables map[unify.Node]string // '0, '1 and so on
	holes     map[unify.Node]string // _0, _1 and so on
	log       []logLine
}

// A step is an equation or a relation that a rule states.
type step struct {
	name   string // C1, R1
	says   string
	reason string
	at     lang.Span
}

// An application is a relation with its arguments.
type application struct {
	step   int // -1: not shown
	of     *operation
	args   []unify.Node
	reason unify.Reason
	done   []bool // by rule: the relation itself, then its clauses
}

// A logLine is the outcome of a step in a generation; equations are generation 0.
type logLine struct {
	generation, step int
	outcome          string
}

// textbookForms are the ways to show a derivation. The first one is the text of the program with its variables.
var textbookForms = []string{"annotated", "constraints", "substitution", "log"}

var _ patterns.Accountant = (*program)(nil)

// Accounts returns the forms of Account.
func (p *program) Accounts() []string { return textbookForms }

// Account shows the derivation of a definition, or of one of its functions, in a form: lines of cells.
func (p *program) Account(d int32, function, form string) (lines [][]string, ok bool) {
	decl := int32(-1)
	if function != "" {
		if decl = p.function(d, function); decl < 0 {
			return nil, false
		}
	}
	t := &textbook{d: d, function: decl}
	q := derivedWith(p.File, p.options, p.watch, nil, t)
	if !q.Solver.Derivation(d).Derived {
		return nil, slices.Contains(textbookForms, form)
	}
	switch form {
	case "annotated":
		return t.annotated(), true
	case "constraints":
		for _, s := range t.steps {
			lines = append(lines, []string{s.name, s.says, s.reason, q.File.Position(s.at.Start).String()})
		}
		return lines, true
	case "substitution":
		return t.substitution(), true
	case "log":
		for _, l := range t.log {
			s := &t.steps[l.step]
			lines = append(lines, []string{strconv.Itoa(l.generation), s.name, s.says, l.outcome})
		}
		return lines, true
	}
	return nil, false
}

// begin starts the derivation and assigns variables to the stages of the definition.
func (t *textbook) begin(p *program) {
	*t = textbook{
		p: p, d: t.d, function: t.function,
		sites: make(map[unify.Node]int32), variables: make(map[unify.Node]string), holes: make(map[unify.Node]string),
	}
	for site := p.Defs[t.d].First; site < p.Defs[t.d].Root; site++ {
		in, out := p.Opened(t.d, site)
		t.sites[in], t.sites[out] = site, site
	}
	b := body{p, t.d}
	for _, f := range p.stagesOf(t.d) {
		if !t.shows(f.decl) {
			continue
		}
		for _, id := range p.chosenOf(f.decl) {
			if p.isComputed(id) {
				t.addVariable(b.of(p.tree.Kids(id)[0]))
			}
			t.addVariable(b.of(id))
		}
		for _, id := range f.stages {
			if c := p.callee(id); p.called[id] != nil || p.scoped[id] == staged {
				t.addVariable(b.into(id))
				if c.kind != aView {
					t.addVariable(b.of(id))
				}
			}
		}
	}
}

// derives reports whether a textbook is about a definition; a nil textbook is about none.
func (t *textbook) derives(d int32) bool { return t != nil && t.d == d }

func (t *textbook) shows(function int32) bool { return t.function < 0 || t.function == function }

func (t *textbook) showsSite(site int32) bool { return t.shows(t.p.functionAround(t.p.nodeOf[site])) }

// addVariable gives a node the next variable, unless it has one.
func (t *textbook) addVariable(n unify.Node) {
	if _, ok := t.variables[n]; !ok {
		t.variables[n] = "'" + strconv.Itoa(len(t.variables))
	}
}

// addStep records an equation (kind C) or a relation (kind R), and returns its number.
func (t *textbook) addStep(kind, says, reason string, at lang.Span) int {
	n := len(t.steps) - t.relations
	if kind == "R" {
		n = t.relations
		t.relations++
	}
	t.steps = append(t.steps, step{kind + strconv.Itoa(n+1), says, reason, at})
	return len(t.steps) - 1
}

func (t *textbook) logs(generation, step int, outcome string) {
	if step >= 0 {
		t.log = append(t.log, logLine{generation, step, outcome})
	}
}

// shownRules are the rules whose equations are shown; the others connect the parts of one construct.
var shownRules = [...]bool{
	byHeader: true, byPipe: true, byArgument: true, bySignature: true, byHelper: true, byNode: true,
	byResult: true, byCondition: true, byBranches: true, byLiteral: true,
}

// equation states an equation and records its outcome.
func (t *textbook) equation(x, y unify.Node, r unify.Reason) {
	p, g := t.p, t.p.Graph
	g.Solve()
	if _, stage := t.variables[x]; r.Rule == byResult || r.Rule == byCondition || r.Rule == byHelper && !stage {
		x, y = y, x
	}
	if !t.showsSite(r.Site) {
		p.Basic.Equal(x, y, r)
		return
	}
	i := t.addStep("C", t.spell(x)+" = "+t.spell(y), p.Rules[r.Rule].Name, p.Span(r.Site))
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
	p.Basic.Equal(x, y, r)
	g.Solve()
	if len(g.Conflicts()) > conflicts {
		outcome = "conflict"
	} else {
		outcome += ", root " + strconv.Itoa(int(g.Find(x)))
	}
	t.logs(0, i, outcome)
}

// relation records a relation; generations states it.
func (t *textbook) relation(r unify.Reason, o *operation, args []unify.Node) {
	of, i := o.Of(), -1
	if t.showsSite(r.Site) {
		var values, spelt []string
		for _, v := range o.attrs {
			values = append(values, v.String())
		}
		name := strings.ToLower(of.Name)
		if len(values) > 0 {
			name += "(" + strings.Join(values, ",") + ")"
		}
		for _, x := range args[:of.Arity] {
			spelt = append(spelt, t.spell(x))
		}
		i = t.addStep("R", name+" "+strings.Join(spelt, " "), "rule", t.p.Span(r.Site))
	}
	t.waiting = append(t.waiting, application{i, o, args, r, make([]bool, 1+len(of.Early))})
}

// generations runs the relations in the order of their recording, repeatedly, as long as one decides something.
// Relations that are stuck are stated last.
func (t *textbook) generations() {
	g := t.p.Graph
	for generation, again := 1, true; again; generation++ {
		again = false
		for k := range t.waiting {
			x := &t.waiting[k]
			before, conflicts, news, was := t.known(x.args), len(g.Conflicts()), false, x.done[0]
			for rule := len(x.done) - 1; rule >= 0; rule-- {
				g.Solve()
				if x.done[rule] {
					continue
				}
				if _, out := t.try(x, rule); out.State != relation.Waits {
					news = true
					t.state(x, rule)
				}
			}
			g.Solve()
			var says []string
			for i, text := range t.known(x.args) {
				if text != before[i] && i < x.of.Of().Arity {
					says = append(says, t.spell(x.args[i])+" = "+text)
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
			t.logs(generation, x.step, outcome)
		}
	}
	for k := range t.waiting {
		x := &t.waiting[k]
		if x.done[0] {
			continue
		}
		var on []string
		v, out := t.try(x, 0)
		for _, n := range out.Waits {
			if at, ok := v.Pattern(n); ok {
				on = append(on, t.spell(at))
			}
		}
		t.logs(0, x.step, "stuck on "+strings.Join(slices.Compact(on), ", "))
		for rule, done := range x.done {
			if !done {
				t.state(x, rule)
			}
		}
	}
	g.Solve()
}

// try runs a relation, or one of its clauses, and states nothing.
func (t *textbook) try(x *application, rule int) (*relation.Over, *relation.Outcome) {
	v := t.p.binding.Over(t.p.Graph)
	return v, t.p.machine.Run(v, x.of.Of(), rule-1, v.Numbers(x.args), x.of.attrs)
}

func (t *textbook) state(x *application, rule int) {
	i := t.p.Graph.Relate(t.p.binding.Rule(x.of.Of(), rule-1, x.of.attrs), x.reason, x.args...)
	if x.done[rule] = true; rule == 0 {
		calls := t.p.calls[t.d]
		at, _ := slices.BinarySearchFunc(calls, x.reason.Site, stated.compare)
		t.p.calls[t.d] = slices.Insert(calls, at, stated{x.reason.Site, x.of, x.args, i})
	}
}

// known writes the types of nodes, "" for an unknown type.
func (t *textbook) known(args []unify.Node) (list []string) {
	for _, n := range args {
		text := t.entries(n)
		if text[0] == '_' {
			text = ""
		}
		list = append(list, text)
	}
	return list
}

// annotated lists the stages of the functions, each with the variables of its input and output.
func (t *textbook) annotated() (lines [][]string) {
	p := t.p
	for _, f := range p.stagesOf(t.d) {
		if !t.shows(f.decl) {
			continue
		}
		if t.function < 0 {
			lines = append(lines, []string{p.tree.NameOf(&p.tree.Decls[f.decl])})
		}
		chosen := p.chosenOf(f.decl)
		isChosen := func(id tensorscript.NodeID) bool { return slices.Contains(chosen, id) }
		for _, id := range append(chosen, slices.DeleteFunc(f.stages, isChosen)...) {
			text := strings.Join(strings.Fields(p.tree.Source(id)), " ")
			in, out := p.Ends(t.d, p.siteOf[id])
			switch _, is := t.variables[out]; {
			case p.isComputed(id):
				_, in = p.Ends(t.d, p.siteOf[p.tree.Kids(id)[0]])
			case is && p.scoped[id] == valued && p.callee(id).kind == nothing, !is && p.callee(id).kind != aView:
				lines = append(lines, []string{text, ": " + t.spell(out)})
				continue
			}
			lines = append(lines, []string{text, t.spell(in) + " -> " + t.spell(out)})
		}
	}
	return lines
}

// substitution lists the type of each variable; equal undecided variables are one line.
func (t *textbook) substitution() (lines [][]string) {
	undecided := make(map[unify.Node][]string)
	var order []unify.Node
	number := func(n unify.Node) int {
		i, _ := strconv.Atoi(t.variables[n][1:])
		return i
	}
	variables := slices.SortedFunc(maps.Keys(t.variables), func(x, y unify.Node) int {
		return cmp.Compare(number(x), number(y))
	})
	for _, n := range variables {
		if text := t.p.TypeOf(n); text != "_" {
			lines = append(lines, []string{t.variables[n], text})
			continue
		}
		class := t.p.Graph.Find(n)
		if undecided[class] == nil {
			order = append(order, class)
		}
		undecided[class] = append(undecided[class], t.variables[n])
	}
	for _, class := range order {
		says := "unknown"
		if len(undecided[class]) > 1 {
			says = "same, unknown"
		}
		lines = append(lines, []string{strings.Join(undecided[class], ", ") + ":", says})
	}
	return lines
}

// spell writes a node by its variable, else by its type before anything is solved.
func (t *textbook) spell(n unify.Node) string {
	if v, ok := t.variables[n]; ok {
		return v
	}
	p := t.p
	site, ok := t.sites[n]
	if !ok {
		return p.TypeOf(n) // it belongs to a signature, or is a parameter
	}
	id := p.nodeOf[site]
	end, to := p.shownAt(id), tensorscript.NodeID(p.names.At[id])
	switch is := p.names.Meaning[id]; {
	case p.tree.Is(end, tensorscript.OpView):
	case p.tree.Is(end, tensorscript.OpIf): // the branches are equal
		return t.spell(t.out(p.tree.Kids(end)[1]))
	case end != id:
		return t.spell(t.out(end))
	case p.scoped[id] == shaped || !p.tree.Is(id, tensorscript.OpName, tensorscript.OpParam, tensorscript.OpLet):
	case is == tensorscript.MeansLet:
		return t.spell(t.out(p.tree.Kids(to)[0]))
	case is == tensorscript.MeansSelf:
		return "self:" + p.tree.Syms.Text(p.tree.Decls[to].Name)
	}
	return t.entries(n)
}

func (t *textbook) out(id tensorscript.NodeID) unify.Node {
	_, out := t.p.Opened(t.d, t.p.siteOf[id])
	return out
}

// entries writes a tensor, with _0, _1 and so on for unknown sizes.
func (t *textbook) entries(n unify.Node) string {
	p := t.p
	return p.SpellPlace(message.Place{Node: int32(n)}, 0, func(at message.Place) []message.Piece {
		pieces := p.pieces(at)
		for _, i := range p.paramsOf(t.d) {
			own := at.Scheme == nil && at.Head == unify.NoHead && pieces[0].Text == "_"
			if own && p.Graph.Find(p.params[t.d][i]) == unify.Node(at.Node) {
				return []message.Piece{{Text: p.tree.Syms.Text(p.names.Sizes[i].Name)}}
			}
		}
		if len(pieces) == 1 && pieces[0].Text == "_" && at.Head == unify.NoHead {
			n := unify.Node(at.Node)
			if _, ok := t.holes[n]; !ok {
				t.holes[n] = "_" + strconv.Itoa(len(t.holes))
			}
			pieces[0].Text = t.holes[n]
		}
		return pieces
	})
}

type staging struct {
	decl   int32
	stages []tensorscript.NodeID
}

func (p *front) stagesOf(d int32) (list []staging) {
	for _, k := range p.decls[d] {
		decl := &p.tree.Decls[k]
		if decl.Kind != tensorscript.DeclDef || decl.Root == tensorscript.NoNode {
			continue
		}
		f := staging{decl: k}
		for id := decl.First; id < decl.Root; id++ {
			if p.isStage(id) {
				f.stages = append(f.stages, id)
			}
		}
		list = append(list, f)
	}
	return list
}

// chosenOf returns the parts of choices in a function that have no written types: literals, and parameters that are the
// result of a branch; then computed values.
func (p *front) chosenOf(decl int32) []tensorscript.NodeID {
	var leaves, computed []tensorscript.NodeID
	for id := range p.tree.Decls[decl].Nodes {
		if p.scoped[id] != valued || !p.isChosen(id) {
			continue
		}
		to := tensorscript.NodeID(p.names.At[id])
		switch {
		case p.tree.Is(id, tensorscript.OpInt, tensorscript.OpFloat, tensorscript.OpBool):
			leaves = append(leaves, id)
		case p.isComputed(id):
			computed = append(computed, id)
		case !p.tree.Is(id, tensorscript.OpName) || p.names.Meaning[id] != tensorscript.MeansParam:
		case !p.tree.Is(p.parents[id], tensorscript.OpBlock):
		case p.tree.Is(to, tensorscript.OpParam) && p.tree.Kids(to)[0] == tensorscript.NoNode:
			leaves = append(leaves, id)
		}
	}
	return append(leaves, computed...)
}

// isComputed reports whether an expression is an operation with a sign.
func (p *front) isComputed(id tensorscript.NodeID) bool {
	return p.tree.Is(id, tensorscript.OpBinary, tensorscript.OpNot)
}

// isChosen reports whether an expression is a part of an if.
func (p *front) isChosen(id tensorscript.NodeID) bool {
	for ; id != tensorscript.NoNode && p.tree.Nodes[id].Op != tensorscript.OpDef; id = p.parents[id] {
		if p.tree.Nodes[id].Op == tensorscript.OpIf {
			return true
		}
	}
	return false
}
