package relay

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// The following methods implement diagnose.Ordered.

// A report is a diagnostic with the fault that it is about, if any.
type report = diagnose.Report[*meeting]

// Table returns the tables of the program.
func (p *program) Table() *message.Basic { return &p.Basic }

// Others returns the diagnostics of a definition without conflicts: cyclic types, missing cases, and types that nothing
// decides.
func (p *program) Others(d int32) []lang.Diagnostic {
	// Cyclic types are searched once per definition; the result is cached.
	ds := slices.Clone(patterns.Remember(&p.cyclic, d, func() []lang.Diagnostic { return p.endless(d) }))
	if len(ds) == 0 && !p.faulty[d] {
		ds = p.matches(d)
	}
	if !slices.ContainsFunc(ds, isError) && !p.faulty[d] && !p.dependsOnBroken(d) {
		ds = append(ds, p.undetermined(d)...)
		ds = append(ds, p.unusedParameters(d)...)
	}
	return ds
}

func isError(dg lang.Diagnostic) bool { return dg.Severity == lang.Error }

// hasDuplicateVariable reports whether a definition declares a variable twice, so that its uses are ambiguous.
func (p *program) hasDuplicateVariable(d int32) bool {
	return p.faulty[d] && slices.ContainsFunc(p.Known, func(dg lang.Diagnostic) bool {
		return dg.Code == lang.DuplicateVariable && p.Defs[d].Span.Contains(dg.Span) && p.attributeAt(dg.Span) == relay.NoNode
	})
}

// dependsOnBroken reports whether a definition refers to a definition with an error, or to a type whose declaration has
// one.
func (p *program) dependsOnBroken(d int32) bool {
	if p.Uses(d, func(c int32) bool {
		return !p.isWritten(p.rootOf(c)) && (p.faulty[c] || p.Solver.Derivation(c).Bad)
	}) {
		return true
	}
	for site := p.Defs[d].First; site <= p.Defs[d].Root; site++ {
		decl := int32(-1)
		switch p.names.Meaning[site] {
		case relay.MeansType:
			decl = p.names.At[site]
		case relay.MeansConstructor:
			decl = p.declOf[p.parents[p.names.At[site]]]
		}
		if decl >= 0 && (p.illFormed[decl] || p.names.Erroneous[decl]) {
			return true
		}
	}
	return false
}

// LeaveOut selects the constraints of the same rule at the place of a fault. For the type parameters of a recursive group, it
// selects all uses of the group within it: that they meet is one mistake.
func (p *program) LeaveOut(f message.Fault) func(explain.Source) bool {
	if _, ok := p.parametersMeet(f.Contradiction); ok {
		return func(s explain.Source) bool {
			callee, ok := p.Callee(s.Reason.Site)
			return s.Use < 0 && s.Event >= 0 && s.Reason.Rule == byGlobal && ok && callee >= 0 && p.Solver.SameGroup(f.Def, callee)
		}
	}
	at := f.At
	return func(s explain.Source) bool {
		sameReason := s.Reason == at.Reason && (s.Event >= 0) == (at.Event >= 0) && (s.Relation > 0) == (at.Relation > 0)
		return s.Use < 0 && (s.Key() == at.Key() || sameReason)
	}
}

// Without derives the program without the constraints and relations at fault.
func (p *program) Without(faults []message.Fault) (*program, bool) {
	omitted := make(map[unify.Reason]bool)
	for _, f := range faults {
		r := f.At.Reason
		if f.At.Relation > 0 {
			r = p.Graph.InstanceOf(f.At.Relation - 1).Reason
		}
		omitted[r] = true
	}
	q := p.without(omitted)
	return q, !slices.ContainsFunc(faults, func(f message.Fault) bool { return !q.Solver.Derivation(f.Def).Derived })
}

