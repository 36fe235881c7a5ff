package tensorscript

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/tensorscript"
	"github.com/patgraph/patgraph/patterns/diagnose"
	"github.com/patgraph/patgraph/patterns/explain"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// The following methods implement diagnose.Ordered.

// A report is a diagnostic with the fault that it is about, if any, and evidence about it.
type report = diagnose.Report[evidence]

// An evidence is what is known about a fault.
type evidence struct {
	without *program    // the program without the constraints at fault; nil: there is no fault
	places  []lang.Span // what the fault depends on: the places that are shown, and others
	last    lang.Phrase // the message, as one about the input of the stage; see Restate
}

// Table returns the tables of the program.
func (p *program) Table() *message.Basic { return &p.Basic }

// Others returns the operations of a definition that wait for undecided sizes.
func (p *program) Others(d int32) []lang.Diagnostic {
	unsound := func(d int32) bool {
		return p.faulty[d] || !p.Solver.Derivation(d).Derived || len(p.Solver.Conflicts(d)) > 0
	}
	if p.faulty[d] || p.Uses(d, unsound) {
		return nil
	}
	return p.undetermined(d)
}

// LeaveOut selects what the stage at fault requires of its input; its output is not at fault.
func (p *program) LeaveOut(f message.Fault) func(explain.Source) bool {
	at, code := f.At, p.Least(f).Code
	silent := code == lang.RanksDiffer || code == lang.KindsDiffer // consequences are not reported
	return func(s explain.Source) bool {
		switch {
		case s.Use >= 0:
			return false
		case s.Key() == at.Key():
			return true
		case s.Relation == 0 && at.Relation == 0 && s.Reason == at.Reason && (s.Event >= 0) == (at.Event >= 0):
			return true
		case s.Reason.Site != at.Reason.Site || !p.receives(at.Reason) || !p.receives(s.Reason):
			return false
		}
		return s.Relation == 0 || silent || !p.gives(s.Relation-1)
	}
}

