package relay

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
	"github.com/patgraph/patgraph/patterns/repair"
	"github.com/patgraph/patgraph/unify"
)

// The kinds of repairs specific to Relay, in the order in which they are tried at equal cost.
var (
	ofNumber    = &repair.Kind{Name: "number", Side: 8, Else: 12, Class: repair.ByLiteral}     // a size of the other side
	ofElement   = &repair.Kind{Name: "element", Side: 8, Else: 12, Class: repair.ByType}       // an element type
	ofLiteral   = &repair.Kind{Name: "literal", Side: 8, Else: 10, Class: repair.ByLiteral}    // the suffix of a number
	ofAttribute = &repair.Kind{Name: "attribute", Side: 10, Else: 10, Class: repair.ByLiteral} // the value of an attribute
	ofOrder     = &repair.Kind{Name: "arguments", Side: 10, Else: 12, Class: repair.BySwap}    // two arguments are swapped
	ofName      = &repair.Kind{Name: "variable", Side: 12, Else: 14, Class: repair.ByRef}
	ofIndex     = &repair.Kind{Name: "index", Side: 10, Else: 12, Class: repair.ByLiteral}   // another field of a tuple
	ofField     = &repair.Kind{Name: "field", Side: 12, Else: 14, Class: repair.ByInsert}    // the read of a field is removed
	ofCallee    = &repair.Kind{Name: "callee", Side: 8, Else: 10, Class: repair.ByRef}       // another operator
	ofCall      = &repair.Kind{Name: "call", Side: 10, Else: 12, Class: repair.ByInsert}     // a function is applied
	ofAxes      = &repair.Kind{Name: "axes", Side: 16, Else: 18, Class: repair.ByInsert}     // a transposition is inserted
	ofAxis      = &repair.Kind{Name: "axis", Side: 18, Else: 20, Class: repair.ByInsert}     // an axis is added or removed
	ofCast      = &repair.Kind{Name: "cast", Side: 16, Else: 18, Class: repair.ByInsert}     // a conversion is inserted
	ofType      = &repair.Kind{Name: "annotation", Side: 20, Else: 22, Class: repair.ByType} // a written type
	ofOperator  = &repair.Kind{Name: "operator", Side: 22, Else: 24, Class: repair.ByDrop}   // an operator is removed
)

var style = repair.Style{
	Kinds: []*repair.Kind{
		ofNumber, ofElement, ofLiteral, ofAttribute, ofOrder, ofName, ofIndex,
		ofField, ofCallee, ofCall, ofAxes, ofAxis, ofCast, ofType, ofOperator,
	},
	Word: "%@.",
	Most: 20,
}

// Style and Rederive implement repair.Language beyond repair.Plain.
func (p *program) Style() *repair.Style { return &style }

func (p *program) Rederive(text *lang.File, _ func(int32) int32, memory repair.Memory) *repair.Program {
	o := p.options
	if q, ok := memory.(*program); ok {
		o.Reuse = &patterns.Result{Front: q}
	}
	return derived(text, o, p.watch).Repairable()
}

// Repairable returns the program for trials. The types of all definitions depend on the declarations around them, so
// a trial derives the whole program. Errors other than conflicts are counted as known.
func (p *program) Repairable() *repair.Program {
	return &repair.Program{
		Program: p.Program, Language: p, Size: len(p.tree.Nodes),
		Errors: p.otherErrors(), Misnamed: p.Misnamed, Entangled: true, Memory: p,
	}
}

// keyOf identifies an error by its definition, and by its code and message, which are empty for a conflict.
func keyOf(dg *lang.Diagnostic) repair.ErrorKey {
	return repair.ErrorKey{Definition: dg.Definition, What: string(dg.Code) + dg.Message.String(), At: repair.Anywhere}
}