// Order returns the position of a constraint in the order of the text: the site at whose end the constraint is
// stated, and the order among the constraints of that site.
func (p *program) Order(s explain.Source) int64 {
	const parts, last = 31, 1<<31 - 1
	at := func(site relay.NodeID, part int32) int64 { return int64(site)<<parts | int64(part) }
	within := func(up, kid relay.NodeID) int64 { // numbers of kids are in the order of the text
		return at(up, 2+int32(kid-p.tree.Kids(up)[0]))
	}
	e := relay.NodeID(s.Reason.Site)
	switch {
	case s.Relation > 0:
		switch {
		case s.Reason.Rule != byWhere:
			return at(e, 1)
		case p.Graph.InstanceOf(s.Relation-1).State == unify.Fails: // it completes a contradiction of earlier constraints
			return at(e, last)
		}
		return at(e, last-1) // after all arguments
	case s.Event < 0:
		if p.tree.Nodes[e].Op == relay.OpFn {
			e = p.tree.Kids(e)[1] // its parameters are known where its body begins
		}
		return at(e, 0)
	}
	up := p.parents[e]
	switch s.Reason.Rule {
	case byArgument:
		return within(up, e)
	case byLet, byBranches, byWritten:
		if s.Reason.Rule == byLet && p.tree.Nodes[e].Op == relay.OpFn && !p.isInstance(e) {
			return at(p.tree.Kids(e)[1], 1) // its body can use it
		}
		return at(up, 2)
	case byClauses:
		return within(p.parents[up], up)
	case byResult:
		return at(p.functionAround(e), 2)
	case byUse:
		return at(e, 0)
	}
	return at(e, 2)
}

// functionAround returns the function whose body contains an expression.
func (p *front) functionAround(e relay.NodeID) relay.NodeID {
	for e = p.parents[e]; p.tree.Nodes[e].Op != relay.OpFn; {
		e = p.parents[e]
	}
	return e
}

// A meeting holds the evidence about a contradiction besides its report; repairs and fault localization read it.
type meeting struct {
	types     [2]string // the types that would have to be equal
	choices   relation.Choices
	sizes     repair.Sizes   // the sizes that would have to be equal
	sources   []int32        // sites of the literals that these sizes originate from
	computers []int32        // sites of the operators that compute the sizes
	differing []relay.NodeID // expressions that build the differing parts, or annotations of their types
	inputs    []input        // of an operator that needs other sizes of one of them; nil: the message is not about this
	drawn     *lang.Sketch   // nil: the picture shows the proof
}

// DescribeFault returns the diagnostic of a fault, and the evidence about it.
func (p *program) DescribeFault(f message.Fault, q *program) (dg lang.Diagnostic, m *meeting) {
	m = &meeting{}
	c, at, from := f.Contradiction, f.At, p.originsOf(f.Def)
	meet := lang.Related{Span: p.Span(at.Reason.Site), Message: lang.Text("they meet here")}
	dg = p.Clash(p.DefName(c.Def), c, nil, meet)
	dg.Notes, dg.Help, dg.Related, dg.Label = nil, nil, nil, nil
	dg.Code, dg.Message = p.whatClashes(c, at)
	if at.Relation > 0 {
		p.relationFails(&dg, m, c, at, from, q)
	} else {
		path, wanted := p.expected(&dg, m, c, at, from, q)
		for i := range c.Facts {
			r := from.sideOf(&c.Facts[i])
			f := &c.Facts[i]
			isExpected := f.Use < 0 && at.Reason.Rule == byArgument && f.Claim.Flat.Constructor() == wanted
			if isExpected && r.Span == dg.Span {
				// The fact is about a copy of the parameter's type: show the parameter.
				if said := p.takenBy(relay.NodeID(at.Reason.Site), path); said != relay.NoNode {
					r.Span = p.tree.Span(said)
				}
			} else if r.Span == dg.Span && f.Relation > 0 && f.Use < 0 {
				dg.Label = r.Message // the size is computed, so the text at this place does not show it
			}
			if r.Span != dg.Span && r.Message.String() == dg.Label.String() {
				dg.Label = nil // the other place has the same message
			}
			dg.Related = append(dg.Related, r)
		}
	}
	for i := range c.Facts {
		if f := &c.Facts[i]; f.Relation > 0 && f.Use < 0 {
			from.explain(m, &dg, p.FactSite(f), f.Claim)
		}
	}
	if v := p.annotatedPart(c, at); v != relay.NoNode {
		p.pointAt(&dg, v, f.Def, q)
	}
	message.ShowOnce(&dg)
	if at.Relation > 0 {
		p.LettersAtShown(&dg)
	}
	p.relateDeclarations(&dg, c)
	return dg, m
}