// Without derives the program without the requirements at fault. The types that are shown are those of that program.
func (p *program) Without(faults []message.Fault) (*program, bool) {
	left := make(map[unify.Reason]bool)
	for _, f := range faults {
		r := f.At.Reason
		if f.At.Relation == 0 && f.At.Event >= 0 {
			left[r] = true
		}
		if p.receives(r) {
			for _, rule := range [...]uint8{bySignature, byHelper, byNode} {
				left[unify.Reason{Rule: rule, Part: goesIn, Site: r.Site}] = true
			}
		}
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

// Notes returns notes about size parameters.
func (p *program) Notes(without *program) (ds []lang.Diagnostic) {
	if without == nil {
		without = p
	}
	for d := range int32(len(p.Defs)) {
		if p.Solver.Derivation(d).Derived {
			ds = append(ds, without.notes(d)...)
		}
	}
	return ds
}

// Join joins nothing.
func (p *program) Join(_ int32, list []*report) []*report { return list }

// gives reports whether an instance only determines the output of a stage and requires nothing of its input.
func (p *program) gives(instance int32) bool {
	rule, ok := p.Graph.InstanceOf(instance).Relation.(*relation.Rule)
	return !ok || rule.Early() < 0 || rule.Relation().Gives(rule.Early())
}

// receives reports whether a reason is a stage's requirement on its input.
func (p *front) receives(r unify.Reason) bool {
	switch r.Rule {
	case byOperation:
		return true
	case bySignature, byHelper, byNode:
		return r.Part == goesIn
	}
	return false
}

// readingRank are the ranks of the rules in reading order: first declarations, then stages, in the order of the text;
// within a stage, its input before its operation.
var readingRank = [byDefault + 1]int64{
	byRigid: 2 * behind, byUse: behind, byHeader: behind, byLiteral: behind, byLet: behind, byUnit: behind,
	bySelf: behind, byTuple: behind, byTruth: behind, byCondition: behind, byEnd: behind, byDefault: behind,
	byPipe: behind + 1, byArgument: behind + 1, byOperation: behind + 2,
	bySignature: behind + 4, byHelper: behind + 4, byNode: behind + 4, byResult: behind + 6, byBranches: behind + 6,
}

const behind = int64(1) << 40

// Order returns the rank of a constraint in reading order.
func (p *program) Order(s explain.Source) int64 {
	r := s.Reason
	if s.Event < 0 && s.Relation == 0 {
		r.Rule, _ = p.DescribedBy(r.Site)
	}
	at := int64(r.Site)<<3 + readingRank[r.Rule]
	switch {
	case r.Rule == byUse && p.tree.Is(p.nodeOf[r.Site], tensorscript.OpParam):
		at -= behind
	case r.Rule == byOperation && s.Relation > 0 && !p.gives(s.Relation-1):
		at++
	case r.Rule == bySignature, r.Rule == byHelper, r.Rule == byNode:
		at += int64(r.Part)
	}
	return at
}

// originsOf returns the origins of the sizes of a definition. Those of the last definition are kept.
func (p *program) originsOf(d int32) *relation.Origins {
	return p.origins.Of(d, func() *relation.Origins { return p.findOrigins(d) })
}

func (p *program) findOrigins(d int32) *relation.Origins {
	o := p.binding.NewOrigins(p.Graph, &p.machine)
	for site := p.Defs[d].First; site < p.Defs[d].Root; site++ {
		if p.scoped[p.nodeOf[site]] == sized {
			_, out := p.Ends(d, site)
			o.Write(out, site)
		}
	}
	for _, c := range p.calls[d] {
		if p.Graph.InstanceOf(c.first).State == unify.Fires {
			o.Run(c.operation.rules[0], c.args, c.site)
		}
	}
	return o
}

// A describer describes the faults of a program. Its types are those of the program without the constraints at fault.
type describer struct {
	p       *program
	without *program
	from    *relation.Origins
	last    lang.Phrase     // see evidence
	about   map[string]bool // the sizes that an operation compares that says why it fails; nil: there is none
}

// DescribeFault returns the diagnostic of a fault.
func (p *program) DescribeFault(f message.Fault, without *program) (lang.Diagnostic, evidence) {
	if without == nil {
		without = p
	}
	x, c := describer{p, without, p.originsOf(f.Def), nil, nil}, f.Contradiction
	id := p.nodeOf[f.At.Reason.Site]
	meet := lang.Related{Span: p.Span(f.At.Reason.Site), Message: lang.Text("they meet here")}
	dg := p.Clash(p.DefName(c.Def), c, nil, meet)
	dg.Notes, dg.Help, dg.Related, dg.Label = nil, nil, nil, nil
	dg.Code, dg.Message = lang.KindsDiffer, lang.Text("this cannot have a type")
	if len(c.Facts) > 1 {
		dg.Code, dg.Message = p.whatDiffers(c.Facts[0].Claim.Flat, c.Facts[1].Claim.Flat)
	}
	explained := false
	if id != tensorscript.NoNode {
		explained = x.locate(&dg, id, f)
	}
	for i := range c.Facts {
		of := c.Facts[i].Claim.Flat
		if site := p.FactSite(&c.Facts[i]); site >= 0 && of != unify.Open {
			says := lang.Say("this is %s", p.thing(of))
			switch {
			case explained && dg.Code != lang.KindsDiffer:
				says = nil // the message says more
			case p.scoped[p.nodeOf[site]] == staged:
				says = lang.Say("this gives %s", p.thing(of))
			}
			dg.Related = append(dg.Related, lang.Related{Span: p.Span(site), Message: says})
		}
	}
	shows := evidence{without: without, last: x.last}
	dg.Related = slices.DeleteFunc(dg.Related, func(r lang.Related) bool {
		shows.places = append(shows.places, r.Span)
		return len(r.Message) == 0
	})
	dg.Related = p.joined(dg.Related)
	message.ShowOnce(&dg)
	p.LettersAtShown(&dg)
	known := make(map[string]bool)
	dg.Notes = slices.DeleteFunc(dg.Notes, func(n lang.Phrase) bool {
		again := known[n.String()]
		known[n.String()] = true
		return again
	})
	return dg, shows
}

// joined makes one mark of neighbours in a list of arguments about which the same is said.
func (p *program) joined(list []lang.Related) (marks []lang.Related) {
	for _, r := range list {
		if n := len(marks); n > 0 && marks[n-1].Span.End < r.Span.Start && marks[n-1].Message.String() == r.Message.String() {
			if between := p.File.Text(lang.Span{Start: marks[n-1].Span.End, End: r.Span.Start}); between == ", " {
				marks[n-1].Span.End = r.Span.End
				continue
			}
		}
		marks = append(marks, r)
	}
	return marks
}

// CompleteExplanation replaces the story of a fault by the chains of its sizes.
func (p *program) CompleteExplanation(r *report) {
	unsaid := func(l lang.Line) bool { return len(l.Text) == 0 }
	r.Explanation.Story = slices.DeleteFunc(r.Explanation.Story, unsaid)
	if id := p.nodeOf[r.At.Reason.Site]; id != tensorscript.NoNode {
		p.twoChains(r, id)
	}
}

// Least returns the diagnostic of a fault that needs the least work.
func (p *program) Least(f message.Fault) lang.Diagnostic {
	c, at := f.Contradiction, f.At
	dg := lang.Diagnostic{
		Span: p.Span(at.Reason.Site), Definition: p.DefName(c.Def),
		Code: lang.KindsDiffer, Message: lang.Text("this cannot have a type"),
	}
	if len(c.Facts) > 1 {
		dg.Code, dg.Message = p.whatDiffers(c.Facts[0].Claim.Flat, c.Facts[1].Claim.Flat)
	}
	if call := p.statedBy(c.Def, at.Reason.Site); call != nil && at.Relation > 0 {
		var f relation.Failure
		var fails bool
		found := p.Explainer().WithinRest(func() { f, fails = p.whyNot(p.binding.Over(p.Graph), call) })
		if found && fails {
			dg.Code = f.Code
			dg.Message = p.failure(p.nodeOf[at.Reason.Site], f)
		}
	}
	return dg
}

// statedBy returns the stated operation at a site of a definition, or nil.
func (p *program) statedBy(d, site int32) *stated {
	if i, ok := slices.BinarySearchFunc(p.calls[d], site, stated.compare); ok {
		return &p.calls[d][i]
	}
	return nil
}

// compare compares the site of an operation with another one.
func (s stated) compare(site int32) int { return cmp.Compare(s.site, site) }

// whyNot returns the reason why an operation fails, if it does.
func (p *program) whyNot(v *relation.Over, call *stated) (relation.Failure, bool) {
	return v.Fault(&p.machine, call.operation.rules[0], call.args)
}

// failure says why an operation fails.
func (p *front) failure(id tensorscript.NodeID, f relation.Failure) lang.Phrase {
	return lang.Say("`%s`: %s", p.nameOf(id), p.because(id, f))
}

func (p *front) because(id tensorscript.NodeID, f relation.Failure) string {
	pieces := slices.Clone(f.Message)
	for i, x := range pieces {
		if x.Source.Kind == relation.FromArgument && x.Source.Arg == 0 && p.scoped[id] == staged {
			pieces[i].Text = "its input"
		}
	}
	return relation.Said(pieces)
}

// whatDiffers returns the code and the message for two patterns that differ.
func (p *program) whatDiffers(f, g unify.Flat) (lang.Code, lang.Phrase) {
	c, d := p.constructorOf(f), p.constructorOf(g)
	_, number := p.Types.NumberOf(c)
	_, another := p.Types.NumberOf(d)
	switch {
	case p.binding.IsList(c) && p.binding.IsList(d):
		return lang.RanksDiffer, lang.Say("%s and %s", p.thing(f), p.thing(g))
	case number && another:
		x, y := p.Types.ConstructorName(c), p.Types.ConstructorName(d)
		return lang.SizesDiffer, lang.Say("two sizes of one dimension differ: %s and %s", x, y)
	case p.isSize(c) && p.isSize(d):
		x, y := p.thing(f), p.thing(g)
		return lang.SizesDiffer, lang.Say("%s and %s are the same dimension, but need not be equal", x, y)
	}
	return lang.KindsDiffer, lang.Say("%s and %s", p.thing(f), p.thing(g))
}

// constructorOf returns the constructor of a pattern, or unify.NoConstructor.
func (p *program) constructorOf(f unify.Flat) unify.Constructor {
	return p.Types.Heads().ConstructorOf(f)
}

func (p *program) isSize(c unify.Constructor) bool {
	return c != unify.NoConstructor && !p.binding.IsList(c) && !p.isModule(c) && p.headOf(c) < 0
}

// locate sets the stage at fault, and the place where the other requirement is written. It reports whether an operation
// says why it fails.
func (e *describer) locate(dg *lang.Diagnostic, id tensorscript.NodeID, f message.Fault) (explained bool) {
	t, c, r := e.p.tree, f.Contradiction, f.At.Reason
	in, out := e.ends(c.Def, r.Site)
	switch r.Rule {
	case byOperation:
		if t.Is(id, tensorscript.OpWeight) {
			dg.Span = t.NameSpan(id)
		}
		explained = e.operationFails(dg, id, f)
	case byResult:
		def := t.Decls[e.p.functionAround(id)].Root
		if want := e.p.declaredResult(c.Def, def); want != tensorscript.NoNode {
			_, n := e.ends(c.Def, e.p.siteOf[want])
			e.differs(dg, out, n)
			result, name, declared := e.typed(out), e.p.functionName(def), e.typed(n)
			dg.Message = lang.Say("the result is %s, but `%s` is declared to give %s", result, name, declared)
			dg.Relate(t.Span(want), "this is declared")
		}
	case byHelper, byNode, bySignature:
		name := e.p.nameOf(id)
		if t.Is(id, tensorscript.OpWeight) {
			written := t.Kids(t.Kids(id)[0])[r.Part]
			dg.Span, dg.Message = t.Span(written), lang.Say("`%s` is not a signature of `%s`", t.Text(t.Kids(id)[0]), name)
			dg.Relate(t.Span(e.p.root(e.p.callee(id).decl)), "the header of `%s`", name)
			break
		}
		if want := e.p.demand(c.Def, r, id); want != tensorscript.NoNode {
			dg.Relate(t.Span(want), "`%s` says so here", name)
			if r.Part == goesIn {
				dg.Message = lang.Say("`%s` receives %s, but takes `%s`", name, e.typed(in), t.Text(want))
			}
		}
	case byHeader:
		if want := t.Kid(e.p.header(c.Def), slices.Index(t.Kids(e.p.parents[id]), id)); want != tensorscript.NoNode {
			dg.Message = lang.Say("this header differs from that of the node: %s and %s", t.Text(id), t.Text(want))
			dg.Relate(t.Span(want), "the header of the node")
		}
	}
	e.chains(dg, c)
	return explained
}

// differs sets the code of an error by the difference of two types, without the constraints at fault.
func (e describer) differs(dg *lang.Diagnostic, x, y unify.Node) {
	q := e.without
	if _, a, b, ok := q.Differ(message.Place{Node: int32(x)}, message.Place{Node: int32(y)}); ok {
		f, _ := q.WhatIs(a)
		g, _ := q.WhatIs(b)
		dg.Code, _ = q.whatDiffers(f, g)
	}
}

// typed writes a type in backquotes.
func (e describer) typed(n unify.Node) string { return "`" + e.without.TypeOf(n) + "`" }

// ends returns the nodes of a site of a derived definition, in the program without the constraints at fault.
func (e describer) ends(d, site int32) (in, out unify.Node) { return e.without.Ends(d, site) }

// functionAround returns the declaration of the function that contains an expression.
func (p *front) functionAround(id tensorscript.NodeID) int32 {
	for p.parents[id] != tensorscript.NoNode {
		id = p.parents[id]
	}
	return p.declAt[id]
}

func (p *front) functionName(def tensorscript.NodeID) string {
	return p.tree.Syms.Text(p.tree.Decls[p.declAt[def]].Name)
}

// declaredResult returns the declared result tensor of a function, or NoNode.
func (p *front) declaredResult(d int32, def tensorscript.NodeID) tensorscript.NodeID {
	if p.functionName(def) == "forward" {
		return p.tree.Kid(p.header(d), 1)
	}
	return p.tree.Kids(def)[1]
}

// demand returns the tensor that states the input or output of a stage, or NoNode.
func (p *program) demand(d int32, r unify.Reason, id tensorscript.NodeID) tensorscript.NodeID {
	c := p.callee(id)
	switch r.Rule {
	case byNode:
		return p.tree.Kid(p.root(c.decl), int(r.Part))
	case bySignature:
		return p.tree.Kid(p.tree.Kid(p.root(p.weightOf(id)), 0), int(r.Part))
	case byHelper:
		root := p.root(c.decl)
		if r.Part == comesOut {
			return p.declaredResult(d, root)
		}
		if params := p.parameters(c.decl); len(params) > 0 && p.functionName(root) != "forward" {
			return p.tree.Kids(params[0])[0]
		}
		return p.tree.Kid(p.header(d), 0)
	}
	return tensorscript.NoNode
}

// operationFails reports which operation fails, and why. It returns false if the operation does not say why.
func (e *describer) operationFails(dg *lang.Diagnostic, id tensorscript.NodeID, at message.Fault) bool {
	call, name := e.p.statedBy(at.Def, at.At.Reason.Site), e.p.nameOf(id)
	if call == nil {
		return false
	}
	v := e.p.binding.Over(e.p.Graph)
	f, fails := e.p.whyNot(v, call)
	if !fails {
		e.reportArgument(dg, call, name, at.At)
		return false
	}
	dg.Code, dg.Message = f.Code, e.p.failure(id, f)
	if e.p.scoped[id] == staged && f.Code == lang.RanksDiffer {
		in, _ := e.ends(at.Def, call.site)
		dg.Message = lang.Say("`%s` receives %s, but %s", name, e.typed(in), e.p.because(id, f))
		if root := e.p.root(e.p.callee(id).decl); root != tensorscript.NoNode {
			dg.Relate(e.p.tree.NameSpan(root), "`%s` is a `%s`", name, e.p.tree.Name(root))
		}
	}
	if f.Code == lang.SizesDiffer {
		e.inputs(dg, id)
	}
	dg.Notes = append(dg.Notes, f.Notes...)
	for _, formula := range f.Computed {
		if is, of, _ := strings.Cut(relation.Said(formula), " = "); is != of {
			dg.Notes = append(dg.Notes, lang.Text(relation.Said(formula)))
		}
	}
	for _, x := range append(slices.Clone(f.Message), f.Values...) {
		switch x.Source.Kind {
		case relation.FromAttribute:
			if a := e.p.argument(call.operation.call, x.Source.Name); a != tensorscript.NoNode {
				if dg.Code == lang.WrongAttribute {
					dg.Span = e.p.tree.Span(a)
				}
				dg.Relate(e.p.tree.Span(a), "the argument `%s`", x.Source.Name)
			}
		case relation.FromNode:
			if n, ok := v.Pattern(x.Source.Node); ok {
				e.chain(dg, n)
			}
		}
	}
	e.about = make(map[string]bool)
	for _, pieces := range append(slices.Clone(f.Computed), f.Message, f.Values) {
		for _, x := range pieces {
			e.about[x.Text] = true
		}
	}
	return true
}

// inputs adds the types of the two inputs of an operation at fault as a note.
func (e describer) inputs(dg *lang.Diagnostic, id tensorscript.NodeID) {
	t, list := e.p.tree, []tensorscript.NodeID(nil)
	if t.Is(id, tensorscript.OpBinary) {
		list = t.Kids(id)
	} else {
		for _, a := range e.p.arguments(id) {
			if v := t.Kids(a)[0]; e.p.scoped[v] == valued {
				list = append(list, v)
			}
		}
		if before := e.p.before(id); e.p.scoped[id] == staged && before != tensorscript.NoNode {
			list = slices.Insert(list, 0, before)
		}
	}
	if len(list) != 2 {
		return
	}
	var types [2]string
	for i, v := range list {
		_, out := e.ends(e.p.Owner(e.p.siteOf[v]), e.p.siteOf[v])
		types[i] = e.typed(out)
	}
	if t.Is(id, tensorscript.OpBinary) {
		dg.Notes = append(dg.Notes, lang.Say("%s is %s, and %s is %s",
			quoted(t.Source(list[0])), types[0], quoted(t.Source(list[1])), types[1]))
		return
	}
	dg.Notes = append(dg.Notes, lang.Say("its input is %s, and %s is %s", types[0], quoted(t.Source(list[1])), types[1]))
}

// reportArgument reports, for an operation that does not fail, which of its arguments requires another size than the
// input has.
func (e *describer) reportArgument(dg *lang.Diagnostic, call *stated, name string, at explain.Source) {
	in, _ := e.ends(e.p.Owner(call.site), call.site)
	dg.Message = lang.Say("`%s` receives %s: %s", name, e.typed(in), dg.Message)
	for _, axis := range e.p.given(call.operation, []string{"axis"}) {
		if dg.Code == lang.SizesDiffer { // it joins tensors
			dg.Notes = append(dg.Notes, lang.Say("with %s, the sizes of no other dimension may differ", quoted(e.p.tree.Source(axis))))
		}
	}
	for x := range e.p.demands(e.from, call, at) {
		got, text := e.typed(in), e.p.tree.Source(x.by)
		dg.Message = lang.Say("`%s` receives %s, but `%s` needs `%s`", name, got, text, withSize(got, x.dim, x.size))
		dg.Relate(e.p.tree.Span(x.by), "`%s` needs this size", name)
		if sizes := strings.Split(strings.Trim(got, "`[]"), ", "); x.dim > 1 && x.dim == len(sizes)-1 {
			e.last = lang.Say("`%s` receives %s, whose last size is %s, but `%s`", name, got, sizes[x.dim], text)
		}
	}
}

// Restate says of a layer of vectors what its input is, if the first change gives the input another number of
// dimensions, or other ones: then no one wants the input with another last size.
func (p *program) Restate(r *report) {
	edits := r.Fixes[0].Edits
	if len(r.Evidence.last) == 0 || len(edits) != 1 || !edits[0].Span.Empty() {
		return
	}
	stage, isStage := strings.CutPrefix(edits[0].Text, " |> ")
	isWeight := slices.ContainsFunc(p.tree.Decls, func(d tensorscript.Decl) bool {
		return d.Kind == tensorscript.DeclWeight && p.tree.Syms.Text(d.Name) == stage
	})
	if isStage && !isWeight && !strings.Contains(stage, "_size=") {
		r.Message = r.Evidence.last
	}
}

// withSize returns the text of a tensor with another size of a dimension, or the size if there is no such dimension.
func withSize(tensor string, dim int, size string) string {
	list := strings.Split(strings.Trim(tensor, "`[]"), ", ")
	if dim < 0 || dim >= len(list) || strings.Contains(tensor, "…") {
		return size
	}
	list[dim] = size
	return "[" + strings.Join(list, ", ") + "]"
}

// A demand is a size that an operation at fault requires of its input, and the argument that states it.
type demand struct {
	dim  int // the dimension of the input, or -1
	size string
	by   tensorscript.NodeID
}

// demands visits the sizes that an operation at fault requires of its input.
func (p *program) demands(from *relation.Origins, call *stated, at explain.Source) iter.Seq[demand] {
	return func(yield func(demand) bool) {
		if at.Relation == 0 || call == nil {
			return
		}
		rule, ok := p.Graph.InstanceOf(at.Relation - 1).Relation.(*relation.Rule)
		if !ok {
			return
		}
		dims := p.binding.Over(p.Graph).Classes(call.args[0])
		for class, x := range from.Demands(rule, call.args) {
			is := p.Types.ConstructorName(max(p.constructorOf(p.Graph.Flat(class)), 0))
			for _, a := range p.given(call.operation, x.Attrs) {
				if (rule.Early() >= 0 || x.Value != is) && !yield(demand{slices.Index(dims, class), x.Value, a}) {
					return
				}
			}
		}
	}
}

// mostOrigins is the maximum number of lines about the origin of a size.
const mostOrigins = 6

// chains reports the origins of the sizes that differ. Those of other sizes, without which an operation would not be
// known to fail, are not shown.
func (e *describer) chains(dg *lang.Diagnostic, c *explain.Contradiction) {
	for i := range c.Facts {
		marks, notes := len(dg.Related), len(dg.Notes)
		size := e.p.Types.ConstructorName(max(e.p.constructorOf(c.Facts[i].Claim.Flat), 0))
		e.chainOf(dg, &c.Facts[i], size)
		if e.about == nil || e.about[size] {
			continue
		}
		for k := range dg.Related[marks:] {
			dg.Related[marks+k].Message = nil
		}
		dg.Notes = dg.Notes[:notes]
	}
}

// chainOf reports the origin of the size that a fact is about.
func (e *describer) chainOf(dg *lang.Diagnostic, f *explain.Fact, size string) {
	if f.Relation > 0 && f.Use < 0 {
		if n, ok := e.from.WrittenAs(e.p.FactSite(f), size, false); ok {
			e.chain(dg, n)
		}
		return
	}
	n, _ := e.p.Graph.Follow(f.Node, f.Within...)
	if f.Use < 0 && e.p.Graph.Flat(n).Constructor() == f.Claim.Flat.Constructor() {
		e.chain(dg, n)
	}
}

// chain reports the origin of a size: the computations, and their arguments.
func (e describer) chain(dg *lang.Diagnostic, n unify.Node) {
	list, sites := e.from.Chain(n, mostOrigins)
	for i, c := range list {
		id := e.p.nodeOf[c.Site]
		name := lang.Phrase{{Text: "`" + e.p.nameOf(id) + "`", Span: e.p.Span(c.Site)}}
		if strings.Contains(c.Formula, "=") {
			place := e.p.File.Position(e.p.Span(c.Site).Start).String()
			dg.Notes = append(dg.Notes, lang.Say("%s, by %s at %s", c.Formula, name, place))
		}
		var says lang.Phrase // none of what comes before the last computation, which the notes have
		switch {
		case i > 0:
		case strings.Contains(c.Formula, "="):
			says = lang.Say("%s computes with this", name)
		default:
			says = lang.Say("%s gives this size", name)
		}
		for _, a := range slices.Sorted(slices.Values(e.p.given(e.p.callee(id).operation, c.Attrs))) {
			dg.Related = append(dg.Related, lang.Related{Span: e.p.tree.Span(a), Message: says})
		}
	}
	for _, site := range sites {
		if text := e.p.Short(site); text != "?" { // an unknown size explains nothing
			dg.Relate(e.p.Span(site), "`%s` is written here", text)
		}
	}
}

// undetermined reports stages that give undecided sizes: operations that wait for some, and nodes whose headers do not
// decide them. Of those that depend on each other it reports the first one.
func (p *program) undetermined(d int32) (ds []lang.Diagnostic) {
	behind := make(map[unify.Node]bool) // classes that depend on undecided ones
	isBehind := func(n unify.Node) bool { return behind[p.Graph.Find(n)] }
	calls := p.calls[d]
	for site := p.Defs[d].First; site < p.Defs[d].Root; site++ {
		id := p.nodeOf[site]
		isNode := p.called[id] != nil && p.called[id].kind == aNode
		var call *stated
		if len(calls) > 0 && calls[0].site == site {
			call, calls = &calls[0], calls[1:]
		}
		if p.isDeclared(site) || !isNode && (call == nil || p.Graph.InstanceOf(call.first).State != unify.Waits) {
			continue
		}
		inside, out := p.Ends(d, site)
		var open []unify.Node
		for _, e := range p.Graph.Edges(p.Graph.Find(out)) {
			if to := p.Graph.Find(e.To); p.Graph.Flat(to) == unify.Open {
				open = append(open, to)
			}
		}
		why, n := "it receives `%s`", inside
		follows := isNode && !slices.ContainsFunc(open, func(n unify.Node) bool { return !behind[n] })
		if isNode {
			why, n = "its header does not decide all sizes of `%s`", out
		} else {
			follows = slices.ContainsFunc(p.Graph.InstanceOf(call.first).Waits, isBehind)
			behind[p.Graph.Find(out)] = true
		}
		for _, n := range open {
			behind[n] = true
		}
		if follows {
			continue
		}
		says := lang.Say(why, p.TypeOf(n))
		ds = append(ds, lang.Diagnostic{
			Code: lang.Underdetermined, Span: p.tree.Span(id), Definition: p.DefName(d),
			Label:   lang.Text("its sizes are not decided"),
			Message: lang.Say("nothing decides what `%s` gives: %s", p.nameOf(id), says),
		})
	}
	return ds
}

// viewed adds to a note the views that say how large a size parameter is. If one leaves another size open, the two may be
// meant the other way round.
func (p *program) viewed(d int32, class unify.Node, dg *lang.Diagnostic) {
	draft := repair.Draft{Tree: &p.tree.Tree, Widest: 40, Watch: p.watch}
	for _, id := range p.nodes(d) {
		if !p.tree.Is(id, tensorscript.OpView) || p.callee(id).kind != aView {
			continue
		}
		kids := p.tree.Kids(id)
		hole := slices.IndexFunc(kids, func(kid tensorscript.NodeID) bool { return p.tree.Is(kid, tensorscript.OpHole) })
		for _, kid := range kids {
			if _, n := p.Ends(d, p.siteOf[kid]); p.tree.Is(kid, tensorscript.OpInt) && p.Graph.Find(n) == class {
				dg.Relate(p.tree.Span(kid), "this view says so")
				if hole >= 0 {
					dg.Fixes = append(dg.Fixes, draft.Swap(kid, kids[hole]))
				}
				break
			}
		}
	}
}

// notes reports size parameters that are equal to a number or to another parameter.
func (p *program) notes(d int32) (ds []lang.Diagnostic) {
	first := make(map[unify.Node]int32)
	for _, i := range p.paramsOf(d) {
		s := &p.names.Sizes[i]
		name := p.tree.Syms.Text(s.Name)
		class := p.Graph.Find(p.params[d][i])
		note := func(says string, args ...any) *lang.Diagnostic {
			severity := lang.Note
			if p.options.Rigid {
				severity = lang.Error
			}
			ds = append(ds, lang.Diagnostic{
				Code: lang.SizeNote, Severity: severity, Span: s.Span, Definition: p.DefName(d),
				Message: lang.Say(says, args...),
			})
			return &ds[len(ds)-1]
		}
		if n, number := p.Types.NumberOf(p.constructorOf(p.Graph.Flat(class))); number {
			dg := note("the size parameter `%s` is always %s", name, strconv.FormatInt(n, 10))
			p.viewed(d, class, dg)
			for _, l := range p.pinned(d, class, strconv.FormatInt(n, 10)) {
				dg.Related = append(dg.Related, lang.Related{Span: l.Span, Message: l.Text})
			}
			continue
		}
		if k, same := first[class]; same {
			note("the size parameter `%s` is always the same as `%s`", name, p.tree.Syms.Text(p.names.Sizes[k].Name)).
				Related = []lang.Related{{Span: p.names.Sizes[k].Span, Message: lang.Text("this one")}}
			continue
		}
		first[class] = i
	}
	return ds
}
