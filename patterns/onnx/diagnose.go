package onnx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// The following methods implement diagnose.Ordered. Types flow from the inputs of a model to its outputs, so a
// contradiction is a node whose relation does not hold, and that node is its place.

// Evidence of a fault are the places that its report shows, and what changes are looked for with.
type evidence struct {
	def     int32
	use     *use
	wrong   []onnx.NodeID // without a use: the outputs whose declared types are not the derived ones
	attrs   []lang.Span   // attributes that the message is about
	origin  []int32       // sites where the numbers of the message are written
	sources []int32       // sites of all numbers that they are computed from
	via     []int32       // sites of the nodes that compute them
	// elements are where the element types of the message come from: a declared value or a node.
	elements []onnx.NodeID
	choices  relation.Choices
	sizes    repair.Sizes // the numbers of the message
	rounded  bool         // the first two of them nearly agree
	free     bool         // the fault is a size that is declared dynamic and is not
	fits     []change     // see propose
	drawn    *lang.Sketch
}

type report = diagnose.Report[*evidence]

// Table returns the tables of the program.
func (p *program) Table() *message.Basic { return &p.Basic }

// Order returns the rank of a constraint in the order of the text: the relation of a node comes after its parts, and
// those of the nodes of a function, which all have the site of its call, in the order in which the nodes run.
func (p *program) Order(s explain.Source) int64 {
	return int64(max(p.SourceSite(s), 0))<<32 + int64(s.Relation)
}

// LeaveOut selects what the node at fault states.
func (p *program) LeaveOut(f message.Fault) func(explain.Source) bool {
	site := p.SourceSite(f.At)
	u, _, _ := p.failing(f)
	return func(s explain.Source) bool {
		if u != nil && u.frame.call != onnx.NoNode {
			return int32(u.First) < s.Relation && s.Relation <= int32(u.End)
		}
		return s.Use < 0 && p.SourceSite(s) == site && (s.Relation > 0 || f.At.Relation == 0)
	}
}

// Without derives the program without the nodes at fault. The types that are shown are those of that program.
func (p *program) Without(faults []message.Fault) (*program, bool) {
	left := make(map[placed]bool)
	for _, f := range faults {
		at := placed{p.SourceSite(f.At), onnx.NoNode}
		if u, _, _ := p.failing(f); u != nil && u.frame.call != onnx.NoNode {
			at.inner = u.id
		}
		left[at] = true
	}
	q := derived(p.File, p.options, p.watch, left)
	for d := range int32(len(p.Defs)) { // a limit may exclude some
		if p.Solver.Derivation(d).Derived && !q.Solver.Derivation(d).Derived {
			return nil, false
		}
	}
	p.shown = q
	return q, true
}

// Others returns nothing: nodes that wait follow from an error.
func (p *program) Others(int32) []lang.Diagnostic { return nil }

// Join makes one report of a node of a function that fails in several calls for the same reason.
func (p *program) Join(d int32, list []*report) []*report {
	type key struct {
		node onnx.NodeID
		says string
	}
	first, calls := make(map[key]*report), make(map[key]int)
	left := make(map[onnx.NodeID]int) // by node: the calls in which it fails, without those in the list
	list = slices.DeleteFunc(list, func(r *report) bool {
		u, _, _ := p.failing(r.Fault)
		if u == nil || u.frame.call == onnx.NoNode {
			return false
		}
		k := key{u.id, r.Message.String()}
		calls[k]++
		left[u.id]--
		if first[k] == nil {
			first[k] = r
		}
		return calls[k] > 1
	})
	if len(first) == 0 {
		return list
	}
	for i := range p.uses[d] {
		if u := &p.uses[d][i]; p.fails(u) {
			left[u.id]++
		}
	}
	for k, n := range calls {
		if n > 1 {
			also := "the same error is in %s"
			if left[k.node] > 0 { // without a message of their own
				also = "the same error is in at least %s"
			}
			first[k].Notes = append(first[k].Notes, lang.Say(also, message.Counted(n-1, "further call")))
		}
	}
	return list
}