// Least returns the diagnostic of a fault that needs the least work.
func (p *program) Least(f message.Fault) lang.Diagnostic {
	c, at := f.Contradiction, f.At
	dg := lang.Diagnostic{Span: p.Span(at.Reason.Site), Definition: p.DefName(c.Def)}
	if dg.Code, dg.Message = p.whatClashes(c, at); at.Relation == 0 {
		return dg
	}
	site, in := relay.NodeID(at.Reason.Site), p.Graph.InstanceOf(at.Relation-1)
	if rule := ruleOf(in); rule != nil && in.Use < 0 {
		nodes := in.Args
		if a, ok := in.Relation.(*assumed); ok {
			nodes = nodes[:a.args]
		}
		var fails bool
		found := p.Explainer().WithinRest(func() {
			_, fails = p.fault(&dg, p.binding.Over(p.Graph), site, rule, nodes)
		})
		if found && fails {
			return dg
		}
	}
	dg.Code, dg.Message = lang.RelationFails, lang.Say("`%s` cannot be applied to these arguments", p.operatorName(site))
	return dg
}

// CompleteExplanation lets the picture of a failing relation show its arguments.
func (p *program) CompleteExplanation(r *report) {
	if m := r.Evidence; m.drawn != nil {
		m.drawn.Walk = r.Explanation.Sketch
		r.Explanation.Sketch = m.drawn
	}
}

// Notes returns nothing: all diagnostics of Relay come from the program itself.
func (p *program) Notes(*program) []lang.Diagnostic { return nil }

// sortOf returns the kind of a type as a noun, with the type's name, size or number of parts.
func (p *program) sortOf(f unify.Flat) (noun, text string) {
	c := p.Types.Heads().ConstructorOf(f)
	b := &p.built
	labels := p.Types.Heads().Parts(max(c, 0))
	switch {
	case c == unify.NoConstructor && f.Head() != unify.NoHead:
		return "tuple", p.TypeText(f.Head(), 40)
	case c == unify.NoConstructor && f.IsProduct():
		return "tuple", ""
	case c == unify.NoConstructor:
		return "type", ""
	case c == b.tensor:
		return "tensor", ""
	case c == b.ref:
		return "reference", ""
	case p.isFunction(c):
		return "function", message.Counted(len(labels)-1, "argument")
	case p.binding.IsList(c):
		return "shape", message.Counted(len(labels), "dimension")
	}
	name := p.Types.ConstructorName(c)
	switch _, number := p.Types.NumberOf(c); {
	case number:
		return "size", name
	case p.Types.ComputedOf(c) != nil:
		return "size", p.binding.Name(c)
	case p.Types.IsParameter(c):
		return "parameter", name
	case p.isData(c):
		return "data", name
	}
	return "element", name
}

// whatClashes returns the code and the message of a contradiction, as far as the facts of its two sides determine them.
func (p *program) whatClashes(c *explain.Contradiction, at explain.Source) (lang.Code, lang.Phrase) {
	if len(c.Facts) < 2 {
		return lang.KindsDiffer, lang.Text("this cannot have a type")
	}
	a, b := &c.Facts[0].Claim, &c.Facts[1].Claim
	if x, y := a.Flat.Head(), b.Flat.Head(); x != unify.NoHead && y != unify.NoHead {
		if _, x, y, ok := p.Differ(message.Place{Head: x}, message.Place{Head: y}); ok {
			f, fs := p.WhatIs(x)
			g, gs := p.WhatIs(y)
			return p.whatDiffers(p.factSites(c), at, f, g, len(fs), len(gs))
		}
	}
	return p.whatDiffers(p.factSites(c), at, a.Flat, b.Flat, len(a.Labels), len(b.Labels))
}

// factSites returns the sites that state the sides of a contradiction.
func (p *program) factSites(c *explain.Contradiction) (sites []int32) {
	for i := range c.Facts {
		sites = append(sites, p.FactSite(&c.Facts[i]))
	}
	return sites
}