// errors counts the errors of a program.
func (p *program) errors() repair.Tally {
	all := make(repair.Tally)
	all.Add(p.Known, keyOf)
	all.Add(p.Breaches(), keyOf)
	for d := range int32(len(p.Defs)) {
		switch n := len(p.Solver.Conflicts(d)); {
		case n > 0:
			all[repair.ErrorKey{Definition: p.DefName(d), At: repair.Anywhere}] = n
		case p.Solver.Derivation(d).Derived:
			all.Add(p.Others(d), keyOf)
		}
	}
	return all
}

// otherErrors counts the errors that are not conflicts.
func (p *program) otherErrors() int {
	n := 0
	for key, k := range p.errors() {
		if key.What != "" {
			n += k
		}
	}
	return n
}

// Places lists the places of a fault at which changes are proposed, the likeliest first; at most style.Most.
func (p *program) Places(r *report) (places []repair.Place) {
	c, at, m := r.Contradiction, r.At, r.Evidence
	site := at.Reason.Site
	if at.Relation > 0 {
		site = p.Graph.InstanceOf(at.Relation - 1).Reason.Site
	}
	add := func(site int32) {
		known := slices.ContainsFunc(places, func(q repair.Place) bool { return q.Site == site })
		if site >= 0 && len(places) < style.Most && !known {
			places = append(places, repair.Place{Site: site})
		}
	}
	add(site)
	if at.Relation == 0 && at.Reason.Rule == byResult && isOfShapes(r.Code) {
		add(int32(p.tree.Kids(p.functionAround(relay.NodeID(site)))[2]))
	}
	if up := p.parents[site]; up != relay.NoNode && p.tree.Nodes[up].Op == relay.OpLet {
		if a := p.annotation(p.tree.Kids(up)[0]); a != relay.NoNode {
			add(int32(a))
		}
	}
	for i := range c.Facts {
		f := &c.Facts[i]
		add(p.FactSite(f))
		if f.Origin != nil {
			add(p.OriginSite(f.Origin))
		}
	}
	e := relay.NodeID(site)
	switch p.tree.Nodes[e].Op {
	case relay.OpCall, relay.OpBinary:
		for _, a := range p.arguments(e) {
			add(int32(a))
		}
		for _, a := range p.arguments(e) {
			add(int32(p.annotationOf(a)))
		}
	default:
		add(int32(p.annotationOf(e)))
	}
	for i := range c.Facts {
		site := relay.NodeID(p.FactSite(&c.Facts[i]))
		if p.roles[site] == binder {
			add(int32(p.annotation(site)))
		}
		for _, f := range p.declared(site) {
			add(int32(f))
		}
	}
	if up := p.parents[e]; up != relay.NoNode && at.Reason.Rule == byArgument {
		add(int32(up))
	}
	for _, e := range m.differing {
		add(int32(e))
		if up := p.parents[e]; p.tree.Nodes[up].Op == relay.OpTuple {
			add(int32(up))
		}
	}
	for _, e := range p.usedAgain(e) {
		add(int32(e))
	}
	for _, site := range m.computers {
		add(site)
	}
	for _, source := range m.sources {
		add(source)
	}
	for _, call := range p.arranging(e) {
		add(int32(call))
	}
	return places
}

// mostArranging is how many calls are looked at for those that arrange the axes of an argument.
const mostArranging = 16

// arranging returns the calls that decide the order or the number of the axes of a call's arguments, through variables
// and other calls.
func (p *front) arranging(e relay.NodeID) (list []relay.NodeID) {
	todo := []relay.NodeID{e}
	for i := 0; i < len(todo) && i < mostArranging; i++ {
		e := todo[i]
		switch p.tree.Nodes[e].Op {
		case relay.OpLocal, relay.OpGraph:
			if v := p.valueOf(e); v != relay.NoNode {
				todo = append(todo, v)
			}
		case relay.OpCall, relay.OpBinary:
			switch p.operatorName(e) {
			case "transpose", "expand_dims":
				list = append(list, e)
			}
			todo = append(todo, p.arguments(e)...)
		}
	}
	return list
}