// DescribeFault returns the diagnostic of a fault.
func (p *program) DescribeFault(f message.Fault, without *program) (lang.Diagnostic, *evidence) {
	dg, e := p.unexplained(f), &evidence{}
	c := f.Contradiction
	if len(c.Facts) > 0 {
		full := p.Clash(p.DefName(c.Def), c, nil, lang.Related{})
		dg.Clash = full.Clash
	}
	u, rule, args := p.failing(f)
	if u == nil {
		return dg, e
	}
	e.def, e.use = f.Def, u
	v, from := p.binding.Over(p.Graph), p.originsOf(c.Def)
	why, fails := v.Fault(&p.machine, rule, args)
	if !fails {
		return dg, e
	}
	u.explain(&dg, why)
	e.choices = why.Choices
	if dg.Code == lang.ElementsDiffer {
		p.relateElements(&dg, e, c.Def, u)
	}
	p.relateInputs(&dg, c.Def, u)
	dg.Notes = append(dg.Notes, why.Notes...)
	for _, formula := range why.Computed {
		if text := relation.Said(formula); !isTrivial(text) {
			dg.Notes = append(dg.Notes, lang.Text(text))
		}
	}
	pieces := append(slices.Clone(why.Message), why.Values...)
	for _, formula := range why.Computed {
		pieces = append(pieces, formula...)
	}
	e.differ(why.Values)
	e.differ(pieces)
	for _, x := range pieces {
		switch x.Source.Kind {
		case relation.FromAttribute:
			if a := p.tree.Attr(u.id, x.Source.Name); a != onnx.NoNode {
				at := p.tree.Span(a)
				e.attrs = append(e.attrs, at)
				dg.Relate(at, "the attribute `%s`", x.Source.Name)
				p.relateGiven(&dg, u, a)
			}
		case relation.FromNode:
			if n, ok := v.Pattern(x.Source.Node); ok {
				p.chain(&dg, e, from, n)
				e.computedBy(from, n)
			}
		}
	}
	if p.options.Sketch {
		e.drawn = p.sketch(dg.Message, c.Def, u, pieces, v)
	}
	if u.frame.call != onnx.NoNode {
		dg.Relate(p.callSpan(u.frame.call), "in this call")
	}
	showOnce(&dg)
	return dg, e
}

// showOnce removes places and notes that are shown already.
func showOnce(dg *lang.Diagnostic) {
	message.ShowOnce(dg)
	known := make(map[string]bool)
	dg.Notes = slices.DeleteFunc(dg.Notes, func(n lang.Phrase) bool {
		again := known[n.String()]
		known[n.String()] = true
		return again
	})
}

// relateGiven shows where the call of a function gives the value of an attribute of a node of the function.
func (p *front) relateGiven(dg *lang.Diagnostic, u *use, attr onnx.NodeID) {
	value := p.tree.Value(attr)
	if u.frame.call == onnx.NoNode || !p.tree.Is(value, onnx.OpRef) {
		return
	}
	if given := p.tree.Attr(u.frame.call, p.tree.Plain(value)); given != onnx.NoNode {
		dg.Relate(p.tree.Span(given), "its value is given here")
	}
}

// differ records the numbers of a message, of which the first two should be equal.
func (e *evidence) differ(pieces []relation.Piece) {
	var list []int64
	for _, x := range pieces {
		if n, err := strconv.ParseInt(x.Text, 10, 64); err == nil {
			list = append(list, n)
		}
	}
	if len(list) > 1 {
		e.sizes.Differ(list[0], list[1])
		d := max(list[0]-list[1], list[1]-list[0])
		e.rounded = e.rounded || d > 0 && d <= mostRounded && list[0] > mostRounded
	}
	e.sizes.Add(list...)
}

// mostRounded is how much two sizes differ at most that would agree if no division had a remainder.
const mostRounded = 3

// mostVia is how many computations of a size are followed to find the nodes that may be changed, mostSources to find
// where numbers are written.
const (
	mostVia     = 200
	mostSources = 2000
)

// computedBy records the nodes that compute a size.
func (e *evidence) computedBy(from *relation.Origins, n unify.Node) {
	list, sites := from.Chain(n, mostSources)
	e.sources = append(e.sources, sites...)
	for _, c := range list[:min(len(list), mostVia)] {
		if len(c.Attrs) > 0 && !slices.Contains(e.via, c.Site) {
			e.via = append(e.via, c.Site)
		}
	}
}

