package k

import (
	"math/big"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/message"
	"github.com/patgraph/patgraph/unify"
)

// Bounds of the description of one type, and of all types of a program together.
const (
	mostForm     = 1 << 14 // bytes of a canonical form
	mostFormOne  = 1 << 20 // the same for a query about one type
	mostForms    = 4 << 20
	mostTried    = 16 << 20 // bytes of forms that exceeded their bound
	shortForm    = 200      // bytes of a form that is always reported
	mostLeast    = 4000     // bytes of a value
	mostCode     = 400      // bytes of a structure
	mostCodeOne  = 4000
	mostLooked   = 100_000 // states and fields
	mostLookedAt = 5_000_000
)

// A TypeDescriber implements language.TypeDescriber for programs of k.
type TypeDescriber struct {
	s      Syntax
	r      *patterns.Result
	values *patterns.Values
	forms  int // budget: bytes of forms
	tried  int // budget: bytes of forms that exceed their bound
	looked int // budget: states and fields
}

// TypesOf returns the TypeDescriber of a result that Analyze made, and false for any other result.
func TypesOf(r *patterns.Result) (*TypeDescriber, bool) {
	s, ok := SyntaxOf(r)
	return &TypeDescriber{s: s, r: r, forms: mostForms, tried: mostTried, looked: mostLookedAt}, ok
}

// atomValues returns facts about the values of a built-in type.
func atomValues(name string) patterns.AtomValues {
	switch name {
	case "int":
		return patterns.AtomValues{Least: "0"}
	case "string":
		return patterns.AtomValues{Least: `""`}
	}
	return patterns.AtomValues{Least: "true", Count: big.NewInt(2)}
}

// Values returns facts about the values of all types.
func (t *TypeDescriber) Values() *patterns.Values {
	if t.values == nil {
		t.values = t.r.Types.Values(atomValues)
	}
	return t.values
}

// All describes the types that are written at places that count, each once: first those with names, then the other
// codes, in the order of the file. If counts is nil, all places count. With unfold 0, types are not unfolded.
func (t *TypeDescriber) All(unfold int, counts func(lang.Span) bool) []language.TypeInfo {
	list := t.written(counts)
	for i := range list {
		t.describe(&list[i], mostForm, mostCode, unfold)
	}
	return list
}

// written collects the types, their names and their places.
func (t *TypeDescriber) written(counts func(lang.Span) bool) []language.TypeInfo {
	a := t.s.a
	at := make(map[patterns.Type]int)
	var list []language.TypeInfo
	names := make(map[patterns.Type][]string)
	others := make(map[patterns.Type][]string) // of definitions that do not count
	for i := range a.tree.Types {
		d := &a.tree.Types[i]
		u := a.typeDef[i]
		if u == unify.NoHead {
			continue
		}
		own := counts == nil || counts(d.Span)
		if a.names.Type[d.Name] == int32(i) { // not a duplicate definition
			of := names
			if !own {
				of = others
			}
			of[u] = append(of[u], a.tree.Syms.Text(d.Name))
		}
		if _, seen := at[u]; !seen && own {
			at[u] = len(list)
			list = append(list, language.TypeInfo{Type: u, Span: d.Span})
		}
	}
	var codes []k.NodeID
	for _, e := range a.codes.nodes {
		if u := a.codeType[e]; u != unify.NoHead {
			if _, seen := at[u]; !seen && (counts == nil || counts(a.tree.Span(e))) {
				codes = append(codes, e)
			}
		}
	}
	// Nodes are in post-order; sort them in reading order.
	slices.SortStableFunc(codes, func(x, y k.NodeID) int {
		return int(a.tree.Nodes[x].Start) - int(a.tree.Nodes[y].Start)
	})
	for _, e := range codes {
		if u := a.codeType[e]; at[u] == 0 {
			at[u] = len(list) + 1
			list = append(list, language.TypeInfo{Type: u, Span: a.tree.Span(e)})
		}
	}
	for i := range list {
		list[i].Names = append(names[list[i].Type], others[list[i].Type]...)
	}
	return list
}

