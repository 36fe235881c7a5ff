package tensorscript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/tell"
	"github.com/patgraph/patgraph/unify"
)

// The loop that the types are found by, as people are taught it: a tree with variables, equations and
// relations between them, what they come to, and how that went. For this a definition is derived once more,
// slowly: first all equations, then relations in generations, of which each has those that can say something
// after the one before.

// An account is what is noted of such a derivation.
type account struct {
	d         int32
	of        int32 // the declaration of the function that is told of, or -1: of all
	requests  []request
	relations int // of them
	pending   []pending
	variables map[unify.Node]string // those of stages
	sites     map[unify.Node]int32  // of all nodes of sites
	holes     map[unify.Node]string
	log       []logged
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
	call    stated
	done    []bool // by rule: the relation itself, then what stands beside it
}

type logged struct {
	generation int
	request    int
	outcome    string
}

// Forms are the ways in which Account tells of the loop.
var forms = []string{"annotated", "constraints", "substitution", "log"}

// Accounts are the forms of Account.
func (p *program) Accounts() []string { return forms }

// Account tells of the loop of a definition, or of one of its functions, in one of the forms: lines of cells.
func (p *program) Account(d int32, function, form string) (lines [][]string, ok bool) {
	decl := int32(-1)
	if function != "" {
		if decl = p.function(d, function); decl < 0 {
			return nil, false
		}
	}
	q := derivedWith(p.File, p.options, p.watch, nil, &account{d: d, of: decl})
	a := q.account
	if !q.Solver.Derivation(d).Derived || !slices.Contains(forms, form) {
		return nil, slices.Contains(forms, form)
	}
	switch form {
	case "annotated":
		for _, f := range q.stagesOf(d) {
			if !a.tells(f.decl) {
				continue
			}
			if decl < 0 {
				lines = append(lines, []string{q.tree.NameOf(&q.tree.Decls[f.decl])})
			}
			for _, id := range f.stages {
				text := strings.Join(strings.Fields(q.File.Text(q.tree.Span(id))), " ")
				_, out := q.Ends(d, q.siteOf[id])
				if _, is := a.variables[out]; !is && q.callees[id].kind != aView {
					lines = append(lines, []string{text, ": " + a.spell(q, out)})
					continue
				}
				in, _ := q.Ends(d, q.siteOf[id])
				lines = append(lines, []string{text, a.spell(q, in) + " -> " + a.spell(q, out)})
			}
		}
	case "constraints":
		for _, r := range a.requests {
			lines = append(lines, []string{r.name, r.says, r.reason, q.File.Position(r.at.Start).String()})
		}
	case "substitution":
		type variable struct {
			n    unify.Node
			name string
		}
		var list []variable
		for n, name := range a.variables {
			list = append(list, variable{n, name})
		}
		slices.SortFunc(list, func(x, y variable) int { return int(x.n - y.n) })
		open := make(map[unify.Node][]string)
		var order []unify.Node
		for _, v := range list {
			if text := q.typeOf(v.n); text != "_" {
				lines = append(lines, []string{v.name, text})
				continue
			}
			class := q.Graph.Find(v.n)
			if open[class] == nil {
				order = append(order, class)
			}
			open[class] = append(open[class], v.name)
		}
		for _, class := range order {
			says := "unknown"
			if len(open[class]) > 1 {
				says = "same, unknown"
			}
			lines = append(lines, []string{strings.Join(open[class], ", ") + ":", says})
		}
	case "log":
		for _, l := range a.log {
			r := &a.requests[l.request]
			lines = append(lines, []string{strconv.Itoa(l.generation), r.name, r.says, l.outcome})
		}
	default:
		return nil, false
	}
	return lines, true
}

// tells reports whether a function is told of.
func (a *account) tells(function int32) bool { return a.of < 0 || a.of == function }

// request notes an equation, C, or a relation, R; false if it is not told.
func (a *account) request(b body, kind, says, reason string, site int32) (i int, ok bool) {
	id := b.nodeOf[site]
	if !a.tells(b.functionAround(id)) {
		return -1, false
	}
	n := 1
	if kind == "R" {
		n += a.relations
		a.relations++
	} else {
		n += len(a.requests) - a.relations
	}
	a.requests = append(a.requests, request{kind + strconv.Itoa(n), says, reason, b.Span(site)})
	return len(a.requests) - 1, true
}