// valueOf returns the expression that a variable is bound to, or NoNode.
func (p *front) valueOf(e relay.NodeID) relay.NodeID {
	if p.names.Meaning[e] != relay.MeansVariable {
		return relay.NoNode
	}
	v := relay.NodeID(p.names.At[e])
	if p.tree.Is(v, relay.OpBind) {
		return p.tree.Kids(v)[0]
	}
	if up := p.parents[v]; up != relay.NoNode && p.tree.Is(up, relay.OpLet) && p.tree.Kids(up)[0] == v {
		return p.tree.Kids(up)[1]
	}
	return relay.NoNode
}

// annotationOf returns the annotation of the variable that an expression uses, or NoNode.
func (p *front) annotationOf(e relay.NodeID) relay.NodeID {
	if p.tree.Nodes[e].Op != relay.OpLocal || p.names.Meaning[e] != relay.MeansVariable {
		return relay.NoNode
	}
	return p.annotation(relay.NodeID(p.names.At[e]))
}

// declared returns the declared types of the first fields of the constructor that an expression or a pattern names.
func (p *front) declared(e relay.NodeID) []relay.NodeID {
	if p.names.Meaning[e] != relay.MeansConstructor {
		return nil
	}
	fields := p.fields(relay.NodeID(p.names.At[e]))
	return fields[:min(len(fields), mostFields)]
}

// ProposeAt proposes changes at one place of a fault.
func (p *program) ProposeAt(fault *report, r *repair.Repairer, s repair.Spot) {
	e := relay.NodeID(s.Site)
	if e < 0 || int(e) >= len(p.tree.Nodes) {
		return
	}
	x := proposer{
		repair.Draft{Tree: &p.tree.Tree, Widest: 24, Watch: p.watch}, p, fault.Evidence, fault.Code,
		relay.NoNode, relay.NoNode, r, s,
	}
	if fault.At.Relation > 0 {
		x.fault = relay.NodeID(fault.At.Reason.Site)
	}
	if fault.Code == lang.ViewSizes {
		x.reshapes = x.fault
	}
	switch p.roles[e] {
	case dimension:
		x.number(e)
	case element:
		x.element(e)
	case typed:
		x.annotation(e)
	case expression:
		x.expression(e)
	case pattern:
		if x.p.names.Meaning[e] == relay.MeansConstructor {
			x.constructor(x.p.tree.NameSpan(e), len(x.Kids(e)))
		}
	}
}

// A proposer proposes changes at one spot.
type proposer struct {
	repair.Draft
	p        *program
	m        *meeting
	code     lang.Code    // of the error
	fault    relay.NodeID // the operation that fails, or NoNode
	reshapes relay.NodeID // the call that would need another number of elements
	r        *repair.Repairer
	s        repair.Spot
}

// offer proposes a change, unless it changes nothing.
func (x proposer) offer(kind *repair.Kind, gain int, f lang.Fix) *repair.Proposal {
	if len(f.Edits) == 0 {
		return &repair.Proposal{}
	}
	if x.r.Owner(x.s.Site) < 0 {
		gain -= costOfTrust
	}
	p := x.r.Offer(x.s, kind, gain, f.Title, f.Edits...)
	p.Defer(costOfDeclared[kind])
	switch kind {
	case ofAxes, ofAxis, ofCast:
		p.Anywhere()
	}
	return p
}