// whatDiffers returns the code and the message for two patterns that differ. The sites state them; partsA and partsB are
// the numbers of their fields if they are tuples.
func (p *program) whatDiffers(
	sites []int32, at explain.Source, a, b unify.Flat, partsA, partsB int,
) (lang.Code, lang.Phrase) {
	na, ta := p.sortOf(a)
	nb, tb := p.sortOf(b)
	pair := func(code lang.Code, what string) (lang.Code, lang.Phrase) {
		return code, lang.Say("%s: `%s` and `%s`", what, ta, tb)
	}
	switch {
	case na == "parameter" || nb == "parameter":
		if na != "parameter" {
			a, ta, nb, tb = b, tb, na, ta
		}
		kind := parameterWords[p.kindOf(p.paramOf[p.Types.Heads().ConstructorOf(a)])]
		if nb == "parameter" {
			return lang.RigidParameter, lang.Say("the %s parameters `%s` and `%s` are different %ss", kind, ta, tb, kind)
		}
		certain := "a certain one"
		if nb == "size" || nb == "element" {
			certain = "`" + tb + "`"
		}
		return lang.RigidParameter, lang.Say(
			"the %s parameter `%s` stands for any %s, but here it would have to be %s", kind, ta, kind, certain)
	case na == "size" && nb == "size":
		return pair(lang.SizesDiffer, "two sizes of one dimension differ")
	case na == "element" && nb == "element":
		return pair(lang.ElementsDiffer, "element types differ")
	case na == "shape" && nb == "shape":
		return lang.RanksDiffer, lang.Say("numbers of dimensions differ: %s and %s", partsA, partsB)
	case na == "tuple" && nb == "tuple" && at.Event < 0 && at.Relation == 0 && at.Reason.Rule == byField:
		if !a.Closed() {
			partsA = partsB
		}
		index := p.tree.Kids(relay.NodeID(at.Reason.Site))[1]
		has := message.Counted(partsA, "field")
		return lang.WrongCount, lang.Say("there is no field %s: the tuple has %s", p.tree.Text(index), has)
	case na == "tuple" && nb == "tuple":
		code := lang.KindsDiffer
		if slices.ContainsFunc(sites, func(site int32) bool {
			return p.tree.Is(relay.NodeID(site), relay.OpTuplePat, relay.OpProject)
		}) {
			code = lang.WrongCount
		}
		x, y := message.Counted(partsA, "field"), message.Counted(partsB, "field")
		return code, lang.Say("tuples of different lengths: %s and %s", x, y)
	case na == "function" && nb == "function":
		if at.Reason.Rule == byCall {
			e := relay.NodeID(at.Reason.Site)
			callee, gets := int32(p.tree.Kids(e)[0]), len(p.arguments(e))
			if slices.Contains(sites, callee) {
				if ta == message.Counted(gets, "argument") {
					ta = tb
				}
				return lang.WrongCount, lang.Say("%s takes %s, but gets %s", p.Noun(callee), ta, amount(gets))
			}
		}
		return lang.KindsDiffer, lang.Say("functions of %s and of %s", ta, tb)
	}
	return lang.KindsDiffer, lang.Say("%s and %s", article(na, ta), article(nb, tb))
}

// parameterWords name what a type parameter of each kind ranges over.
var parameterWords = [...]string{typed: "type", shaped: "shape", element: "element type", dimension: "size"}

func article(noun, text string) string {
	switch noun {
	case "data":
		return "a `" + text + "`"
	case "element":
		return "the element type `" + text + "`"
	}
	return "a " + noun
}

