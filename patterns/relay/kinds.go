package relay

import (
	"strconv"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/relay"
	"github.com/patgraph/patgraph/patterns/tell"
)

// A role is what a node of the tree is there for.
type role uint8

const (
	other      role = iota // parts that have no pattern of their own: attributes, indices, lists of parameters
	expression             // a value
	binder                 // a variable where it is bound, outside of patterns
	pattern                // of a match
	typed                  // a type; the four that follow are its parts
	shaped                 // what is a shape
	element                // an element type
	dimension
)

// roles gives each node its role, from what it is a part of. It takes linear time.
func roles(t *relay.Tree) []role {
	list := make([]role, len(t.Nodes))
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
		for i, kid := range t.Kids(id) {
			if kid != relay.NoNode {
				list[kid] = roleOf(t, id, list[id], i)
			}
		}
	}
	return list
}

// roleOf is the role of a kid of a node.
func roleOf(t *relay.Tree, id relay.NodeID, of role, i int) role {
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
		if op := t.Nodes[kid].Op; of == expression && op != relay.OpAttr && op != relay.OpTypes {
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
	case relay.OpLet:
		if i == 0 {
			return binder
		}
		return expression
	case relay.OpBind:
		return expression
	case relay.OpVar:
		if t.Nodes[kid].Op != relay.OpAttr {
			return typed
		}
	case relay.OpMatch:
		if i == 0 {
			return expression
		}
	case relay.OpClause:
		if i == 0 {
			return pattern
		}
		return expression
	case relay.OpConPat, relay.OpTuplePat:
		return pattern
	case relay.OpConstant:
		switch i {
		case 1:
			return shaped
		case 2:
			return element
		}
	case relay.OpTypeCall, relay.OpTupleType, relay.OpTypes:
		return typed
	case relay.OpRel:
		if t.Nodes[kid].Op != relay.OpAttr {
			return typed
		}
	case relay.OpCon:
		if i == 1 {
			return typed
		}
	case relay.OpFnType:
		if i == 2 {
			return typed
		}
	case relay.OpTensor:
		if i == 0 {
			return shaped
		}
		return element
	case relay.OpShape:
		return dimension
	}
	return other
}

// kindNames are what kinds are called, by role.
var kindNames = [...]string{typed: "Type", shaped: "Shape", element: "BaseType", dimension: "ShapeVar"}

// kindOf is the kind that a type parameter is declared with, as a role.
func (p *program) kindOf(param relay.NodeID) role {
	if kids := p.tree.Kids(param); len(kids) > 0 && kids[0] != relay.NoNode {
		for r := typed; r <= dimension; r++ {
			if p.tree.Syms.Text(p.tree.Nodes[kids[0]].Sym) == kindNames[r] {
				return r
			}
		}
	}
	return typed
}

// check reports types of the wrong kind, and definitions that have some are not derived.
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
			if p.roles[id] >= typed {
				p.checkType(d, id)
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

// checkType checks what stands in place of a type or a part of one.
func (p *program) checkType(d *relay.Decl, id relay.NodeID) {
	t := p.tree
	n, wanted := &t.Nodes[id], p.roles[id]
	wrong := func(code lang.Code, at lang.Span, message lang.Phrase, related ...lang.Related) {
		p.wrongKind[id] = true
		p.Known = append(p.Known, lang.Diagnostic{Code: code, Span: at, Message: message, Definition: t.NameOf(d), Related: related})
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
				wrong(lang.WrongKind, n.Span(), lang.Say("the element type `%s` takes no type arguments", t.Syms.Text(n.Sym)))
				return
			}
			if wanted == element {
				is = element
			}
		case relay.MeansType:
			decl := &t.Decls[at]
			if parent := p.parents[id]; t.Is(parent, relay.OpCon) && p.declOf[p.parents[parent]] != at {
				owner := &t.Decls[p.declOf[p.parents[parent]]]
				wrong(lang.KindsDiffer, n.Span(), lang.Say("the constructor `%s` of `%s` gives a `%s`", t.Syms.Text(t.Nodes[parent].Sym), t.NameOf(owner), t.Syms.Text(n.Sym)),
					lang.Related{Span: owner.NameSpan, Message: lang.Text("it belongs to this type")})
				return
			}
			if parent := p.parents[id]; t.Is(parent, relay.OpCon) && n.Op == relay.OpTypeName {
				break // `-> List` in the declaration of List
			}
			if takes := p.typeParams(at); len(takes) != args && !decl.Bad {
				wrong(lang.WrongKind, n.Span(), lang.Say("`%s` takes %s, but has %s here", t.Syms.Text(n.Sym), tell.Counted(len(takes), "type argument"), amount(args)),
					lang.Related{Span: p.headOf(decl), Message: lang.Text("it is declared here")})
				return
			}
		default:
			return // it is unknown, and reported
		}
	case relay.OpShape:
		is = shaped
		if wanted == typed {
			is = typed // dimensions among types are a shape: explicit arguments
		}
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
			if _, _, kind := p.dimension(id); kind == noSize {
				wrong(lang.WrongKind, n.Span(), lang.Say("`%s` is not a size: a size is a whole number from 0 to below 2^63", t.Text(id)))
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
			wrong(lang.WrongKind, n.Span(), lang.Say("the type parameter `%s` has the kind %s, but a %s is needed here", t.Text(id), kindNames[is], kindNames[wanted]),
				lang.Related{Span: t.Span(param), Message: lang.Text("it is declared here")})
		}
		return
	}
	if is != wanted && !(wanted == typed && p.isArgument(id)) {
		wrong(lang.WrongKind, n.Span(), lang.Say("`%s` has the kind %s, but a %s is needed here", t.Text(id), kindNames[is], kindNames[wanted]))
	}
}

// isArgument reports whether a type is given at a call, or to a relation, where any kind may stand.
func (p *program) isArgument(id relay.NodeID) bool {
	up := p.parents[id]
	if up == relay.NoNode {
		return false
	}
	if p.tree.Nodes[up].Op == relay.OpRel {
		return true
	}
	over := p.parents[up]
	return p.tree.Nodes[up].Op == relay.OpTypes && p.tree.Is(over, relay.OpCall)
}

// amount is a number of things that were named before.
func amount(n int) string {
	switch n {
	case 0:
		return "none"
	case 1:
		return "one"
	}
	return strconv.Itoa(n)
}

// typeParams are the parameters of a declared type.
func (p *program) typeParams(decl int32) []relay.NodeID {
	d := &p.tree.Decls[decl]
	if d.Root == relay.NoNode {
		return nil
	}
	return p.paramsOf(d.Root)
}

// paramsOf are the type parameters that a node declares.
func (p *program) paramsOf(id relay.NodeID) []relay.NodeID {
	kids := p.tree.Kids(id)
	switch p.tree.Nodes[id].Op {
	case relay.OpData, relay.OpFn, relay.OpFnType:
		if len(kids) > 0 && kids[0] != relay.NoNode {
			return p.tree.Kids(kids[0])
		}
	}
	return nil
}

// headOf is the place of a type's name with its parameters.
func (p *program) headOf(d *relay.Decl) lang.Span {
	at := d.NameSpan
	if d.Root != relay.NoNode {
		if kids := p.tree.Kids(d.Root); len(kids) > 0 && kids[0] != relay.NoNode {
			at.End = p.tree.Span(kids[0]).End
		}
	}
	return at
}