// others returns the names or sizes of a kind that the sides of the contradiction have, except one.
func (x proposer) others(noun, besides string) (list []string) {
	for i := range x.r.Sides {
		f := x.r.Sides[i].Fact.Claim.Flat
		kind, text := x.p.sortOf(f)
		if noun == "element" && kind == "tensor" && f.Head() != unify.NoHead {
			for _, part := range x.p.Types.Fields(f.Head()) {
				if part.Label == x.p.built.dtype {
					kind, text = x.p.sortOf(x.p.Types.Heads().Flat(part.To))
				}
			}
		}
		if kind == noun && text != besides && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

func (x proposer) number(e relay.NodeID) {
	if !x.Is(e, relay.OpInt) {
		return
	}
	var list repair.Distinct[string]
	list.Add(x.others("size", x.Source(e))...)
	n, _ := x.p.tree.Int(e)
	add := func(m int64, _ int) {
		if m > 0 && m != n {
			list.Add(strconv.FormatInt(m, 10))
		}
	}
	// The two sizes that differ may be computed from this number.
	x.m.sizes.Meant(n, add)
	if len(list.List) == 0 {
		add(1, 0)
	}
	for i, text := range list.List {
		x.offer(ofNumber, gainIf(x.reshapes != relay.NoNode, -costOfKept)-min(i, 4), x.Write(e, text))
	}
}

func (x proposer) element(e relay.NodeID) {
	for _, t := range x.others("element", x.Source(e)) {
		integer := !strings.Contains(t, "float") && strings.Contains(x.Source(e), "float")
		x.offer(ofElement, gainIf(integer, -costOfInteger), x.Write(e, t))
	}
}

// annotation proposes another type for an annotation: the type of the other side, or a type that is written elsewhere.
func (x proposer) annotation(e relay.NodeID) {
	write := func(gain int, t string) {
		x.offer(ofType, gain, x.Fix("write the type `"+message.Shortened(t, 40)+"`", x.Replace(e, t)))
	}
	now := x.Source(e)
	if d := x.r.Owner(int32(e)); d >= 0 {
		_, out := x.p.Ends(d, int32(e))
		isResult := x.code == lang.RanksDiffer && x.Is(x.p.parents[e], relay.OpFn)
		for i, t := range x.m.types {
			is := x.p.TypeOf(out) == t || now == t && isOfShapes(x.code)
			if other := x.m.types[1-i]; other != "" && is && !strings.ContainsAny(other, "_…") {
				lacks := isResult && strings.Count(other, ",") > strings.Count(t, ",")
				write(gainIf(lacks, gainOfResult), other)
			}
		}
	}
	if x.Is(e, relay.OpTensor) && x.Is(x.Kids(e)[0], relay.OpShape) {
		if sizes := x.Kids(x.Kids(e)[0]); len(sizes) == 2 && x.Source(sizes[0]) != x.Source(sizes[1]) {
			f := x.Swap(sizes[0], sizes[1])
			from, to := x.Source(x.Kids(e)[0]), "("+x.Source(sizes[1])+", "+x.Source(sizes[0])+")"
			f.Title = lang.Text("write the type `" + message.Shortened(strings.Replace(now, from, to, 1), 40) + "`")
			x.offer(ofType, gainOfMatrix, f)
		}
	}
	for i, t := range x.p.writtenTypes(e) {
		similar := strings.Count(t, ",") == strings.Count(now, ",")
		if similar && strings.HasPrefix(t, "Tensor") && strings.HasPrefix(now, "Tensor") {
			continue // each size, and the element type, is proposed by itself
		}
		write(-4-min(i, 4), t)
	}
}

// isOfShapes reports whether an error is about two shapes: the types of a tensor differ in more than an element type.
func isOfShapes(code lang.Code) bool { return code == lang.RanksDiffer || code == lang.SizesDiffer }

// constructor proposes other constructors with n fields.
func (x proposer) constructor(at lang.Span, n int) {
	for i, name := range x.p.constructorsFor(x.p.File.Text(at), n) {
		x.offer(ofName, -min(i, 4), x.Fix("use `"+name+"`", lang.Edit{Span: at, Text: name}))
	}
}

func (x proposer) expression(e relay.NodeID) {
	n := &x.Nodes[e]
	switch n.Op {
	case relay.OpInt, relay.OpFloat:
		x.literal(e)
	case relay.OpLocal:
		x.variable(e)
	case relay.OpName:
		if x.p.names.Meaning[e] == relay.MeansConstructor {
			x.constructor(x.Span(e), x.taken(e))
		}
	case relay.OpCall:
		if callee := x.Kids(e)[0]; x.p.names.Meaning[callee] == relay.MeansConstructor {
			x.constructor(x.Span(callee), len(x.p.arguments(e)))
		}
		x.order(e)
		x.attributes(e)
		x.bias(e)
		if args := x.p.arguments(e); e != x.reshapes && len(args) == 1 && x.p.isOperator(x.p.target(x.Kids(e)[0])) {
			name := x.p.operatorName(e)
			gain := gainIf(name == "transpose", gainOfTranspose)
			x.offer(ofOperator, gain, x.Fix("leave out `"+name+"`", x.Replace(e, x.Source(args[0]))))
		}
	case relay.OpBinary:
		x.order(e)
		x.bias(e)
	case relay.OpTuple:
		x.order(e)
	case relay.OpGlobal:
		for i, name := range x.p.globals(e, x.taken(e)) {
			x.offer(ofName, -min(i, 4), x.Fix("use `"+name+"`", x.Replace(e, name)))
		}
	case relay.OpProject:
		x.index(e)
		kids := x.Kids(e)
		read := lang.Span{Start: x.Span(kids[0]).End, End: x.Span(e).End}
		x.offer(ofField, 0, x.Fix("leave out `."+x.Source(kids[1])+"`", lang.Edit{Span: read}))
	}
	if up := x.p.parents[e]; x.Is(up, relay.OpCall) && x.Kids(up)[0] == e {
		return // the name of a callee is not wrapped
	}
	x.around(e)
}

// suffixes are those of numbers of each element type.
var suffixes = map[string]string{
	"float32": "f", "float64": "f64", "float16": "f16", "int64": "i64", "int32": "", "int16": "i16",
}

// literal proposes the same number with another element type.
func (x proposer) literal(e relay.NodeID) {
	now := x.p.tree.Dtype(e)
	value := x.Source(e)
	if i := strings.IndexAny(value, "if"); i >= 0 {
		value = value[:i]
	}
	for _, t := range []string{"float32", "int32", "int64", "float16", "float64", "int16"} {
		if t == now || strings.HasPrefix(t, "int") && strings.ContainsAny(value, ".eE") {
			continue
		}
		gain := 0
		if !slices.Contains(x.others("element", now), t) {
			gain = -8
		}
		x.offer(ofLiteral, gain, x.Write(e, value+suffixes[t]))
	}
	for i, t := range x.m.types {
		shape, of, _ := strings.Cut(strings.TrimPrefix(x.m.types[1-i], "Tensor[("), "), ")
		if t == now && strings.Trim(of, "]") == now && !strings.ContainsAny(shape, "_?…") {
			text := "full(" + x.Source(e) + ", shape=[" + strings.TrimSuffix(shape, ",") + "])"
			x.offer(ofLiteral, -2, x.Write(e, text))
		}
	}
}

// variable proposes other variables of the definition, similar names first, but none that a call around the place has
// already, and only similar ones where the variable would not be used any more.
func (x proposer) variable(e relay.NodeID) {
	now := x.Name(e)
	d := x.r.Owner(int32(e))
	if d < 0 {
		return
	}
	beside := x.p.beside(e)
	var bound repair.Distinct[string]
	x.p.watch.Steps(int(e) - int(x.p.Defs[d].First))
	for id := relay.NodeID(x.p.Defs[d].First); id < e; id++ {
		if x.Is(id, relay.OpVar) && x.Name(id) != now && !beside[x.Name(id)] {
			bound.Add(x.Name(id))
		}
	}
	uses := x.p.usesWithin(x.Span(e))
	names := bound.List
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(min(uses[a], 1), min(uses[b], 1)) })
	near := relay.NearLocals(now, names, 3)
	if uses[now] == 1 {
		names = nil // the value would be lost
	}
	for i, name := range append(near, names...) {
		if i >= mostNames {
			break
		}
		if i >= len(near) && slices.Contains(near, name) {
			continue
		}
		gain := 0
		if i < len(near) {
			gain = 4
		}
		if uses[name] == 0 {
			gain += gainOfUnused
		}
		p := x.offer(ofName, gain-min(i, 4), x.Fix("use `"+name+"` in place of `"+now+"`", x.Replace(e, name)))
		if i >= len(near) && uses[name] > 0 {
			p.Alone()
		}
	}
}