// One describes one type, which need not be written in the program.
func (t *TypeDescriber) One(u patterns.Type, unfold int) language.TypeInfo {
	info := language.TypeInfo{Type: u}
	for _, x := range t.written(nil) {
		if x.Type == u {
			info = x
		}
	}
	t.describe(&info, mostFormOne, mostCodeOne, unfold)
	return info
}

func (t *TypeDescriber) describe(info *language.TypeInfo, most, code, unfold int) {
	u := info.Type
	info.Code = t.Text(u, code)
	if most = max(min(most, t.forms, t.tried), shortForm); most > shortForm {
		t.tried -= most // returned below if the form is short enough
	}
	if form, ok := t.r.Types.FormWithin(u, most, most); ok {
		t.forms -= len(form)
		if most > shortForm {
			t.tried += most
		}
		info.Form, info.ID = form, patterns.ID(form)
		if t.s.Tree.Dialect != k.K6 {
			info.ShortName, info.ShortIn = patterns.ShortName(form), k.K4.String()
		}
	}
	states, looked, exact := t.r.Types.States(u, min(mostLooked, t.looked))
	t.looked = max(0, t.looked-looked)
	info.States, info.AtLeast = states, !exact
	v := t.Values()
	info.Count = v.Count(u)
	if v.Inhabited(u) {
		least, short := v.Least(u, mostLeast)
		info.Least, info.LeastLong = least, !short
	}
	if unfold > 0 {
		info.Unfolded = t.unfold(u, unfold, code)
	}
}

// Text writes the structure of a type, with its parts by name, in at most about most bytes.
func (t *TypeDescriber) Text(u patterns.Type, most int) string {
	if name, ok := t.r.Types.Atom(u); ok {
		return name
	}
	return t.r.Front.ShortTypeDefinition(u, most)
}

// Label writes a label.
func (t *TypeDescriber) Label(text string) string { return t.s.Tree.Dialect.LabelText(text) }

// unfold writes a type down to a number of levels; parts below are written by name or, without a name, as dots.
func (t *TypeDescriber) unfold(root patterns.Type, levels, most int) string {
	type piece struct {
		text  string
		typ   patterns.Type
		level int
	}
	types := t.r.Types
	var b strings.Builder
	stack := []piece{{typ: root, level: levels}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.Len() > most {
			return b.String() + "…"
		}
		if p.typ == patterns.NoType {
			b.WriteString(p.text)
			continue
		}
		if name, ok := types.Atom(p.typ); ok {
			b.WriteString(name)
			continue
		}
		if name, ok := t.r.TypeName(p.typ); ok && p.level == 0 {
			b.WriteString(name)
			continue
		}
		brackets := message.Brackets(types.Shape(p.typ))
		b.WriteString(brackets[:1])
		fields := slices.Clone(types.Fields(p.typ))
		if p.level == 0 && len(fields) > 0 {
			b.WriteString("…" + brackets[1:])
			continue
		}
		slices.SortFunc(fields, func(x, y unify.HeadField) int {
			return patterns.ComparePrint(t.r.Labels.Text(x.Label), t.r.Labels.Text(y.Label))
		})
		first := len(stack)
		for i, f := range fields {
			if i > most {
				break // the output ends before this field
			}
			if i > 0 {
				stack = append(stack, piece{text: ", "})
			}
			stack = append(stack, piece{typ: f.To, level: p.level - 1})
			if f.Label != unify.Member {
				stack = append(stack, piece{text: " " + t.Label(t.r.Labels.Text(f.Label))})
			}
		}
		stack = append(stack, piece{text: brackets[1:]})
		slices.Reverse(stack[first:])
	}
	return b.String()
}

// Separating is Values.Separating with a bound on the value.
func (t *TypeDescriber) Separating(x, y patterns.Type) (value string, first bool, s patterns.Separation) {
	return t.Values().Separating(x, y, mostLeast)
}
