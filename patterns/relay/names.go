package relay

import (
	"bytes"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
)

// An operation is an operator's call with its attributes.
type operation struct {
	operator *relation.Operator
	attrs    []relation.Value
}

// findAliases finds the variables that are aliases of polymorphic values.
func (p *front) findAliases() {
	for i := range p.tree.Decls {
		for id := range p.tree.Decls[i].Nodes {
			switch kids := p.tree.Kids(id); p.tree.Nodes[id].Op {
			case relay.OpLet:
				if p.annotation(kids[0]) == relay.NoNode {
					p.alias(kids[0], kids[1])
				}
			case relay.OpBind:
				p.alias(id, kids[0])
			case relay.OpProject:
				p.aliasField(id)
			}
		}
	}
}

// checkNames checks what needs no types: whether calls have the arguments and attributes that they need.
func (p *program) checkNames() {
	t := p.tree
	mayBeWide := bytes.Contains(p.File.Src, []byte("i64"))
	for i := range t.Decls {
		d := &t.Decls[i]
		if d.Root == relay.NoNode {
			continue
		}
		for id := d.First; id <= d.Root; id++ {
			p.marked = p.marked || p.isDynamic(id)
		}
		if p.def[i] < 0 {
			continue
		}
		before := len(p.Known)
		for id := d.First; id <= d.Root; id++ {
			if mayBeWide {
				p.widen(id)
			}
			switch kids := t.Kids(id); t.Nodes[id].Op {
			case relay.OpCall, relay.OpBinary:
				if p.roles[id] == expression {
					p.checkCall(d, id)
				}
			case relay.OpConPat:
				if p.names.Meaning[id] == relay.MeansConstructor {
					p.checkArity(d, id, relay.NodeID(p.names.At[id]), len(kids), "part")
				}
			case relay.OpLocal, relay.OpGraph:
				p.checkValue(d, id)
			case relay.OpName:
				p.checkValue(d, id)
				if !p.marked && p.isOperator(id) {
					p.marked = p.marks(t.Nodes[id].Sym)
				}
			case relay.OpFnType:
				p.checkClauses(d, id)
			case relay.OpFn:
				p.checkClauses(d, id)
				p.opens[t.FirstOf(kids[len(kids)-1])] = id
			}
		}
		p.faulty[p.def[i]] = p.faulty[p.def[i]] || len(p.Known) > before
	}
	lang.Sort(p.Known)
	p.separate()
}

// alias makes a variable an alias of a polymorphic value: a global, a constructor, an operator, or a function with type
// parameters. Each use of the variable is then an instance of the value.
func (p *front) alias(v, value relay.NodeID) {
	to := p.target(value)
	n := &p.tree.Nodes[to]
	switch {
	case n.Op == relay.OpTuple:
		if p.holds(to) {
			p.tuples[v], p.carries[v] = to, true
		}
		return
	case n.Op == relay.OpName && p.names.Meaning[to] == relay.MeansConstructor &&
		len(p.fields(relay.NodeID(p.names.At[to]))) == 0:
		return // a constructor without fields is a value, not a function
	case n.Op == relay.OpGlobal, n.Op == relay.OpName:
		p.silent[value] = true
	case n.Op == relay.OpFn && len(p.paramsOf(to)) > 0:
		p.silent[value] = to != value
	default:
		return
	}
	p.aliases[v] = to
}

// holds reports whether a tuple contains a polymorphic value, and marks the tuples and fields that do.
func (p *front) holds(tuple relay.NodeID) (is bool) {
	var within []relay.NodeID
	for todo := []relay.NodeID{tuple}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		within = append(within, at)
		for _, field := range p.tree.Kids(at) {
			if p.tree.Nodes[field].Op == relay.OpTuple {
				todo = append(todo, field)
			} else if p.isGeneral(p.target(field)) {
				within, is = append(within, field), true
			}
		}
	}
	for _, e := range within {
		p.carries[e] = is
	}
	return is
}

// isGeneral reports whether a name or a function may have another type at each use.
func (p *front) isGeneral(to relay.NodeID) bool {
	switch n := &p.tree.Nodes[to]; n.Op {
	case relay.OpGlobal:
		return true
	case relay.OpName:
		con, ok := p.constructorAt(to)
		return !ok || len(p.fields(con)) > 0
	case relay.OpFn:
		return len(p.paramsOf(to)) > 0
	}
	return false
}