// mostOuter bounds how many calls around an expression are looked at.
const mostOuter = 8

// beside returns the variables that are arguments of the calls and items of the tuples around an expression.
func (p *front) beside(e relay.NodeID) map[string]bool {
	names := make(map[string]bool)
	for range mostOuter {
		if e == relay.NoNode || !p.tree.Is(p.parents[e], relay.OpCall, relay.OpBinary, relay.OpTuple) {
			break
		}
		e = p.parents[e]
		for _, a := range p.tree.Kids(e) {
			if p.tree.Is(a, relay.OpLocal) {
				names[p.tree.Name(a)] = true
			}
		}
	}
	return names
}

// taken returns how many arguments the global or the constructor at a site is called with. Where it is not called, it
// returns how many it takes, or -1.
func (x proposer) taken(e relay.NodeID) int {
	if up := x.p.parents[e]; x.Is(up, relay.OpCall) && x.Kids(up)[0] == e {
		return len(x.p.arguments(up))
	}
	return x.p.arity(e)
}

// arity returns how many arguments a constructor, a global or a function takes, or -1.
func (p *front) arity(e relay.NodeID) int {
	switch decl := p.names.At[e]; p.names.Meaning[e] {
	case relay.MeansConstructor:
		return len(p.fields(relay.NodeID(decl)))
	case relay.MeansGlobal:
		e = p.tree.Decls[decl].Root
	}
	if p.tree.Is(e, relay.OpFn) {
		return len(p.variables(e))
	}
	return -1
}