// isTrivial reports whether a formula is a product of a number and 1, or a difference of a number and 0.
func isTrivial(formula string) bool {
	is, of, _ := strings.Cut(formula, " = ")
	return strings.HasPrefix(of, is+" − min(0, ") || of == is+"·1" || of == "1·"+is || of == is
}

// mostInputs is the number of inputs of a node up to which all are shown. If there are more, only inputs of different
// types are shown, and at most so many.
const mostInputs = 100

// shownInputs lists the inputs of a node whose types are shown, by their number.
func (p *program) shownInputs(u *use) (list []int) {
	args, shown := p.tree.Args(u.id), make(map[unify.Node]bool)
	for i, arg := range args[:min(len(args), len(u.Inputs))] {
		if !p.tree.Is(arg, onnx.OpName) || u.Inputs[i] == unify.None {
			continue
		}
		if n := p.Graph.Find(u.Inputs[i]); len(args) <= mostInputs || !shown[n] && len(shown) < mostInputs {
			shown[n] = true
			list = append(list, i)
		}
	}
	return list
}

// relateInputs shows the types of the inputs of a node.
func (p *program) relateInputs(dg *lang.Diagnostic, d int32, u *use) {
	s, args, list := p.system(), p.tree.Args(u.id), p.shownInputs(u)
	for _, i := range list {
		t, _ := s.Read(u.Inputs[i])
		text := "this is `" + s.Format(t) + "`"
		if entries := s.FormatEntries(t); entries != "" && len(t.Entries) <= mostShown {
			text += " with the entries `" + entries + "`"
		}
		dg.Related = append(dg.Related, lang.Related{Span: p.tree.NameSpan(args[i]), Message: lang.Text(text)})
	}
	if len(args) > mostInputs {
		dg.Notes = append(dg.Notes, lang.Say("the types of %d of the %d inputs are listed", len(list), len(args)))
	}
}

// relateElements shows where the different element types of the inputs of a node come from: of those that the message
// names, or else of all.
func (p *program) relateElements(dg *lang.Diagnostic, e *evidence, d int32, u *use) {
	shown, list := make(map[string]bool), p.shownInputs(u)
	says := dg.Message.String()
	isNamed := func(i int) bool {
		return i < len(u.operator.Params) && strings.Contains(says, "`"+u.operator.Params[i].Name+"`")
	}
	if slices.ContainsFunc(list, isNamed) {
		list = slices.DeleteFunc(list, func(i int) bool { return !isNamed(i) })
	}
	for _, i := range list {
		t, _ := p.system().Read(u.Inputs[i])
		if t.Elem != "" && !shown[t.Elem] {
			shown[t.Elem] = true
			p.relateElement(dg, e, d, p.names.Def[p.tree.Args(u.id)[i]])
		}
	}
}

// relateElement shows where the element type of a value comes from: from the type of a declared value, or from a node.
func (p *program) relateElement(dg *lang.Diagnostic, e *evidence, d int32, def onnx.NodeID) {
	id := p.elementFrom(d, def)
	if id == onnx.NoNode {
		return
	}
	e.elements = append(e.elements, id)
	at := p.elementSpan(id)
	if p.tree.Is(id, onnx.OpNode) {
		dg.Relate(at, "%s decides the element type", p.nodeText(id))
	} else {
		dg.Relate(at, "the element type is written here")
	}
}

// elementSpan returns the place of the element type of a declared value, or of a node.
func (p *front) elementSpan(id onnx.NodeID) lang.Span {
	if p.tree.Is(id, onnx.OpNode) {
		return p.callSpan(id)
	}
	at, typ := p.tree.Span(id), p.tree.Type(id)
	if typ != onnx.NoNode && p.tree.Is(typ, onnx.OpTensorType) {
		at.Start = p.tree.Span(typ).Start
		at.End = at.Start + int32(len(p.tree.Name(typ)))
	}
	return at
}

// mostOrigins is the maximum number of lines about the origin of a number.
const mostOrigins = 6

