package relay

import (
	"slices"
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/patterns/relation"
)

// A role is the kind of pattern that a node of the tree has.
type role uint8

const (
	other      role = iota // no pattern of its own: attributes, indices, lists of parameters
	expression             // a value
	binder                 // a variable where it is bound, outside of patterns
	pattern                // a pattern of a match
	typed                  // a type; the next three are kinds of its parts
	shaped                 // a shape
	element                // an element type
	dimension
)

// assign gives each node its role, according to its parent. It also decides whether a parenthesised list is a shape or
// a tuple of types. It takes linear time.
func (p *front) assign() {
	t, list := p.tree, make([]role, len(p.tree.Nodes))
	for i := range t.Decls {
		d := &t.Decls[i]
		if d.Root == relay.NoNode {
			continue
		}
		switch d.Kind {
		case relay.DeclDef, relay.DeclExpr:
			list[d.Root] = expression
		case relay.DeclGlobal, relay.DeclOperator, relay.DeclTypeOnly:
			list[d.Root] = typed
		}
	}
	for id := relay.NodeID(len(t.Nodes) - 1); id >= 0; id-- {
		switch n := &t.Nodes[id]; {
		case n.Op == relay.OpTupleType && list[id] == shaped:
			n.Op = relay.OpShape
		case n.Op == relay.OpShape && list[id] == typed && slices.ContainsFunc(t.Kids(id), p.isSurelyType):
			n.Op = relay.OpTupleType
		}
		for i, kid := range t.Kids(id) {
			if kid != relay.NoNode {
				list[kid] = p.roleOf(id, list[id], i)
			}
		}
	}
	p.roles = list
}

// isSurelyType reports whether an element of a parenthesised list can only be a type, not a dimension.
func (p *front) isSurelyType(id relay.NodeID) bool {
	switch p.names.Meaning[id] {
	case relay.MeansDtype, relay.MeansType:
		return true
	case relay.MeansParam:
		return p.kindOf(relay.NodeID(p.names.At[id])) == typed
	}
	return p.tree.Is(id, relay.OpTupleType, relay.OpTypeCall, relay.OpFnType, relay.OpTensor)
}

// roleOf returns the role of child i of a node with role of.
func (p *front) roleOf(id relay.NodeID, of role, i int) role {
	t := p.tree
	last := i == len(t.Kids(id))-1
	kid := t.Kids(id)[i]
	switch t.Nodes[id].Op {
	case relay.OpTuple, relay.OpBinary, relay.OpIf, relay.OpRef, relay.OpRefRead, relay.OpRefWrite, relay.OpBlock:
		if of == dimension || of == expression {
			return of
		}
	case relay.OpProject:
		if i == 0 {
			return of
		}
	case relay.OpCall:
		if op := t.Nodes[kid].Op; of == expression && op != relay.OpAttr && op != relay.OpTypes && !p.isMetaAttrs(kid) {
			return expression
		}
	case relay.OpFn:
		switch {
		case last:
			return expression
		case i == 2:
			return typed
		}
	case relay.OpParams, relay.OpFreeVar:
		if t.Nodes[kid].Op == relay.OpVar {
			return binder
		}
	case relay.OpVar, relay.OpRel:
		if t.Nodes[kid].Op != relay.OpAttr {
			return typed
		}
	case relay.OpTypes:
		if up := p.parents[id]; t.Is(up, relay.OpCall) {
			return p.roleOfArgument(t.Kids(up)[0], i)
		}
		return typed
	case relay.OpTypeCall:
		if p.names.Meaning[id] == relay.MeansType {
			if params := p.typeParams(p.names.At[id]); i < len(params) {
				return p.kindOf(params[i])
			}
		}
		return typed
	default:
		if roles := partRoles[t.Nodes[id].Op]; roles != nil {
			return roles[min(i, len(roles)-1)]
		}
	}
	return other
}

// partRoles are the roles of the parts of some constructs. The last one is also that of all further parts.
var partRoles = [1 << 8][]role{
	relay.OpLet: {binder, expression}, relay.OpBind: {expression}, relay.OpMatch: {expression, other},
	relay.OpClause: {pattern, expression}, relay.OpConPat: {pattern}, relay.OpTuplePat: {pattern},
	relay.OpConstant: {other, shaped, element, other}, relay.OpTupleType: {typed}, relay.OpCon: {other, typed, other},
	relay.OpFnType: {other, other, typed, other}, relay.OpTensor: {shaped, element}, relay.OpShape: {dimension},
}

// roleOfArgument returns the role of a type argument, which is the kind of its type parameter.
func (p *front) roleOfArgument(callee relay.NodeID, i int) role {
	switch params := p.generics(callee); {
	case i < len(params):
		return p.kindOf(params[i])
	case p.isOperator(p.target(callee)):
		return typed
	}
	return other
}

// generics returns the type parameters of the function or declaration that an expression denotes.
func (p *front) generics(e relay.NodeID) []relay.NodeID {
	to := p.target(e)
	if d, ok := p.declares(to); ok {
		return p.paramsOf(d.Root)
	}
	return p.paramsOf(to)
}