// index proposes another field of a tuple.
func (x proposer) index(e relay.NodeID) {
	kids := x.Kids(e)
	now := x.Source(kids[1])
	for i := range mostFields {
		if text := strconv.Itoa(i); text != now {
			x.offer(ofIndex, -i, x.Fix("read field "+text+" in place of "+now, x.Replace(kids[1], text)))
		}
	}
}

// Bounds on the proposals at one place.
const (
	mostNames  = 8
	mostRank   = 6
	mostFields = 4
	mostCalled = 3
)

// Costs and gains beyond those of a kind.
const (
	costOfTrust     = 8  // the declaration of a type is changed, not an expression
	costOfComputed  = 14 // the axes of a computed value are changed, not those of a parameter
	costOfKept      = 6  // the size of the same axis of the input of a reshape, or the input itself, is changed
	costOfInteger   = 10 // a float becomes an integer; networks compute with floats
	gainOfTranspose = 20 // a transposition is superfluous
	gainOfTruth     = 4  // a number is compared with 0 in place of a conversion into a truth value
	gainOfResult    = 18 // the type of a result gets the axes that the body has in addition
	gainOfUnused    = 10 // a variable that nothing uses is used: it was bound for something
	gainOfSwap      = 6  // the call at fault gets its arguments in another order: rarely do they fit by chance
	gainOfMatrix    = 6  // the type of a matrix is written with its sizes in the other order
)

// costOfDeclared defers changes of a written type: declarations are trusted. If several uses disagree with a
// declaration, only its change removes all errors, so it comes first anyway.
var costOfDeclared = map[*repair.Kind]int{ofNumber: 8, ofElement: 12, ofType: 8}

// gainIf returns a gain under a condition, and 0 otherwise.
func gainIf(holds bool, gain int) int {
	if holds {
		return gain
	}
	return 0
}

// order proposes to swap two adjacent arguments, or the first and the last.
func (x proposer) order(e relay.NodeID) {
	args := x.p.arguments(e)
	if x.Is(e, relay.OpTuple) {
		args = x.Kids(e)
	}
	gain := gainIf(e == x.fault && x.Is(e, relay.OpCall), gainOfSwap)
	for i := 1; i < len(args); i++ {
		x.offer(ofOrder, gain, x.Swap(args[i-1], args[i]))
	}
	if len(args) > 2 && len(args) <= 6 {
		x.offer(ofOrder, gain-2, x.Swap(args[0], args[len(args)-1]))
	}
}

