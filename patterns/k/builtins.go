package k

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/unify"
)

// builtinTable is the signature of each built-in function in the notation of
// signatures, for people; addBuiltins has them as graphs, and a test compares.
var builtinTable = []struct{ name, signature string }{
	{"true", "?(...) --> ?$bool"},
	{"false", "?(...) --> ?$bool"},
	{"null", "?(...) --> ?(...)"},
	{"FDIV", "?(...) --> ?(...)"},
	{"PLUS", "?$[int] --> ?$int"},
	{"TIMES", "?$[int] --> ?$int"},
	{"DIV", "?$[int] --> ?${int div, int rem}"},
	{"CONCAT", "?$[string] --> ?$string"},
	{"toVEC", "?$string --> ?$[string]"},
	{"GT", "?[(...)]=X0 --> ?X0"},
	{"EQ", "?[(...)]=X0 --> ?X0"},
	{"CONS", "?{X0 car, [X0]=X1 cdr} --> ?X1"},
	{"SNOC", "?[X0]=X1 --> ?{X0 car, X1 cdr}"},
	{"toJSON", "?(...) --> ?$string"},
	{"fromJSON", "?$string --> ?(...)"},
	{"toDateMsec", "?(...) --> ?$int"},
	{"toDateStr", "?(...) --> ?$string"},
	{"_log!", "?X0 --> ?X0"},
}

// builtinLabels are the labels that built-in functions and types bring along;
// they are interned before the labels of a program are ordered.
var builtinLabels = []string{"true", "false", "car", "cdr", "div", "rem"}

// addBuiltins makes the schemes of the built-in functions that a program names.
// Each use takes a fresh copy (R13).
func (a *analysis) addBuiltins() {
	label := func(text string) unify.Label { return unify.Label(a.tree.Syms.Lookup(text)) }
	ints, strings := a.types.Vector(a.intType), a.types.Vector(a.stringType)
	pair := a.types.Product(
		unify.HeadField{Label: label("div"), To: a.intType},
		unify.HeadField{Label: label("rem"), To: a.intType})
	vector := unify.MakeFlat(unify.Vector, false)
	product := unify.MakeFlat(unify.Product, true)

	// A scheme from its input and output, each a flat pattern without edges.
	simple := func(in, out unify.Flat) *patterns.Scheme {
		s := &patterns.Scheme{}
		s.Roots = []int32{s.Graph.Add(in, nil), s.Graph.Add(out, nil)}
		return s
	}
	head := a.types.Heads().Flat
	// {X car, V cdr} and V = [X].
	cell := func(cellIn bool) *patterns.Scheme {
		s := &patterns.Scheme{Roots: []int32{0, 1}}
		car, cdr := label("car"), label("cdr")
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
	for _, b := range builtinTable {
		var s *patterns.Scheme
		switch b.name {
		case "true", "false":
			s = simple(unify.Open, head(a.boolType))
		case "null", "FDIV":
			s = simple(unify.Open, unify.Open)
		case "PLUS", "TIMES":
			s = simple(head(ints), head(a.intType))
		case "DIV":
			s = simple(head(ints), head(pair))
		case "CONCAT":
			s = simple(head(strings), head(a.stringType))
		case "toVEC":
			s = simple(head(a.stringType), head(strings))
		case "GT", "EQ":
			s = same(vector, member)
		case "CONS":
			s = cell(true)
		case "SNOC":
			s = cell(false)
		case "toJSON", "toDateStr":
			s = simple(unify.Open, head(a.stringType))
		case "fromJSON":
			s = simple(head(a.stringType), unify.Open)
		case "toDateMsec":
			s = simple(unify.Open, head(a.intType))
		case "_log!":
			s = same(unify.Open, nil)
		}
		if sym := a.tree.Syms.Lookup(b.name); sym != lang.NoSym {
			a.builtin[sym] = int32(len(a.builtins))
		}
		a.builtins = append(a.builtins, s)
	}
}