// relationFails reports which relation does not hold, and why. q is the program without this relation, nil if that
// could not be derived.
func (p *program) relationFails(
	dg *lang.Diagnostic, m *meeting, c *explain.Contradiction, at explain.Source, from *origins, q *program,
) {
	in := p.Graph.InstanceOf(at.Relation - 1)
	rule := ruleOf(in)
	site := relay.NodeID(in.Reason.Site)
	name := p.operatorName(site)
	differ := dg.Code == lang.SizesDiffer
	dg.Code = lang.RelationFails
	args := p.arguments(site)
	// The reason is found in the program without the relation, where the arguments have the types of their own.
	nodes, own := in.Args, from
	if q != nil {
		from, nodes = q.originsOf(c.Def), nil
		for _, a := range append(slices.Clone(args), site) {
			_, out := q.Ends(c.Def, int32(a))
			nodes = append(nodes, out)
			if text := q.TypeOf(out); a != site && text != "_" {
				says := lang.Say("%s has the type `%s`", p.Noun(int32(a)), text)
				if !slices.ContainsFunc(dg.Notes, func(x lang.Phrase) bool { return x.String() == says.String() }) {
					dg.Notes = append(dg.Notes, says)
				}
			}
		}
	}
	if rule == nil {
		p.formulaFails(dg, in)
		return
	}
	if in.Use >= 0 {
		p.withinCallee(dg, in)
		if nodes = in.Args; from != own {
			nodes = q.instanceOf(c.Def, in.Reason)
		}
	}
	takes := len(in.Args)
	if a, ok := in.Relation.(*assumed); ok { // the arguments of clauses follow its own
		takes = a.args
		nodes = nodes[:min(takes, len(nodes))]
	}
	if len(nodes) == takes && from.fails(m, dg, site, rule, nodes) {
		return
	}
	if len(nodes) != takes || q == nil || !differ || !from.requires(m, dg, site, rule, nodes) {
		dg.Message = lang.Say("`%s`: %s", name, dg.Message)
	}
	for i := range c.Facts {
		f := &c.Facts[i]
		r := own.sideOf(f)
		if f.Relation == at.Relation && len(nodes) == takes {
			_, text := p.sortOf(f.Claim.Flat)
			if a, ok := from.attributeOf(text, site, rule, nodes); ok {
				r = lang.Related{Span: p.tree.Span(a), Message: lang.Say("the attribute `%s`", p.tree.Name(a))}
			} else {
				dg.Label = r.Message
			}
		}
		dg.Related = append(dg.Related, r)
	}
	if p.options.Sketch {
		m.drawn = from.sketch(dg.Message, site, nil, nil, nodes, dg.Related)
	}
}

// formulaFails explains why a callee cannot have the sizes that its signature computes from its size parameters.
func (p *program) formulaFails(dg *lang.Diagnostic, in *unify.Instance) {
	args := make([]unify.Constructor, len(in.Args))
	for i, n := range in.Args {
		args[i] = p.Graph.Flat(p.Graph.Find(n)).Constructor()
	}
	name := p.operatorName(relay.NodeID(in.Reason.Site))
	if u := p.Solver.UseOf(in.Use); u.Callee >= 0 {
		name = p.DefName(u.Callee)
	}
	dg.Code = lang.SizesDiffer
	dg.Message = lang.Say("`%s`: %s", name, in.Relation.(*relation.Form).Fault(args))
}

// rigid returns the first type parameter of kind Type among some nodes, or unify.NoConstructor.
func (p *program) rigid(nodes []unify.Node) unify.Constructor {
	for _, n := range nodes {
		c := p.Graph.Flat(p.Graph.Find(n)).Constructor()
		if c != unify.NoConstructor && p.Types.IsParameter(c) && p.kindOf(p.paramOf[c]) == typed {
			return c
		}
	}
	return unify.NoConstructor
}