// around proposes to apply an operator to an expression: to reorder its axes, add or remove an axis, or convert its
// elements. For a tuple it proposes to read a field.
func (x proposer) around(e relay.NodeID) {
	d := x.r.Owner(int32(e))
	if d < 0 {
		return
	}
	wrap := func(kind *repair.Kind, gain int, before, after string) {
		title := "write `" + before + strings.Trim(x.Quoted(e), "`") + after + "`"
		x.offer(kind, gain, x.Wrap(title, e, before, after))
	}
	_, out := x.p.Ends(d, int32(e))
	f, fields := x.p.WhatIs(message.Place{Node: int32(out)})
	if f.Constructor() == unify.NoConstructor && f.Closed() && !x.Is(e, relay.OpBinary) {
		for i := range min(len(fields), 4) {
			if x.Is(e, relay.OpTuple) && i < len(x.Kids(e)) {
				item := x.Kids(e)[i]
				x.offer(ofField, -i, x.Fix("write "+x.Quoted(item), x.Replace(e, x.Source(item))))
				continue
			}
			wrap(ofField, -i, "", "."+strconv.Itoa(i))
		}
		return
	}
	x.calls(e, out, x.Quoted(e))
	v := x.p.binding.Over(x.p.Graph)
	dims, ok := v.Items(out)
	if !ok {
		return
	}
	if up := x.p.parents[e]; len(dims) > 2 && x.Is(up, relay.OpCall) && x.p.operatorName(up) == "nn.dense" {
		wrap(ofAxes, 16, "nn.batch_flatten(", ")")
	}
	rank := len(dims)
	rare := 0
	if x.p.annotationOf(e) == relay.NoNode {
		rare = costOfComputed
	}
	for _, t := range x.others("element", "") {
		gain := 8 * strings.Count(t, "float")
		gain -= gainIf(gain == 0 && strings.Contains(x.p.TypeOf(out), "float"), costOfInteger)
		gain += gainIf(x.Is(e, relay.OpInt, relay.OpFloat), -8) // a suffix is shorter
		if t == "bool" && rank == 0 && x.code == lang.ElementsDiffer && !x.Is(e, relay.OpInt, relay.OpFloat) {
			for _, number := range x.others("element", t) {
				if suffix, ok := suffixes[number]; ok { // as in C
					wrap(ofCast, gain+gainOfTruth, "not_equal(", ", 0"+suffix+")")
				}
			}
		}
		wrap(ofCast, gain, "cast(", `, dtype="`+t+`")`)
	}
	transpose := func(gain int, axes ...string) {
		wrap(ofAxes, gain-rare, "transpose(", ", axes=["+strings.Join(axes, ", ")+"])")
	}
	if rank == 4 { // between the layouts with the channels before and after the sizes of an image
		transpose(0, "0", "2", "3", "1")
		transpose(0, "0", "3", "1", "2")
	}
	if rank >= 2 && rank <= 4 {
		for i := range rank - 1 {
			for j := i + 1; j < rank; j++ {
				axes := make([]string, rank)
				for k := range axes {
					axes[k] = strconv.Itoa(k)
				}
				axes[i], axes[j] = axes[j], axes[i]
				transpose(i-j, axes...)
			}
		}
	}
	for axis := range min(rank+1, mostRank) {
		number := strconv.Itoa(axis)
		wrap(ofAxis, -axis-rare, "expand_dims(", ", axis="+number+")")
	}
	for axis, dim := range dims[:min(rank, mostRank)] {
		if size, known := v.Size(dim); known == relation.Known && size == 1 {
			wrap(ofAxis, 2, "squeeze(", ", axis=["+strconv.Itoa(axis)+"])")
		}
	}
}

var _ repair.Language = (*program)(nil)