// aliasField makes a projection from a variable bound to a tuple an alias of the tuple's field.
func (p *front) aliasField(e relay.NodeID) {
	kids := p.tree.Kids(e)
	base := kids[0]
	tuple, ok := p.tuples[base]
	if p.tree.Is(base, relay.OpLocal, relay.OpGraph) && p.names.Meaning[base] == relay.MeansVariable {
		tuple, ok = p.tuples[relay.NodeID(p.names.At[base])]
	}
	i, _ := p.tree.Int(kids[1])
	if !ok || i < 0 || i >= int64(len(p.tree.Kids(tuple))) {
		return
	}
	field := p.tree.Kids(tuple)[i]
	if p.carries[base] = true; p.tree.Nodes[field].Op == relay.OpTuple {
		p.tuples[e] = field
	} else if to := p.target(field); p.isGeneral(to) {
		p.aliases[e] = to
	}
}

// target returns the expression that an alias refers to, or the expression itself.
func (p *front) target(e relay.NodeID) relay.NodeID {
	if to, ok := p.aliases[e]; ok && p.tree.Nodes[e].Op == relay.OpProject {
		return to
	}
	if p.tree.Is(e, relay.OpLocal, relay.OpGraph) && p.names.Meaning[e] == relay.MeansVariable {
		if to, ok := p.aliases[relay.NodeID(p.names.At[e])]; ok {
			return to
		}
	}
	return e
}

func (p *program) wrong(d *relay.Decl, code lang.Code, at lang.Span, message lang.Phrase) *lang.Diagnostic {
	p.Known = append(p.Known, lang.Diagnostic{Code: code, Span: at, Message: message, Definition: p.tree.NameOf(d)})
	return &p.Known[len(p.Known)-1]
}

// marks reports whether an operator's result may have a dynamic size even if its arguments have none.
func (p *front) marks(operator lang.Sym) bool {
	return patterns.Remember(&p.marking, operator, func() bool {
		o := p.operatorNamed(p.tree.Syms.Text(operator))
		return o != nil && o.Of().Marks()
	})
}

// checkValue checks that an operator used as a value has no required attributes.
func (p *program) checkValue(d *relay.Decl, id relay.NodeID) {
	to := p.target(id)
	if p.roles[id] != expression || !p.isOperator(to) {
		return
	}
	if up := p.parents[id]; up != relay.NoNode {
		kids := p.tree.Kids(up)
		switch p.tree.Nodes[up].Op {
		case relay.OpLet:
			if p.annotation(kids[0]) == relay.NoNode {
				return // an alias
			}
		case relay.OpBind:
			return
		case relay.OpCall:
			if kids[0] == id {
				return
			}
		}
	}
	if o := p.operatorNamed(p.tree.Syms.Text(p.tree.Nodes[to].Sym)); o != nil {
		p.checkAttributes(d, o, nil, p.tree.Span(id))
	}
}

// checkCall checks the parts of a call that need no types.
func (p *program) checkCall(d *relay.Decl, e relay.NodeID) {
	t := p.tree
	if t.Nodes[e].Op == relay.OpBinary {
		if o := p.operatorNamed(relay.Operators[t.Syms.Text(t.Nodes[e].Sym)]); o != nil {
			p.checkOperator(d, e, o, t.NameSpan(e))
		}
		return
	}
	callee := t.Kids(e)[0]
	to := p.target(callee)
	n := len(p.arguments(e))
	p.checkTypeArguments(d, e)
	p.checkForeign(d, e, to)
	switch {
	case p.isOperator(to):
		p.silent[callee] = true
		if o := p.operatorNamed(t.Syms.Text(t.Nodes[to].Sym)); o != nil {
			p.checkOperator(d, e, o, t.Span(callee))
		}
	case t.Nodes[to].Op == relay.OpName && p.names.Meaning[to] == relay.MeansConstructor:
		p.checkArity(d, e, relay.NodeID(p.names.At[to]), n, "argument")
	case t.Nodes[to].Op == relay.OpGlobal && p.names.Meaning[to] == relay.MeansGlobal:
		decl := &t.Decls[p.names.At[to]]
		if t.Is(decl.Root, relay.OpFn) {
			p.checkFunction(d, e, decl.Root, t.NameOf(decl), lang.Span{Start: decl.Span.Start, End: decl.NameSpan.End}, n)
		}
	case t.Nodes[to].Op == relay.OpFn:
		p.checkFunction(d, e, to, t.Text(callee), t.Span(to), n)
	}
}