// computedFrom returns the computations that led to a number, the last one first, and the sites where the numbers that
// enter them are written; at most mostOrigins of each. After the first computation, those that keep a number are passed
// over.
func (p *program) computedFrom(from *relation.Origins, n unify.Node) (list []relation.Computed, sites []int32) {
	var all repair.Distinct[unify.Node]
	all.Add(p.Graph.Find(n))
	for i := 0; i < len(all.List) && len(list) < mostOrigins && len(sites) < mostOrigins; i++ {
		class := all.List[i]
		if site, ok := from.Written(class); ok {
			sites = append(sites, site)
		}
		c, ok := from.Computed(class)
		if !ok {
			continue
		}
		if kept := p.sameAs(class, c); kept >= 0 && len(list) > 0 {
			all.Add(c.Of[kept])
			continue
		}
		list = append(list, c)
		all.Add(c.Of...)
	}
	return list, sites
}

// sameAs returns the index, among the sizes that a size is computed from, of one that is equal to it, or -1.
func (p *program) sameAs(size unify.Node, c relation.Computed) int {
	is := p.Graph.Flat(size).Constructor()
	return slices.IndexFunc(c.Of, func(of unify.Node) bool { return p.Graph.Flat(of).Constructor() == is })
}

// chain reports the origin of a number: the computations, and the places where their numbers are written. The nearest
// ones are evidence, also those that keep the number: one of them should perhaps not keep it.
func (p *program) chain(dg *lang.Diagnostic, e *evidence, from *relation.Origins, n unify.Node) {
	near, origin := from.Chain(n, mostOrigins)
	e.origin = append(e.origin, origin...)
	for _, c := range near {
		e.via = append(e.via, c.Site)
		id := p.ids[c.Site]
		for i := 0; i < len(c.Attrs) && id != onnx.NoNode && p.tree.Is(id, onnx.OpNode); i++ {
			if x := p.tree.Attr(id, c.Attrs[i]); x != onnx.NoNode {
				e.attrs = append(e.attrs, p.tree.Span(x))
			}
		}
	}
	list, sites := p.computedFrom(from, n)
	for _, c := range list {
		id := p.ids[c.Site]
		if id == onnx.NoNode || !p.tree.Is(id, onnx.OpNode) {
			continue
		}
		_, name, _ := p.tree.Operator(id)
		at := p.callSpan(id)
		if strings.Contains(c.Formula, "=") && !isTrivial(c.Formula) {
			dg.Notes = append(dg.Notes, lang.Say("%s, by %s at %s", c.Formula, lang.Phrase{{Text: "`" + name + "`", Span: at}},
				p.place(at)))
		}
		for _, a := range c.Attrs {
			if x := p.tree.Attr(id, a); x != onnx.NoNode {
				dg.Relate(p.tree.Span(x), "`%s` computes it with this", name)
			}
		}
	}
	for _, site := range sites {
		dg.Relate(p.Span(site), "`%s` is written here", p.Short(site))
	}
}

// place names a place in a sentence: the node of a binary model, or the line and column of a text.
func (p *program) place(at lang.Span) string {
	if p.File.Origin != nil {
		if n := p.File.Origin(at.Start); n != nil {
			return "node " + ordinal(n.Index)
		}
	}
	return p.File.Position(at.Start).String()
}

// failing returns the node at fault, and the rule that does not hold with its arguments.
func (p *program) failing(f message.Fault) (u *use, rule *relation.Rule, args []unify.Node) {
	if f.At.Relation == 0 {
		return nil, nil, nil
	}
	i := f.At.Relation - 1
	in := p.Graph.InstanceOf(i)
	rule, ok := in.Relation.(*relation.Rule)
	if !ok {
		return nil, nil, nil
	}
	uses := p.uses[f.Def]
	k, found := slices.BinarySearchFunc(uses, int(i), func(u use, i int) int {
		switch {
		case u.End <= i:
			return -1
		case u.First > i:
			return 1
		}
		return 0
	})
	if !found {
		return nil, nil, nil
	}
	return &uses[k], rule, in.Args
}

// unexplained returns the diagnostic of a fault without the reason why its node fails.
func (p *program) unexplained(f message.Fault) lang.Diagnostic {
	at := p.Span(max(p.SourceSite(f.At), 0))
	if u, _, _ := p.failing(f); u != nil && u.frame.call != onnx.NoNode {
		at = p.callSpan(u.id)
	}
	return lang.Diagnostic{
		Span: at, Definition: p.DefName(f.Def),
		Code: lang.RelationFails, Message: lang.Text("this node cannot have a type"),
	}
}