// staging are the stages of a function.
type staging struct {
	decl   int32
	stages []tensorscript.NodeID
}

// stagesOf are those of a definition, by its functions.
func (p *program) stagesOf(d int32) (list []staging) {
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

// begin gives the stages of a definition their variables.
func (a *account) begin(b body) {
	a.variables, a.sites, a.holes = make(map[unify.Node]string), make(map[unify.Node]int32), make(map[unify.Node]string)
	a.requests, a.relations, a.pending, a.log = nil, 0, nil, nil
	for site := b.Defs[b.d].First; site < b.Defs[b.d].Root; site++ {
		in, out := b.Opened(b.d, site)
		a.sites[in], a.sites[out] = site, site
	}
	variable := func(n unify.Node) { a.variables[n] = "'" + strconv.Itoa(len(a.variables)) }
	for _, f := range b.stagesOf(b.d) {
		if !a.tells(f.decl) {
			continue
		}
		for _, id := range f.stages {
			if c, ok := b.callees[id]; ok || b.scoped[id] == staged {
				variable(b.into(id))
				if c.kind != aView {
					variable(b.of(id))
				}
			}
		}
	}
}

// spell writes what is known of a node before anything is solved.
func (a *account) spell(p *program, n unify.Node) string {
	if v, ok := a.variables[n]; ok {
		return v
	}
	site, ok := a.sites[n]
	if !ok {
		return p.typeOf(n) // of a signature, or a parameter
	}
	id := p.nodeOf[site]
	switch end := p.shownAt(id); p.tree.Nodes[end].Op {
	case tensorscript.OpName, tensorscript.OpParam, tensorscript.OpLet:
		if end != id {
			_, out := p.Opened(a.d, p.siteOf[end])
			return a.spell(p, out)
		}
		if p.scoped[id] == shaped {
			break
		}
		switch to := tensorscript.NodeID(p.names.At[id]); p.names.Meaning[id] {
		case tensorscript.MeansLet:
			_, out := p.Opened(a.d, p.siteOf[p.tree.Kids(to)[0]])
			return a.spell(p, out)
		case tensorscript.MeansSelf:
			return "self:" + p.tree.Syms.Text(p.tree.Decls[p.names.At[id]].Name)
		}
	case tensorscript.OpView:
	default:
		if end != id {
			_, out := p.Opened(a.d, p.siteOf[end])
			return a.spell(p, out)
		}
	}
	return a.entries(p, n)
}

// entries writes a tensor with what is not known of its sizes as _0, _1 and so on.
func (a *account) entries(p *program, n unify.Node) string {
	return p.SpellPlace(tell.Place{Node: int32(n)}, 0, func(at tell.Place) []tell.Piece {
		pieces := p.pieces(at)
		for _, i := range p.paramsOf(a.d) {
			if at.Scheme == nil && at.Head == unify.NoHead && p.Graph.Find(p.params[a.d][i]) == unify.Node(at.Node) && pieces[0].Text == "_" {
				return []tell.Piece{{Text: p.tree.Syms.Text(p.names.Sizes[i].Name)}}
			}
		}
		if len(pieces) == 1 && pieces[0].Text == "_" && at.Head == unify.NoHead {
			if _, ok := a.holes[unify.Node(at.Node)]; !ok {
				a.holes[unify.Node(at.Node)] = "_" + strconv.Itoa(len(a.holes))
			}
			pieces[0].Text = a.holes[unify.Node(at.Node)]
		}
		return pieces
	})
}

// accounted are the rules whose equations are told; the others hold together what is one thing in the text.
var accounted = [...]bool{byHeader: true, byPipe: true, byArgument: true, bySignature: true, byHelper: true, byNode: true, byResult: true, byCondition: true, byBranches: true, byEnd: false}

// equation notes an equation, and what it comes to.
func (a *account) equation(b body, x, y unify.Node, r unify.Reason) {
	g := b.Graph
	g.Solve()
	if r.Rule == byResult || r.Rule == byHelper && a.variables[x] == "" {
		x, y = y, x
	}
	i, ok := a.request(b, "C", a.spell(b.program, x)+" = "+a.spell(b.program, y), b.Rules[r.Rule].Name, r.Site)
	if !ok {
		b.program.Basic.Equal(x, y, r)
		return
	}
	outcome := ""
	f, h := g.Flat(g.Find(x)), g.Flat(g.Find(y))
	switch {
	case g.Find(x) == g.Find(y):
		outcome = "trivially true"
	case f == unify.Open && h == unify.Open:
		outcome = "merged"
	case f == unify.Open || h == unify.Open:
		outcome = "bound"
	default:
		outcome = "decomposed into the equations of its parts"
	}
	conflicts := len(g.Conflicts())
	b.program.Basic.Equal(x, y, r)
	g.Solve()
	if len(g.Conflicts()) > conflicts {
		outcome = "conflict"
	} else {
		outcome += ", root " + strconv.Itoa(int(g.Find(x)))
	}
	a.log = append(a.log, logged{0, i, outcome})
}

// relation notes a relation that is to be stated.
func (a *account) relation(b body, e tensorscript.NodeID, o *operation, args []unify.Node) {
	var values, of []string
	for _, v := range o.attrs {
		values = append(values, v.String())
	}
	name := strings.ToLower(o.Of().Name)
	if len(values) > 0 {
		name += "(" + strings.Join(values, ",") + ")"
	}
	for _, x := range args {
		of = append(of, a.spell(b.program, x))
	}
	i, ok := a.request(b, "R", name+" "+strings.Join(of, " "), "rule", b.siteOf[e])
	if !ok {
		i = -1
	}
	a.pending = append(a.pending, pending{i, stated{b.siteOf[e], o, args, -1}, make([]bool, 1+len(o.Of().Early))})
}

// generations runs the relations in the order of the text, again and again, as long as one has something to say.
func (a *account) generations(b body) {
	g := b.Graph
	for generation, again := 1, true; again; generation++ {
		again = false
		for k := range a.pending {
			x := &a.pending[k]
			before, conflicts, news, was := a.values(b, x.call.args), len(g.Conflicts()), false, x.done[0]
			for rule := len(x.done) - 1; rule >= 0; rule-- {
				g.Solve()
				if !x.done[rule] && a.run(b, x, rule).State != relation.Waits {
					x.done[rule], news = true, true
					x.relate(b, rule)
				}
			}
			g.Solve()
			var says []string
			for i, text := range a.values(b, x.call.args) {
				if text != before[i] {
					says = append(says, a.spell(b.program, x.call.args[i])+" = "+text)
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
		v := b.binding.Over(g)
		for _, n := range b.machine.Run(v, x.call.operation.Of(), -1, v.Numbers(x.call.args), x.call.operation.attrs).Waits {
			if at, ok := v.Pattern(n); ok {
				on = append(on, a.spell(b.program, at))
			}
		}
		a.logs(0, x.request, "stuck on "+strings.Join(slices.Compact(on), ", "))
		for rule, done := range x.done {
			if !done {
				x.relate(b, rule)
			}
		}
	}
	g.Solve()
}

func (a *account) logs(generation, request int, outcome string) {
	if request >= 0 {
		a.log = append(a.log, logged{generation, request, outcome})
	}
}

// run looks what a relation, or what stands beside it, would say now.
func (a *account) run(b body, x *pending, rule int) *relation.Outcome {
	v := b.binding.Over(b.Graph)
	return b.machine.Run(v, x.call.operation.Of(), rule-1, v.Numbers(x.call.args), x.call.operation.attrs)
}

func (x *pending) relate(b body, rule int) {
	o := x.call.operation
	i := b.Graph.Relate(b.binding.Rule(o.Of(), rule-1, o.attrs), unify.Reason{Rule: byOperation, Site: x.call.site}, x.call.args...)
	if rule == 0 {
		x.call.first = i
		b.calls[b.d] = append(b.calls[b.d], x.call)
	}
}

func (a *account) values(b body, args []unify.Node) (list []string) {
	for _, n := range args {
		if text := a.entries(b.program, n); text[0] != '_' {
			list = append(list, text)
		} else {
			list = append(list, "")
		}
	}
	return list
}

var _ patterns.Accountant = (*program)(nil)
