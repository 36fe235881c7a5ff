package relay

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/unify"
)

// Origins of sizes: each size of a definition is written somewhere, or the relation of an operator computes it from
// others.

// origins holds the origins of a definition's sizes, by class.
type origins struct {
	p *program
	*relation.Origins
	results map[relay.NodeID]int32 // by call: the place of the sketch where its result is made
}

// originsOf returns the origins of the sizes of a definition. Those of the last definition are kept.
func (p *program) originsOf(d int32) *origins {
	return &origins{p: p, Origins: p.traces.Of(d, func() *relation.Origins { return p.findOrigins(d) })}
}

// findOrigins runs each of a definition's relations once.
func (p *program) findOrigins(d int32) *relation.Origins {
	o := p.binding.NewOrigins(p.Graph, &p.machine)
	for site := p.Defs[d].First; site <= p.Defs[d].Root; site++ {
		if r := p.roles[site]; r == dimension || r == element {
			_, out := p.Ends(d, site)
			o.Write(out, site)
		}
	}
	// The instance numbers in p.calls may be those of a derivation that was rolled back.
	from, to := p.Solver.Relations(d)
	for i := from; i < to; i++ {
		in := p.Graph.InstanceOf(i)
		rule := ruleOf(in)
		r := in.Reason
		if in.State != unify.Fires || rule == nil || rule.Early() >= 0 ||
			p.Owner(r.Site) != d || r.Rule != byOperator && r.Rule != byWhere {
			continue
		}
		args := in.Args
		if a, ok := in.Relation.(*assumed); ok {
			args = args[:a.args]
		}
		o.Run(rule, args, in.Reason.Site)
	}
	return o
}

// formula renders how a size was computed, or the attribute that gives it.
func formula(c relation.Computed) string {
	if c.Given {
		return c.Attrs[0] + " = " + c.Formula
	}
	return c.Formula
}

// by renders the formula of a size with the operator that computed it.
func (o *origins) by(c relation.Computed) lang.Phrase {
	name := lang.Phrase{{Text: "`" + o.p.operatorName(relay.NodeID(c.Site)) + "`", Span: o.p.Span(c.Site)}}
	return lang.Say("%s, by %s", formula(c), name)
}

// statedAt returns where an attribute gives a size: the number, if the attribute has it once, else the attribute.
func (o *origins) statedAt(c relation.Computed) (at lang.Span) {
	if !c.Given {
		return at
	}
	a, ok := o.p.attribute(relay.NodeID(c.Site), c.Attrs[0])
	if !ok {
		return at
	}
	var numbers []lang.Span
	for queue := []relay.NodeID{a}; len(queue) > 0; queue = queue[1:] {
		if kids := o.p.tree.Kids(queue[0]); len(kids) > 0 {
			queue = append(queue, kids...)
		} else if o.p.tree.Source(queue[0]) == c.Value {
			numbers = append(numbers, o.p.tree.Span(queue[0]))
		}
	}
	if len(numbers) == 1 {
		return numbers[0]
	}
	return o.p.tree.Span(a)
}

// writtenAt returns the site where a size is written. With dynamic sizes, a use of a variable has its own class for a
// size, so the search continues at the class that it was copied from.
func (o *origins) writtenAt(class unify.Node) (site int32, ok bool) {
	if site, ok = o.Written(class); ok || o.p.Graph.Flat(class).Constructor() == unify.NoConstructor {
		return site, ok
	}
	site, ok = o.p.written(class)
	return site, ok && o.p.roles[site] == dimension
}

// mostOrigins bounds the lines about the origin of one size.
const mostOrigins = 6