// Least returns the diagnostic of a fault that needs the least work.
func (p *program) Least(f message.Fault) lang.Diagnostic {
	dg := p.unexplained(f)
	u, rule, args := p.failing(f)
	if u == nil {
		return dg
	}
	var why relation.Failure
	var fails bool
	found := p.Explainer().WithinRest(func() { why, fails = p.binding.Over(p.Graph).Fault(&p.machine, rule, args) })
	if found && fails {
		u.explain(&dg, why)
	}
	return dg
}

// explain gives an error the reason why a node fails.
func (u *use) explain(dg *lang.Diagnostic, why relation.Failure) {
	dg.Code, dg.Message = why.Code, lang.Say("`%s`: %s", u.operator.Names[0].Name, relation.Said(why.Message))
}

// originsOf returns the origins of the sizes of a definition. Those of the last definition are kept.
func (p *program) originsOf(d int32) *relation.Origins {
	return p.origins.Of(d, func() *relation.Origins { return p.findOrigins(d) })
}

func (p *program) findOrigins(d int32) *relation.Origins {
	o := p.binding.NewOrigins(p.Graph, &p.machine)
	for site := p.Defs[d].First; site < p.Defs[d].Root; site++ {
		if p.Nodes[site].Op == aSize {
			_, out := p.Ends(d, site)
			o.Write(out, site)
		}
	}
	for i := range p.uses[d] {
		u := &p.uses[d][i]
		if u.First < u.End && p.Graph.InstanceOf(int32(u.First)).State == unify.Fires {
			in := p.Graph.InstanceOf(int32(u.First))
			rule := in.Relation.(*relation.Rule)
			o.Run(rule, in.Args, in.Reason.Site)
		}
	}
	return o
}

// CompleteExplanation removes lines that say nothing, and draws where sizes come from.
func (p *program) CompleteExplanation(r *report) {
	if e := r.Evidence; e != nil && e.drawn != nil {
		e.drawn.Walk = r.Explanation.Sketch
		r.Explanation.Sketch = e.drawn
	}
	r.Explanation.Story = slices.DeleteFunc(r.Explanation.Story, func(l lang.Line) bool { return len(l.Text) == 0 })
}

// importsLast returns changes as guesses. One that imports another opset, which all nodes depend on, is not offered
// beside one before it.
func (p *program) importsLast(fixes []lang.Fix) []repair.Guess {
	list := repair.Guesses(fixes)
	for i := 1; i < len(list); i++ {
		x := &list[i]
		if slices.ContainsFunc(p.graphs, func(g graph) bool {
			at := p.tree.Setting(g.header, "opset_import")
			return at != onnx.NoNode && p.tree.Span(at).Contains(x.Edits[0].Span)
		}) {
			x.Alone, x.Cost = true, x.Cost+i
		}
	}
	return list
}

// Guesses lists changes that may fix an error. Errors of names have some already.
func (p *program) Guesses(r *report) diagnose.Guesses {
	n := p.namings[r.Span]
	isText := r.Code == lang.Stale || r.Code == lang.WrongAttribute && r.Severity == lang.Warning
	named := !isText && (n != nil || r.Code == lang.UnknownLocal || r.Code == lang.UnknownOperator ||
		r.Code == lang.WrongAttribute || r.Code == lang.WrongCount || r.Code == lang.MissingImport ||
		r.Code == lang.ElementsDiffer && len(r.Fixes) > 0)
	g := diagnose.Guesses{Instead: named, Named: named, Bounds: repair.Bounds{Tries: 8, Kept: 2, Margin: 2}}
	if named && n == nil {
		given := r.Fixes
		g.List = func() []repair.Guess { return p.importsLast(given) }
	}
	switch {
	case n != nil:
		r.Fixes = p.renamings(r, n)
	case r.Code == lang.Promise:
		p.keep(r)
	case isText:
		p.refresh(r)
	case r.Evidence == nil:
		r.Evidence = p.mismatched[r.Span]
		g.Ranked = r.Evidence != nil
	}
	if r.Evidence != nil {
		g.List = func() (list []repair.Guess) {
			r.Evidence.fits = p.propose(r.Evidence, r.Span)
			for i, c := range r.Evidence.fits {
				if c.Class != repair.ByDrop {
					list = append(list, c.Guess)
				} else if i == 0 { // the likeliest by far
					return []repair.Guess{c.Guess}
				}
			}
			return list
		}
	}
	return g
}