// fails explains why a relation does not hold for some nodes and reports whether it fails. It adds the sizes that the
// relation compared to the evidence for repairs.
func (o *origins) fails(
	m *meeting, dg *lang.Diagnostic, site relay.NodeID, rule *relation.Rule, nodes []unify.Node,
) bool {
	v := o.p.binding.Over(o.p.Graph)
	args := o.p.argumentsOf(site)
	f, fails := o.p.fault(dg, v, site, rule, nodes)
	if !fails {
		return false
	}
	if o.p.options.Sketch {
		m.drawn = o.sketch(dg.Message, site, &f, v, nodes, nil)
	}
	var numbers []int64
	for _, x := range append(slices.Clone(f.Values), f.Message...) {
		if n, err := strconv.ParseInt(x.Text, 10, 64); err == nil {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) > 1 {
		m.sizes.Differ(numbers[0], numbers[1])
	}
	m.choices = f.Choices
	dg.Notes = append(dg.Notes, f.Notes...)
	pieces := append(slices.Clone(f.Message), f.Values...)
	for _, formula := range f.Computed {
		if computes(formula) {
			dg.Notes = append(dg.Notes, lang.Text(relation.Said(formula)))
		}
		pieces = append(pieces, formula...)
	}
	for _, x := range pieces {
		switch x.Source.Kind {
		case relation.FromNode:
			if n, ok := v.Pattern(x.Source.Node); ok {
				o.place(dg, o.p.Graph.Find(n))
				m.comesFrom(o, o.p.Graph.Find(n))
			}
		case relation.FromArgument:
			if x.Source.Arg < len(args) {
				a := args[x.Source.Arg]
				dg.Relate(o.p.Span(int32(a)), "%s", x.Text)
				if o.p.names.Meaning[a] == relay.MeansVariable {
					if let := o.p.parents[o.p.names.At[a]]; o.p.tree.Is(let, relay.OpLet) {
						dg.Relate(o.p.tree.Span(o.p.tree.Kids(let)[1]), "%s is bound to this", o.p.Noun(int32(a)))
					}
				}
			}
		case relation.FromAttribute:
			if a, ok := o.p.attribute(site, x.Source.Name); ok {
				dg.Relate(o.p.tree.Span(a), "the attribute `%s`", x.Source.Name)
			}
		}
	}
	return true
}

// fault sets the code and the message of a diagnostic to why a relation does not hold for some nodes, if it fails.
func (p *program) fault(
	dg *lang.Diagnostic, v *relation.Over, site relay.NodeID, rule *relation.Rule, nodes []unify.Node,
) (f relation.Failure, fails bool) {
	if f, fails = v.Fault(&p.machine, rule, nodes); !fails {
		return f, false
	}
	name := p.operatorName(site)
	dg.Code, dg.Message = f.Code, lang.Say("`%s`: %s", name, p.saidOfArguments(v, f.Message, p.argumentsOf(site)))
	said := slices.Clone(nodes[:len(nodes)-1]) // and the nodes that the message mentions, such as a field
	for _, x := range f.Message {
		if n, ok := v.Pattern(x.Source.Node); ok && x.Source.Kind == relation.FromNode {
			said = append(said, n)
		}
	}
	if param := p.rigid(said); param != unify.NoConstructor {
		dg.Code = lang.RigidParameter
		dg.Message = lang.Say("`%s` does not work for every type, but the type parameter `%s` may be any",
			name, p.Types.ConstructorName(param))
	}
	return f, true
}

// argumentsOf returns the arguments of an operator's relation. It is nil for the use of a definition, whose relations
// have other arguments.
func (p *front) argumentsOf(site relay.NodeID) []relay.NodeID {
	if _, ok := p.uses[site]; ok {
		return p.arguments(site)
	}
	return nil
}

// saidOfArguments renders a message, with arguments named as the program writes them. What is not of the kind that is
// needed is said to be what it is.
func (p *program) saidOfArguments(
	v *relation.Over, pieces []relation.Piece, args []relay.NodeID,
) (text lang.Phrase) {
	for i, x := range pieces {
		needed, isOther := strings.CutPrefix(x.Text, " is not a ")
		switch {
		case x.Source.Kind == relation.FromArgument && x.Source.Arg < len(args):
			text = text.And(p.Noun(int32(args[x.Source.Arg])))
		case isOther && i > 0:
			if n, ok := v.Pattern(pieces[i-1].Source.Node); ok && pieces[i-1].Source.Kind != relation.FromNowhere {
				if is := p.kindOfValue(n); is != "" {
					text = text.And(" is " + is + ", not a " + needed)
					continue
				}
			}
			fallthrough
		default:
			text = text.And(x.Text)
		}
	}
	return text
}

// kindOfValue describes a value of a known type by its kind: `a tuple of 3`; empty for a type that is not known.
func (p *program) kindOfValue(n unify.Node) string {
	f, parts := p.WhatIs(message.Place{Node: int32(n)})
	switch noun, _ := p.sortOf(f); noun {
	case "tuple":
		if len(parts) == 0 {
			return "the empty tuple"
		}
		return "a tuple of " + strconv.Itoa(len(parts))
	case "data":
		return "a `" + p.TypeOf(n) + "`"
	case "function", "tensor", "reference":
		return "a " + noun
	}
	return ""
}

// attribute returns the attribute of a call that has a name.
func (p *front) attribute(e relay.NodeID, name string) (relay.NodeID, bool) {
	a := p.tree.KidNamed(e, relay.OpAttr, name)
	return a, a != relay.NoNode
}

// operatorName returns the name of the operator or function that a site uses.
func (p *front) operatorName(e relay.NodeID) string {
	n := &p.tree.Nodes[e]
	switch n.Op {
	case relay.OpBinary:
		return p.tree.Syms.Text(n.Sym)
	case relay.OpCall:
		return p.tree.Syms.Text(p.tree.Nodes[p.target(p.tree.Kids(e)[0])].Sym)
	}
	return p.tree.Syms.Text(p.tree.Nodes[p.target(e)].Sym)
}

// endless reports types that contain themselves.
func (p *program) endless(d int32) []lang.Diagnostic {
	const onPath, done = 1, 2
	type visit struct {
		n    unify.Node
		next int
	}
	p.seen = slices.Grow(p.seen, max(0, p.Graph.Len()-len(p.seen)))[:p.Graph.Len()]
	seen := p.seen
	var stack []visit
	cycle := make(map[unify.Node]bool)
	for site := p.Defs[d].First; site <= p.Defs[d].Root; site++ {
		if p.roles[site] == other {
			continue
		}
		_, out := p.Ends(d, site)
		stack = append(stack[:0], visit{n: p.Graph.Find(out)})
		for len(stack) > 0 {
			v := &stack[len(stack)-1]
			if v.next == 0 {
				if seen[v.n] == done {
					stack = stack[:len(stack)-1]
					continue
				}
				seen[v.n] = onPath
			}
			edges := p.Graph.Edges(v.n)
			if v.next == len(edges) {
				seen[v.n] = done
				stack = stack[:len(stack)-1]
				continue
			}
			to := p.Graph.Find(edges[v.next].To)
			v.next++
			if seen[to] == onPath {
				for _, w := range slices.Backward(stack) {
					cycle[w.n] = true
					if w.n == to {
						break
					}
				}
				continue
			}
			stack = append(stack, visit{n: to})
		}
	}
	if len(cycle) == 0 {
		return nil
	}
	for site := p.Defs[d].Root; site >= p.Defs[d].First; site-- {
		r := p.roles[site]
		if r != expression && r != pattern && r != binder || p.tree.Nodes[site].Op == relay.OpLet {
			continue
		}
		_, out := p.Ends(d, site)
		if of := p.Graph.Find(out); cycle[of] {
			path, _ := p.PathTo(of, of, p.Graph.Len())
			dg := lang.Diagnostic{
				Code: lang.EndlessType, Span: p.Span(site), Definition: p.DefName(d),
				Message: lang.Say("the type of `%s` would contain itself: it is `%s`", p.Short(site), p.TypeOf(out)),
				Label:   lang.Say("%s of this would have the same type as the whole", p.PartText(path)),
			}
			p.relateSameType(&dg, d, of)
			return []lang.Diagnostic{dg}
		}
	}
	return nil
}

// mostAlike bounds the places of the same type that are shown.
const mostAlike = 4

// relateSameType adds the places of a definition whose type is a given class.
func (p *program) relateSameType(dg *lang.Diagnostic, d int32, class unify.Node) {
	for site := p.Defs[d].First; site <= p.Defs[d].Root && len(dg.Related) < mostAlike; site++ {
		if p.roles[site] != expression && p.roles[site] != pattern && p.roles[site] != binder || p.Span(site) == dg.Span {
			continue
		}
		if _, out := p.Ends(d, site); p.Graph.Find(out) == class {
			dg.Relate(p.Span(site), "this has the same type")
		}
	}
}
