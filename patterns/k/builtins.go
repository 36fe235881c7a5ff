package k

import (
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// builtinLabels are the labels of the built-in functions and types; they are interned before the labels of a program
// are ordered.
var builtinLabels = []string{"true", "false", "car", "cdr", "div", "rem"}

// addBuiltins makes the input and output types of built-in functions.
func (a *program) addBuiltins() {
	a.intsType, a.stringsType = a.Types.Vector(a.intType), a.Types.Vector(a.stringType)
	a.divType = a.Types.Product(
		unify.HeadField{Label: a.labelOf("div"), To: a.intType},
		unify.HeadField{Label: a.labelOf("rem"), To: a.intType})
}

// labelOf returns the label of a text of builtinLabels.
func (a *program) labelOf(text string) unify.Label { return unify.Label(a.tree.Syms.Lookup(text)) }

// builtinScheme returns the signature of a built-in function by its number in k.Builtins, made
// on first call. Each use takes a fresh copy (R13).
func (a *program) builtinScheme(i int8) *patterns.Scheme {
	if a.builtins[i] == nil {
		a.builtins[i] = a.makeBuiltin(k.Builtins[i])
	}
	return a.builtins[i]
}

func (a *program) makeBuiltin(name string) *patterns.Scheme {
	vector := unify.MakeFlat(unify.Vector, false)
	product := unify.MakeFlat(unify.Product, true)

	// simple makes a scheme whose input and output are flat patterns without edges.
	simple := func(in, out unify.Flat) *patterns.Scheme {
		s := &patterns.Scheme{}
		s.Roots = []int32{s.Graph.Add(in, nil), s.Graph.Add(out, nil)}
		return s
	}
	head := a.Types.Heads().Flat
	// cell makes {X car, V cdr} and V = [X].
	cell := func(cellIn bool) *patterns.Scheme {
		s := &patterns.Scheme{Roots: []int32{0, 1}}
		car, cdr := a.labelOf("car"), a.labelOf("cdr")
		if cellIn {
			s.Graph.Add(product, []unify.Edge{{Label: car, To: 2}, {Label: cdr, To: 1}})
			s.Graph.Add(vector, []unify.Edge{{Label: unify.Member, To: 2}})
		} else {
			s.Graph.Add(vector, []unify.Edge{{Label: unify.Member, To: 2}})
			s.Graph.Add(product, []unify.Edge{{Label: car, To: 2}, {Label: cdr, To: 0}})
		}
		s.Graph.Add(unify.Open, nil)
		return s
	}
	same := func(f unify.Flat, edges []unify.Edge) *patterns.Scheme {
		s := &patterns.Scheme{Roots: []int32{0, 0}}
		s.Graph.Add(f, edges)
		if len(edges) > 0 {
			s.Graph.Add(unify.Open, nil)
		}
		return s
	}
	member := []unify.Edge{{Label: unify.Member, To: 1}}
	switch name {
	case "true", "false":
		return simple(unify.Open, head(a.boolType))
	case "PLUS", "TIMES":
		return simple(head(a.intsType), head(a.intType))
	case "DIV":
		return simple(head(a.intsType), head(a.divType))
	case "CONCAT":
		return simple(head(a.stringsType), head(a.stringType))
	case "toVEC":
		return simple(head(a.stringType), head(a.stringsType))
	case "GT", "EQ":
		return same(vector, member)
	case "CONS":
		return cell(true)
	case "SNOC":
		return cell(false)
	case "toJSON", "toDateStr":
		return simple(unify.Open, head(a.stringType))
	case "fromJSON":
		return simple(head(a.stringType), unify.Open)
	case "toDateMsec":
		return simple(unify.Open, head(a.intType))
	case "_log!":
		return same(unify.Open, nil)
	}
	return simple(unify.Open, unify.Open) // null, FDIV
}