// declares returns the declaration that a name denotes. For a constructor it is the declaration of its type.
func (p *front) declares(name relay.NodeID) (*relay.Decl, bool) {
	at := p.names.At[name]
	switch p.names.Meaning[name] {
	case relay.MeansGlobal, relay.MeansOperator:
	case relay.MeansConstructor:
		at = p.declOf[p.parents[at]]
	default:
		return nil, false
	}
	if at < 0 {
		return nil, false
	}
	return &p.tree.Decls[at], true
}

// kindNames are the names of kinds, by role.
var kindNames = [...]string{typed: "Type", shaped: "Shape", element: "BaseType", dimension: "ShapeVar"}

// kindOf returns the declared kind of a type parameter, as a role.
func (p *front) kindOf(param relay.NodeID) role {
	if kids := p.tree.Kids(param); len(kids) > 0 && kids[0] != relay.NoNode {
		for r := typed; r <= dimension; r++ {
			if p.tree.Syms.Text(p.tree.Nodes[kids[0]].Sym) == kindNames[r] {
				return r
			}
		}
	}
	return typed
}

// check reports types of the wrong kind. Definitions with such types are not derived.
func (p *program) check() {
	before := len(p.Known)
	for i := range p.tree.Decls {
		d := &p.tree.Decls[i]
		if d.Root == relay.NoNode {
			continue
		}
		found := len(p.Known)
		clear(p.misplaced)
		for id := d.First; id <= d.Root; id++ {
			switch {
			case p.roles[id] >= typed:
				p.checkType(d, id)
			case p.tree.Is(id, relay.OpTyParam) && p.kindOf(id) != typed && p.tree.Is(d.Root, relay.OpData):
				p.wrong(d, lang.WrongKind, p.tree.Span(id), lang.Say(
					"a declared type has parameters of the kind Type only, and `%s` has the kind %s",
					p.tree.Name(id), kindNames[p.kindOf(id)]))
			}
		}
		switch def := p.def[i]; {
		case len(p.Known) == found:
		case def >= 0:
			p.Misnamed[def], p.faulty[def] = true, true
		default:
			p.illFormed[int32(i)] = true
		}
	}
	if len(p.Known) > before {
		lang.Sort(p.Known)
	}
}

// checkType checks the kind of a type or a part of a type.
func (p *program) checkType(d *relay.Decl, id relay.NodeID) {
	t := p.tree
	n, wanted := &t.Nodes[id], p.roles[id]
	wrong := func(code lang.Code, at lang.Span, message lang.Phrase, related ...lang.Related) {
		p.wrongKind[id] = true
		p.Known = append(p.Known, lang.Diagnostic{
			Code: code, Span: at, Message: message, Definition: t.NameOf(d), Related: related,
		})
	}
	if con := p.parents[id]; t.Is(con, relay.OpCon) && !p.givesItsType(con, id) {
		wrong(lang.KindsDiffer, n.Span(),
			lang.Say("the constructor `%s` of `%s` gives a `%s`", t.Name(con), t.NameOf(d), t.Text(id)),
			lang.Related{Span: d.NameSpan, Message: lang.Text("it belongs to this type")})
		return
	}
	if param, ok := p.ownParameter(id); ok && !p.isNamed(id, param) {
		wrong(lang.RigidParameter, n.Span(),
			lang.Say("what a constructor gives is for every `%s`, and here it would be for `%s` only",
				t.Name(param), t.Text(id)),
			lang.Related{Span: t.Span(param), Message: lang.Text("it is declared here")})
		return
	}
	is := typed
	switch n.Op {
	case relay.OpTypeName, relay.OpTypeCall:
		var args int
		if n.Op == relay.OpTypeCall {
			args = len(t.Kids(id))
		}
		at := p.names.At[id]
		switch p.names.Meaning[id] {
		case relay.MeansParam:
			if is = p.kindOf(relay.NodeID(at)); n.Op == relay.OpTypeCall {
				wrong(lang.WrongKind, n.Span(), lang.Say("the type parameter `%s` takes no type arguments", t.Syms.Text(n.Sym)),
					lang.Related{Span: t.Span(relay.NodeID(at)), Message: lang.Text("it is declared here")})
				return
			}
		case relay.MeansDtype:
			if n.Op == relay.OpTypeCall {
				wrong(lang.WrongKind, n.Span(), lang.Say("`%s` takes no type arguments", t.Syms.Text(n.Sym)))
				return
			}
			if wanted == element {
				is = element
			}
		case relay.MeansType:
			decl := &t.Decls[at]
			if t.Is(p.parents[id], relay.OpCon) && n.Op == relay.OpTypeName {
				return // `-> List` in the declaration of List
			}
			if takes := p.typeParams(at); len(takes) != args && !decl.Bad {
				wrong(lang.WrongKind, n.Span(),
					lang.Say("`%s` takes %s, but has %s here",
						t.Syms.Text(n.Sym), message.Counted(len(takes), "type argument"), amount(args)),
					lang.Related{Span: p.headOf(decl), Message: lang.Text("it is declared here")})
				return
			}
		default:
			return // an unknown name, which is reported
		}
	case relay.OpShape:
		is = shaped
	case relay.OpInt:
		if is = dimension; wanted == dimension {
			if v, _ := t.Int(id); v < 0 {
				wrong(lang.WrongKind, n.Span(), lang.Say("a dimension cannot be negative: `%s`", strconv.FormatInt(v, 10)))
				return
			}
		}
	case relay.OpDynamic, relay.OpBinary:
		is = dimension
		if n.Op == relay.OpBinary && p.isWholeDimension(id) {
			switch _, _, kind := p.dimension(id); kind {
			case noSize:
				wrong(lang.WrongKind, n.Span(),
					lang.Say("`%s` is not a size: a size is a whole number from 0 to below 2^63", t.Text(id)))
				return
			case longSize:
				wrong(lang.NodeLimit, n.Span(), lang.Text(relation.ErrTooLong.Error()))
				return
			}
		}
	case relay.OpMeta, relay.OpHole, relay.OpBad:
		return
	case relay.OpTypes:
		return
	}
	if p.names.Meaning[id] == relay.MeansParam && is != wanted && !(wanted == typed && p.isArgument(id)) {
		p.wrongKind[id] = true
		if param := relay.NodeID(p.names.At[id]); !p.misplaced[param] {
			p.misplaced[param] = true
			wrong(lang.WrongKind, n.Span(),
				lang.Say("the type parameter `%s` has the kind %s, but a %s is needed here",
					t.Text(id), kindNames[is], kindNames[wanted]),
				lang.Related{Span: t.Span(param), Message: lang.Text("it is declared here")})
		}
		return
	}
	if is != wanted && !(wanted == typed && p.isArgument(id)) {
		wrong(lang.WrongKind, n.Span(),
			lang.Say("`%s` has the kind %s, but a %s is needed here", t.Text(id), kindNames[is], kindNames[wanted]))
	}
}