// checkTypeArguments checks that a call has at most as many type arguments as its callee has type parameters.
func (p *program) checkTypeArguments(d *relay.Decl, e relay.NodeID) {
	callee := p.tree.Kids(e)[0]
	to := p.target(callee)
	takes, gives := len(p.generics(callee)), len(p.typeArguments(callee))
	if p.isOperator(to) {
		if o := p.operatorNamed(p.tree.Name(to)); o != nil {
			takes = len(o.Inputs()) + 1
		}
	}
	isName := p.tree.Is(to, relay.OpName, relay.OpGlobal, relay.OpLocal, relay.OpGraph)
	if gives <= takes || p.names.Meaning[to] == relay.MeansNothing && isName {
		return
	}
	p.silent[e] = true
	dg := p.wrong(d, lang.WrongCount, p.tree.Span(e), lang.Say("%s takes %s, but has %s here",
		p.Noun(int32(callee)), message.Counted(takes, "type argument"), amount(gives)))
	if decl, ok := p.declares(to); ok {
		dg.Related = []lang.Related{{Span: p.headOf(decl), Message: lang.Text("it is declared here")}}
	}
}

// checkForeign checks that a call of something other than an operator has attributes only with the key that gives their
// type.
func (p *program) checkForeign(d *relay.Decl, e, to relay.NodeID) {
	attrs := p.tree.KidsOf(e, relay.OpAttr)
	meaning := p.names.Meaning[to]
	unknownName := meaning == relay.MeansNothing && p.tree.Is(to, relay.OpName)
	if len(attrs) == 0 || meaning == relay.MeansOperator || unknownName {
		return
	}
	if p.tree.KidNamed(e, relay.OpAttr, "attrs_type_key") == relay.NoNode {
		p.wrong(d, lang.WrongAttribute, p.tree.Span(attrs[0]), lang.Say(
			"%s is not an operator: a call of it has attributes only with an `attrs_type_key`",
			p.Noun(int32(p.tree.Kids(e)[0]))))
	}
}

// checkFunction checks the number of arguments of a function's call.
func (p *program) checkFunction(d *relay.Decl, e, fn relay.NodeID, name string, at lang.Span, n int) {
	if takes := len(p.variables(fn)); takes != n {
		p.silent[e] = true
		dg := p.wrong(d, lang.WrongCount, p.tree.Span(e), lang.Say("`%s` takes %s, but gets %s",
			name, message.Counted(takes, "argument"), amount(n)))
		dg.Related = []lang.Related{{Span: at, Message: lang.Text("it is declared here")}}
	}
}

// checkArity checks the number of a constructor's arguments or subpatterns.
func (p *program) checkArity(d *relay.Decl, e, con relay.NodeID, n int, noun string) {
	takes := len(p.fields(con))
	if takes == n {
		return
	}
	p.silent[e] = true
	dg := p.wrong(d, lang.WrongCount, p.tree.Span(e), lang.Say("the constructor `%s` takes %s, but has %s here",
		p.tree.Syms.Text(p.tree.Nodes[con].Sym), message.Counted(takes, noun), amount(n)))
	dg.Related = []lang.Related{{Span: p.tree.Span(con), Message: lang.Text("it is declared here")}}
}