// chain explains the origin of a size with a line for each computation, the nearest first.
func (o *origins) chain(class unify.Node) (lines []lang.Line) {
	for at := range o.Back(class) {
		if len(lines) == mostOrigins {
			break
		}
		if c, ok := o.Computed(at); ok {
			def := o.p.DefName(o.p.Owner(c.Site))
			line := lang.Line{Text: o.by(c), Span: o.p.Span(c.Site), Reason: "relation", Definition: def}
			if !slices.ContainsFunc(lines, func(l lang.Line) bool { return l.Same(&line) }) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// sources returns the sites of the literals from which a size originates.
func (o *origins) sources(class unify.Node) (sites []int32) {
	sites, _ = o.traced(class)
	return sites
}

// comesFrom adds the origins of a size to the evidence.
func (m *meeting) comesFrom(o *origins, class unify.Node) {
	written, computers := o.traced(class)
	m.sources = append(m.sources, written...)
	for _, site := range computers {
		if !slices.Contains(m.computers, site) {
			m.computers = append(m.computers, site)
		}
	}
}

// traced returns the sites of the literals from which a size originates, and the sites of the operators that compute
// it, the nearest first.
func (o *origins) traced(class unify.Node) (sites, computers []int32) {
	for at := range o.Back(class) {
		if len(sites) == mostOrigins {
			break
		}
		if site, ok := o.writtenAt(at); ok {
			sites = append(sites, site)
		}
		if c, ok := o.Computed(at); ok && len(computers) < mostOrigins && !slices.Contains(computers, c.Site) {
			computers = append(computers, c.Site)
		}
	}
	return sites, computers
}

// sketch draws a relation that does not hold for some nodes, whose first nodes are the arguments: the values that it
// read, and the origins of the sizes that it compared. The failure f lists these sizes. If f is nil, since an effect of
// the relation is in the contradiction, the sketch shows the sizes that originate at the places in shown.
func (o *origins) sketch(
	text lang.Phrase, site relay.NodeID, f *relation.Failure, v *relation.Over, nodes []unify.Node, shown []lang.Related,
) *lang.Sketch {
	def := o.p.DefName(o.p.Owner(int32(site)))
	s := &lang.Sketch{Fails: true}
	o.results = make(map[relay.NodeID]int32)
	place := func(text lang.Phrase, at, says lang.Span) int32 {
		s.Places = append(s.Places, lang.SketchPlace{Text: text, Span: at, Definition: def, Group: -1, Says: says})
		return int32(len(s.Places) - 1)
	}
	link := func(from, to int32, rule, label string, at lang.Span) {
		s.Links = append(s.Links, lang.SketchLink{
			From: from, To: to, Rule: rule, Label: label, Span: at, Definition: def, Group: -1,
		})
	}
	fails := place(text, o.p.Span(int32(site)), lang.Span{})
	drawn := make(map[unify.Node]int32)
	about := make(map[unify.Node][]int32) // by size: the places that it flows into, except the failure
	attributes := make(map[relay.NodeID]int32)
	reads := func(x relation.Piece, into int32, rule string) {
		switch x.Source.Kind {
		case relation.FromNode:
			if n, ok := v.Pattern(x.Source.Node); ok {
				class := o.p.Graph.Find(n)
				list := about[class]
				if into != fails && !slices.Contains(list, into) {
					list = append(list, into)
				}
				about[class] = list
			}
		case relation.FromAttribute:
			a, ok := o.p.attribute(site, x.Source.Name)
			if !ok {
				return
			}
			from, known := attributes[a]
			if !known {
				text := lang.Text("`" + message.Shortened(o.p.tree.Source(a), maxAttribute) + "`")
				from = place(text, o.p.tree.Span(a), lang.Span{})
				attributes[a] = from
			}
			isDrawn := func(l lang.SketchLink) bool { return l.From == from && (l.To == into || into == fails) }
			if !slices.ContainsFunc(s.Links, isDrawn) {
				link(from, into, rule, "", o.p.tree.Span(a))
			}
		}
	}
	if f != nil {
		for _, formula := range f.Computed {
			at, rule := fails, lang.SketchReads
			if computes(formula) {
				at, rule = place(lang.Text(relation.Said(formula)), lang.Span{}, lang.Span{}), lang.SketchComputes
				link(at, fails, lang.SketchReads, "", lang.Span{})
			}
			for _, x := range formula[1:] {
				reads(x, at, rule)
			}
		}
		for _, x := range slices.Concat(f.Message, f.Values) {
			reads(x, fails, lang.SketchReads)
		}
	}
	args := o.p.arguments(site)
	if len(args) > len(nodes) {
		return s
	}
	if f == nil {
		for i := range args {
			for _, x := range o.p.dimensions(nodes[i]) {
				from, ok := o.Computed(x.class)
				if at, is := o.writtenAt(x.class); is && !ok {
					from.Site, ok = at, true
				}
				if ok && slices.ContainsFunc(shown, func(r lang.Related) bool { return r.Span == o.p.Span(from.Site) }) {
					about[x.class] = nil
				}
			}
		}
	}
	var takes []string
	if u, ok := o.p.uses[site]; ok {
		takes = u.operator.Inputs()
	}
	for i, a := range args {
		text := o.p.TypeOf(nodes[i])
		if text == "_" {
			continue
		}
		arg := place(lang.Say("%s has the type `%s`", o.p.Noun(int32(a)), text), o.p.Span(int32(a)), lang.Span{})
		within := false // a size of the argument is drawn
		for _, x := range o.p.dimensions(nodes[i]) {
			into, is := about[x.class]
			if !is {
				continue
			}
			from, ok := o.source(place, link, drawn, x.class)
			if !ok {
				continue
			}
			link(arg, from, lang.SketchPart, partText(x.labels)+o.way(a, x.class), lang.Span{})
			for _, to := range into {
				within = true
				if !slices.ContainsFunc(s.Links, func(l lang.SketchLink) bool { return l.From == from && l.To == to }) {
					link(from, to, lang.SketchComputes, "", lang.Span{})
				}
			}
		}
		if !within {
			name := ""
			if i < len(takes) {
				name = takes[i]
			}
			link(arg, fails, lang.SketchReads, name, o.p.Span(int32(a)))
			o.given(place, link, a, arg)
		}
	}
	return s
}

// computes reports whether a formula explains its value by other values of the program.
func computes(formula []relation.Piece) bool {
	value, _, _ := strings.Cut(formula[0].Text, " ")
	said := false // it mentions a value of the program
	for _, x := range formula[1:] {
		if x.Text == value || x.Text == "none" { // such as an attribute that was left out
			return false
		}
		said = said || x.Source.Kind != relation.FromNowhere
	}
	return said
}

// maxAttribute bounds the characters of an attribute in a picture.
const maxAttribute = 60

// source draws the origin of a size, the nearest computations first, and returns its place.
func (o *origins) source(
	place func(text lang.Phrase, at, says lang.Span) int32, link func(from, to int32, rule, label string, at lang.Span),
	drawn map[unify.Node]int32, size unify.Node,
) (int32, bool) {
	draw := func(class unify.Node) (at int32, ok bool) {
		if at, ok = drawn[class]; ok {
			return at, true
		}
		if c, is := o.Computed(class); is {
			at, ok = place(o.by(c), o.p.Span(c.Site), o.statedAt(c)), true
		} else if site, is := o.writtenAt(class); is {
			at, ok = place(lang.Say("%s is written here", o.p.Noun(site)), o.p.Span(site), lang.Span{}), true
		}
		if ok {
			drawn[class] = at
		}
		return at, ok
	}
	begun := len(drawn)
	first, ok := draw(size)
	for queue := []unify.Node{size}; ok && len(queue) > 0; queue = queue[1:] {
		c, computed := o.Computed(queue[0])
		for i := 0; computed && len(c.Of) == 0 && i < len(o.p.arguments(relay.NodeID(c.Site))); i++ {
			o.given(place, link, o.p.arguments(relay.NodeID(c.Site))[i], drawn[queue[0]])
		}
		for _, from := range c.Of {
			_, known := drawn[from]
			if len(drawn)-begun > 2*mostOrigins && !known {
				continue
			}
			if at, ok := draw(from); ok {
				link(at, drawn[queue[0]], lang.SketchComputes, "", lang.Span{})
				if !known {
					queue = append(queue, from)
				}
			}
		}
	}
	return first, ok
}

// way names the operators that a size passes on its way from where it is computed or written to a value.
func (o *origins) way(value relay.NodeID, class unify.Node) string {
	c, computed := o.Computed(class)
	has := func(e relay.NodeID) bool {
		_, out := o.p.Ends(o.p.Owner(int32(e)), int32(e))
		return slices.ContainsFunc(o.p.dimensions(out), func(x dimensionOf) bool { return x.class == class })
	}
	var names []string // the last first
	for range mostOrigins {
		if e := o.p.valueOf(value); e != relay.NoNode {
			value = e
		}
		if o.p.tree.Nodes[value].Op == relay.OpProject {
			value = o.p.tree.Kids(value)[0]
			continue
		}
		name, list := o.p.operatorName(value), []relay.NodeID(nil)
		if name != "" && !(computed && int32(value) == c.Site) {
			list = o.p.arguments(value)
		}
		i := slices.IndexFunc(list, has)
		if i < 0 {
			break
		}
		value, names = list[i], append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	slices.Reverse(names)
	return ", through " + strings.Join(names, ", ")
}

// given draws where a call makes its result, into a place, if a value is the result of a call of a function.
func (o *origins) given(
	place func(text lang.Phrase, at, says lang.Span) int32, link func(from, to int32, rule, label string, at lang.Span),
	value relay.NodeID, into int32,
) {
	if e := o.p.valueOf(value); e != relay.NoNode {
		value = e
	}
	if o.p.tree.Nodes[value].Op != relay.OpCall {
		return
	}
	callee := o.p.tree.Kids(value)[0]
	if o.p.names.Meaning[callee] != relay.MeansGlobal {
		return
	}
	if f := o.p.tree.Decls[o.p.names.At[callee]].Root; f >= 0 && o.p.tree.Nodes[f].Op == relay.OpFn {
		kids := o.p.tree.Kids(f)
		from, drawn := o.results[value]
		if !drawn {
			made := o.p.Span(int32(o.p.madeOf(kids[len(kids)-1], nil)))
			from = place(lang.Say("the result of %s", o.p.Noun(int32(callee))), made, lang.Span{})
			o.results[value] = from
		}
		at := o.p.Span(int32(value))
		link(from, into, lang.SketchComputes, "called at "+o.p.File.Position(at.Start).String(), at)
	}
}

// A dimensionOf is a size in the shape of a tensor.
type dimensionOf struct {
	labels []string
	class  unify.Node
}

// dimensions returns the sizes of a tensor, or of the tensors of a tuple, in order.
func (p *program) dimensions(n unify.Node) (list []dimensionOf) {
	of := func(n unify.Node, within ...string) {
		for i, class := range p.binding.Over(p.Graph).Classes(n) {
			if class != unify.None {
				list = append(list, dimensionOf{append(slices.Clone(within), p.Labels.Text(p.binding.ItemAt(i))), class})
			}
		}
	}
	if of(n); p.Graph.Flat(p.Graph.Find(n)).IsProduct() {
		for _, e := range p.Graph.Edges(p.Graph.Find(n)) {
			of(e.To, p.Labels.Text(e.Label))
		}
	}
	return list
}

// note adds notes about the origin of a size.
func (o *origins) note(dg *lang.Diagnostic, class unify.Node) {
	for _, l := range o.chain(class) {
		text := lang.Say("%s at %s", l.Text, o.p.File.Position(l.Span.Start).String())
		if !slices.ContainsFunc(dg.Notes, func(n lang.Phrase) bool { return n.String() == text.String() }) {
			dg.Notes = append(dg.Notes, text)
		}
	}
	for _, site := range o.sources(class) {
		dg.Relate(o.p.Span(site), "%s is written here", o.p.Noun(site))
	}
}

// sideOf returns the message and the place for one side of a contradiction.
func (o *origins) sideOf(f *explain.Fact) lang.Related {
	site := o.p.FactSite(f)
	r := lang.Related{Span: o.p.Span(site), Message: lang.Say("this is %s", o.p.Thing(f.Claim))}
	noun, text := o.p.sortOf(f.Claim.Flat)
	switch {
	case f.Use < 0 && f.Relation == 0 && o.p.needed(relay.NodeID(site), f.Claim.Flat):
		r.Message = lang.Say("this has to be %s", o.p.Thing(f.Claim))
	case f.Use < 0 && f.Relation == 0 && noun == "shape":
		r.Message = lang.Say("this is a shape of %s", text)
	case f.Use >= 0 && f.Origin != nil:
		if at := o.p.OriginSite(f.Origin); at >= 0 {
			r.Span = o.p.Span(at)
			r.Message = lang.Say("this is %s, in %s", o.p.Thing(f.Origin.Claim), o.p.DefNoun(f.Origin.Def))
		}
	case f.Use >= 0:
		r.Message = lang.Say("%s has %s here", o.p.Noun(site), o.p.Thing(f.Claim))
		if at := o.p.saidBy(f); at >= 0 {
			r.Span = o.p.Span(at)
			r.Message = lang.Say("this is %s, in %s", o.p.Thing(f.Claim), o.p.usedNoun(f.Use))
		}
	case f.Relation > 0:
		name := o.p.operatorName(relay.NodeID(site))
		r.Message = lang.Say("`%s` makes this %s", name, o.p.Thing(f.Claim))
		if f.Claim.Flat == unify.Open {
			r.Message = lang.Say("`%s` does not hold", name)
		}
		if n, ok := o.WrittenAs(site, text, true); ok {
			c, _ := o.Computed(n)
			r.Message = lang.Text(formula(c))
		}
	case o.p.roles[site] == dimension || o.p.roles[site] == element:
		r.Message = lang.Say("%s is written here", o.p.Noun(site))
	}
	return r
}

// needed reports whether the use of an expression, and not the expression itself, requires a type.
func (p *program) needed(e relay.NodeID, f unify.Flat) bool {
	up := p.parents[e]
	if up == relay.NoNode || p.tree.Kids(up)[0] != e {
		return false
	}
	noun, _ := p.sortOf(f)
	switch op := p.tree.Nodes[e].Op; p.tree.Nodes[up].Op {
	case relay.OpProject:
		return noun == "tuple" && !f.Closed()
	case relay.OpCall:
		return noun == "function" && op != relay.OpFn
	case relay.OpRefRead, relay.OpRefWrite:
		return noun == "reference" && op != relay.OpRef
	}
	return false
}

// attributeOf returns the attribute of a call that gives a size, according to the demands of its relation on some
// nodes.
func (o *origins) attributeOf(
	size string, site relay.NodeID, rule *relation.Rule, nodes []unify.Node,
) (relay.NodeID, bool) {
	for _, c := range o.Demands(rule, nodes) {
		if c.Value == size && len(c.Attrs) > 0 {
			return o.p.attribute(site, c.Attrs[0])
		}
	}
	return relay.NoNode, false
}

// place adds the place where a size is written or computed.
func (o *origins) place(dg *lang.Diagnostic, class unify.Node) {
	if c, ok := o.Computed(class); ok {
		dg.Relate(o.p.Span(c.Site), "%s", formula(c))
		o.note(dg, class)
		return
	}
	if site, ok := o.writtenAt(class); ok {
		dg.Relate(o.p.Span(site), "%s is written here", o.p.Noun(site))
	}
}

// explain adds the origin of a size that the operator at a site computes, also to the evidence.
func (o *origins) explain(m *meeting, dg *lang.Diagnostic, site int32, claim unify.Claim) {
	_, text := o.p.sortOf(claim.Flat)
	if n, ok := o.WrittenAs(site, text, true); ok {
		o.note(dg, n)
		m.comesFrom(o, n)
	}
}

// reasons adds the computations of sizes to the reasons of a type.
func (p *program) reasons(d, site int32, w *patterns.Why) {
	if site == p.Defs[d].Root {
		w.Expression = p.DefName(d)
		if v := p.Solver.View(d); len(p.paramsOf(p.rootOf(d))) > 0 {
			_, w.Signature = p.ShortSignature(v.Scheme, v.In, v.Out, patterns.LongSide)
		}
	}
	if p.roles[site] == other {
		return
	}
	from := p.originsOf(d)
	_, out := p.Ends(d, site)
	for i := range w.Parts {
		part := &w.Parts[i]
		class, found := p.Graph.Follow(out, part.Path...)
		if !found {
			continue
		}
		part.Story = append(part.Story, from.chain(class)...)
		for _, at := range from.sources(class) {
			if !slices.ContainsFunc(part.Story, func(l lang.Line) bool { return l.Span == p.Span(at) }) {
				text := lang.Say("%s is written here", p.Noun(at))
				part.Story = append(part.Story, lang.Line{Text: text, Span: p.Span(at), Reason: "type", Definition: w.Definition})
			}
		}
	}
}