// givesItsType reports whether a constructor's written result is the type that it belongs to, or an unknown type.
func (p *front) givesItsType(con, result relay.NodeID) bool {
	switch p.names.Meaning[result] {
	case relay.MeansType:
		return p.names.At[result] == p.declOf[p.parents[con]]
	case relay.MeansNothing:
		return p.tree.Is(result, relay.OpTypeName, relay.OpTypeCall, relay.OpHole, relay.OpBad)
	}
	return false
}

// isNamed reports whether a type is a given type parameter, or an unknown name.
func (p *front) isNamed(id, param relay.NodeID) bool {
	if p.names.Meaning[id] == relay.MeansNothing {
		return p.tree.Is(id, relay.OpTypeName, relay.OpTypeCall, relay.OpHole, relay.OpBad)
	}
	return p.names.Meaning[id] == relay.MeansParam && p.names.At[id] == int32(param)
}

// ownParameter returns the type parameter that is required in place of a type: an argument in a constructor's written
// result.
func (p *front) ownParameter(id relay.NodeID) (param relay.NodeID, ok bool) {
	result := p.parents[id]
	if !p.tree.Is(result, relay.OpTypeCall) || !p.tree.Is(p.parents[result], relay.OpCon) {
		return relay.NoNode, false
	}
	params, args := p.paramsOf(p.parents[p.parents[result]]), p.tree.Kids(result)
	if len(params) != len(args) {
		return relay.NoNode, false
	}
	return params[slices.Index(args, id)], true
}

// isArgument reports whether a type is an argument of a relation, which may have any kind.
func (p *front) isArgument(id relay.NodeID) bool { return p.tree.Is(p.parents[id], relay.OpRel) }

// amount renders a number whose unit was named before.
func amount(n int) string {
	switch n {
	case 0:
		return "none"
	case 1:
		return "one"
	}
	return strconv.Itoa(n)
}

// typeParams returns the type parameters of a declaration.
func (p *front) typeParams(decl int32) []relay.NodeID {
	return p.paramsOf(p.tree.Decls[decl].Root)
}

// paramsOf returns the type parameters that a node declares.
func (p *front) paramsOf(id relay.NodeID) []relay.NodeID {
	if id == relay.NoNode {
		return nil
	}
	kids := p.tree.Kids(id)
	switch p.tree.Nodes[id].Op {
	case relay.OpData, relay.OpFn, relay.OpFnType:
		if len(kids) > 0 && kids[0] != relay.NoNode {
			return p.tree.Kids(kids[0])
		}
	}
	return nil
}

// headOf returns the span of a declaration's name with its type parameters.
func (p *front) headOf(d *relay.Decl) lang.Span {
	at := d.NameSpan
	if d.Root != relay.NoNode {
		if kids := p.tree.Kids(d.Root); len(kids) > 0 && kids[0] != relay.NoNode {
			at.End = p.tree.Span(kids[0]).End
		}
	}
	return at
}