// forgottenTuple returns the place of the arguments of a call whose operator takes them as one tuple; the zero span if
// no tuple is forgotten.
func (p *front) forgottenTuple(e relay.NodeID, o *relation.Operator) lang.Span {
	all, args := p.tree.Kids(e), p.arguments(e)
	takesTuple := func(c *relation.Clause) bool {
		return c.Args[0].Op == relation.Call && c.Args[0].Name == Vocabulary.Heads[Tuple].Name
	}
	if len(o.Inputs()) != 1 || len(args) < 2 || !slices.ContainsFunc(o.Of().Clauses, takesTuple) ||
		slices.ContainsFunc(args, func(a relay.NodeID) bool { return p.tree.Is(a, relay.OpTuple) }) ||
		slices.Index(all, args[len(args)-1])-slices.Index(all, args[0]) != len(args)-1 { // attributes are between them
		return lang.Span{}
	}
	return p.tree.Span(args[0]).To(p.tree.Span(args[len(args)-1]))
}

// checkOperator checks the arguments and attributes of an operator's call.
func (p *program) checkOperator(d *relay.Decl, e relay.NodeID, o *relation.Operator, name lang.Span) {
	t := p.tree
	args := p.arguments(e)
	o = p.variant(o, p.File.Text(name), args)
	if takes := o.Inputs(); len(takes) != len(args) {
		list := ""
		if len(takes) > 0 {
			list = " (" + strings.Join(takes, ", ") + ")"
		}
		if at := p.forgottenTuple(e, o); !at.Empty() {
			list += ", a tuple such as `" + message.Shortened("("+p.File.Text(at)+")", 40) + "`"
		}
		p.wrong(d, lang.WrongCount, t.Span(e), lang.Say("`%s` takes %s%s, but gets %s",
			p.File.Text(name), message.Counted(len(takes), "argument"), list, amount(len(args))))
		return
	}
	arange := Operators().Operator("arange")
	var given []relation.Given
	if t.Nodes[e].Op == relay.OpCall {
		for _, kid := range t.Kids(e)[2:] {
			if p.isMetaAttrs(kid) {
				list, ok := p.metaAttributes(o, kid)
				if !ok {
					p.wrong(d, lang.WrongAttribute, t.Span(kid), lang.Say(
						"`%s`: its attributes are not in a metadata section of this file", p.File.Text(name)))
					return
				}
				given = append(given, list...)
			}
			if t.Nodes[kid].Op == relay.OpAttr {
				v := t.Kids(kid)[0]
				if o == arange && t.Is(v, relay.OpMeta) {
					continue // the attribute repeats an argument
				}
				given = append(given, relation.Given{
					Name: t.Syms.Text(t.Nodes[kid].Sym), Value: p.value(v),
					Span: t.Span(kid), NameSpan: t.NameSpan(kid), ValueSpan: t.Span(v),
				})
			}
		}
	}
	if o == arange {
		given = p.implied(args, given)
	}
	if attrs, ok := p.checkAttributes(d, o, given, name); ok {
		p.uses[e] = &operation{o, attrs}
	}
}

// variant returns the variant of an operator that a call uses: of 64 bits, or of before TVM 0.8, when one of its
// arguments was an attribute.
func (p *front) variant(o *relation.Operator, name string, args []relay.NodeID) *relation.Operator {
	switch {
	case len(args) == len(o.Inputs())-1:
		name += ".before_0_8"
	case len(args) > 0 && p.wide[args[0]]:
		name += ".int64"
	default:
		return o
	}
	if v := Operators().Operator(name); v != nil {
		return v
	}
	return o
}

// checkAttributes checks the attributes of an operator and returns their values.
func (p *program) checkAttributes(
	d *relay.Decl, o *relation.Operator, given []relation.Given, name lang.Span,
) (attrs []relation.Value, ok bool) {
	attrs, problems := o.Attributes(given)
	for i := range attrs {
		if attrs[i].Form == relation.AtomForm {
			attrs[i].Text = relay.DtypeOf(attrs[i].Text)
		}
	}
	// Repeated attributes are reported with all repeated names.
	problems = slices.DeleteFunc(problems, func(x relation.Problem) bool { return x.Kind == relation.RepeatedAttribute })
	for _, x := range problems {
		at := x.Span
		if x.Kind == relation.RepeatedAttribute {
			continue // reported with all repeated names
		}
		if at.Empty() {
			at = name
		}
		p.wrong(d, lang.WrongAttribute, at, lang.Say("`%s`: %s", p.File.Text(name), x.Message)).Fixes = x.Fixes()
	}
	return attrs, len(problems) == 0
}

// widen marks a node whose value has a first size of 64 bits, as far as the text shows it: in TVM the indices that
// argmax gives are as wide.
func (p *front) widen(id relay.NodeID) {
	t, kids := p.tree, p.tree.Kids(id)
	isWide := func(list relay.NodeID) bool {
		if !t.Is(list, relay.OpShape, relay.OpList, relay.OpTuple) || len(t.Kids(list)) == 0 ||
			!t.Is(t.Kids(list)[0], relay.OpInt) {
			return false
		}
		_, bits := t.Int(t.Kids(list)[0])
		return bits == 64
	}
	wide := false
	switch t.Nodes[id].Op {
	case relay.OpVar:
		a := p.annotation(id)
		wide = t.Is(a, relay.OpTensor) && isWide(t.Kids(a)[0])
	case relay.OpLocal, relay.OpGraph:
		wide = p.names.Meaning[id] == relay.MeansVariable && p.wide[relay.NodeID(p.names.At[id])]
	case relay.OpBind:
		wide = p.wide[kids[0]]
	case relay.OpLet:
		id, wide = kids[0], p.wide[kids[0]] || p.wide[kids[1]]
	case relay.OpBlock:
		wide = p.wide[kids[len(kids)-1]]
	case relay.OpAttr:
		wide = isWide(kids[0])
	case relay.OpCall, relay.OpBinary, relay.OpProject, relay.OpTuple, relay.OpIf:
		wide = slices.ContainsFunc(kids, func(kid relay.NodeID) bool { return p.wide[kid] })
	}
	if wide {
		p.wide[id] = true
	}
}

// implied adds to the attributes of an arange call those that have the values of its arguments, start, stop and step,
// if these are literals.
func (p *front) implied(args []relay.NodeID, given []relation.Given) []relation.Given {
	for i, name := range []string{"start", "stop", "step"} {
		switch p.tree.Nodes[args[i]].Op {
		case relay.OpInt, relay.OpFloat:
			if !slices.ContainsFunc(given, func(g relation.Given) bool { return g.Name == name }) {
				at := p.tree.Span(args[i])
				given = append(given, relation.Given{Name: name, Value: p.value(args[i]), Span: at, ValueSpan: at})
			}
		}
	}
	return given
}

// value returns the value of an attribute.
func (p *front) value(id relay.NodeID) relation.Value {
	t := p.tree
	n := &t.Nodes[id]
	switch n.Op {
	case relay.OpInt:
		v, _ := t.Int(id)
		return relation.IntValue(v)
	case relay.OpFloat:
		v, _ := t.Float(id)
		return relation.FloatValue(v)
	case relay.OpBool:
		return relation.BoolValue(t.Syms.Text(n.Sym) == "True")
	case relay.OpString:
		return relation.TextValue(strings.Trim(t.Syms.Text(n.Sym), `"`))
	case relay.OpList, relay.OpTuple:
		var list []relation.Value
		for _, kid := range t.Kids(id) {
			list = append(list, p.value(kid))
		}
		return relation.ListValue(list...)
	case relay.OpName:
		if name := t.Syms.Text(n.Sym); name == "None" || name == "nullptr" {
			return relation.NoValue
		}
		return relation.TextValue(t.Syms.Text(n.Sym))
	}
	return relation.TextValue(t.Text(id))
}

// separate finds the references within a recursive group to definitions with complete annotations. They use the written
// signature, so that the definition can have several types within its group.
func (p *program) separate() {
	n := len(p.Defs)
	start, callees := []int32{0}, []int32(nil)
	var sites []int32
	for d := range n {
		for site, c := range p.EachUse(int32(d)) {
			callees, sites = append(callees, c), append(sites, site)
		}
		start = append(start, int32(len(callees)))
	}
	members, first := patterns.Components(start, callees)
	group := make([]int32, n)
	for c := range len(first) - 1 {
		for _, d := range members[first[c]:first[c+1]] {
			group[d] = int32(c)
		}
	}
	for d := range n {
		for i := start[d]; i < start[d+1]; i++ {
			c := callees[i]
			if fn := relay.NodeID(p.Defs[c].Root); group[c] == group[d] && fn >= 0 && p.isWritten(fn) {
				p.apart[sites[i]] = true
			}
		}
	}
}
