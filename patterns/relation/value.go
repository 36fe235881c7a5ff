package relation

import (
	"hash/maphash"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Forms is a set of the forms that an attribute may have.
type Forms uint16

// The forms of attributes.
const (
	NoneForm  Forms = 1 << iota // none
	IntForm                     // a whole number
	FloatForm                   // a number
	BoolForm
	TextForm
	AtomForm  // an element type
	IntsForm  // whole numbers
	PairsForm // pairs of whole numbers
	FloatsForm
	AnyForm  // whatever a program says
	PairForm // two whole numbers, or one number for both; its value is IntsForm
	SizeForm // a whole number, or a size that need not be known: see SizeValue
	TypeForm // a type: see TypeValue
)

// formOrder lists the forms in the order in which declarations and messages write them.
var formOrder = [...]struct {
	form Forms
	name string
	said string
	sort Sort
}{
	{IntForm, "int", "a whole number", intSort},
	{SizeForm, "size", "a whole number", dimSort},
	{FloatForm, "float", "a number", floatSort},
	{BoolForm, "bool", "True or False", boolSort},
	{TextForm, "string", "a text", textSort},
	{AtomForm, "dtype", "an element type", AtomSort},
	{IntsForm, "ints", "a list of whole numbers", listOf(intSort)},
	{PairForm, "pair", "a whole number or two of them", listOf(intSort)},
	{PairsForm, "pairs", "a list of pairs of whole numbers", listOf(pairOf(intSort, intSort))},
	{FloatsForm, "floats", "a list of numbers", listOf(floatSort)},
	{TypeForm, "type", "a type", TypeSort},
	{AnyForm, "any", "anything", badSort},
	{NoneForm, "none", "None", noneSort},
}

var formNames = func() map[string]Forms {
	m := map[string]Forms{"base": AtomForm}
	for _, f := range formOrder {
		m[f.name] = f.form
	}
	return m
}()

const formList = "int, size, float, bool, string, dtype, ints, floats, pair, pairs, type, any, none, " +
	"`opt …` or `… or …`"

// String returns a set of forms as a declaration writes it.
func (f Forms) String() string {
	var list []string
	for _, o := range formOrder {
		if f&o.form != 0 {
			list = append(list, o.name)
		}
	}
	if len(list) == 2 && list[1] == "none" {
		return "opt " + list[0]
	}
	return strings.Join(list, " or ")
}

// has reports whether a value has one of the forms.
func (f Forms) has(v *Value) bool {
	if f&PairForm != 0 {
		f |= IntsForm
	}
	if f&SizeForm != 0 {
		f |= IntForm
	}
	return v.form()&f != 0
}

// Has reports whether a form is in the set.
func (f Forms) Has(form Forms) bool { return f&form != 0 }

// describe returns a set of forms as messages write it.
func (f Forms) describe() string {
	var list []string
	for _, o := range formOrder {
		if f&o.form != 0 {
			list = append(list, o.said)
		}
	}
	return strings.Join(list, " or ")
}

// A Value is the value of an attribute, or none: the zero Value.
type Value struct {
	Form  Forms // one of them; a list is one of Ints, Floats and Pairs, whichever fits first
	Num   int64
	Float float64
	Text  string
	List  []Value
}

// Values of one form.
func IntValue(n int64) Value      { return Value{Form: IntForm, Num: n} }
func FloatValue(x float64) Value  { return Value{Form: FloatForm, Float: x} }
func TextValue(s string) Value    { return Value{Form: TextForm, Text: s} }
func AtomValue(name string) Value { return Value{Form: AtomForm, Text: name} }

// SizeValue returns the value of an attribute that is a size: argument n of the instance after the relation's own
// arguments, in the order of the attributes. Programs write it as text.
func SizeValue(n int, text string) Value { return Value{Form: SizeForm, Num: int64(n), Text: text} }

// TypeValue returns the value of an attribute that is a type: an argument of the instance, numbered as in SizeValue.
func TypeValue(n int, text string) Value { return Value{Form: TypeForm, Num: int64(n), Text: text} }

// BoolValue returns true or false.
func BoolValue(b bool) Value {
	v := Value{Form: BoolForm}
	if b {
		v.Num = 1
	}
	return v
}

// ListValue returns a list.
func ListValue(list ...Value) Value {
	v := Value{Form: IntsForm, List: list}
	for i, x := range list {
		switch {
		case x.Form == IntForm && v.Form != PairsForm && v.Form != AnyForm:
		case x.Form == FloatForm && v.Form != PairsForm && v.Form != AnyForm:
			v.Form = FloatsForm
		case x.Form == IntsForm && (i == 0 || v.Form == PairsForm):
			v.Form = PairsForm
		default:
			v.Form = AnyForm
		}
	}
	return v
}

// NoValue is none.
var NoValue = Value{Form: NoneForm}

// equals reports whether two values have the same form and the same text.
func (v Value) equals(w Value) bool {
	return v.Form == w.Form && v.Num == w.Num && math.Float64bits(v.Float) == math.Float64bits(w.Float) &&
		v.Text == w.Text &&
		slices.EqualFunc(v.List, w.List, Value.equals)
}

// seed is the seed of hashOf: a hash is valid only in this process.
var seed = maphash.MakeSeed()

// hashOf returns a hash of values: equal values have equal hashes.
func hashOf(list []Value, h uint64) uint64 {
	for i := range list {
		v := &list[i]
		for _, n := range [...]uint64{uint64(v.Form), uint64(v.Num), math.Float64bits(v.Float), uint64(len(v.List))} {
			h = (h ^ n) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
		if v.Text != "" {
			h ^= maphash.String(seed, v.Text)
		}
		h = hashOf(v.List, h)
	}
	return h
}

// String returns a value as relations write it.
func (v Value) String() string {
	switch v.Form {
	case IntForm:
		return strconv.FormatInt(v.Num, 10)
	case FloatForm:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	case BoolForm:
		return strconv.FormatBool(v.Num != 0)
	case TextForm:
		return strconv.Quote(v.Text)
	case AtomForm, SizeForm, TypeForm:
		return v.Text
	case NoneForm, 0:
		return "none"
	case AnyForm:
		if v.List == nil {
			return "any"
		}
	}
	list := make([]string, len(v.List))
	for i, x := range v.List {
		list[i] = x.String()
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// As converts a value to one of some forms, unless it has one of them. A program may write a whole number for a number
// or a pair, 0 and 1 for truth values, a text for the element type of that name, and the empty text for none where an
// element type is optional.
func (v Value) As(forms Forms, atoms func(string) bool) (Value, bool) {
	if v.Form == 0 {
		v.Form = NoneForm
	}
	if forms&v.Form != 0 && v.Form != PairsForm || forms&AnyForm != 0 {
		return v, true
	}
	switch v.Form {
	case IntForm:
		if forms&SizeForm != 0 {
			return v, true
		}
		if forms&PairForm != 0 {
			return ListValue(v, v), true
		}
		if forms&FloatForm != 0 {
			return FloatValue(float64(v.Num)), true
		}
		if forms&BoolForm != 0 && v.Num&^1 == 0 {
			return BoolValue(v.Num == 1), true
		}
	case TextForm, AtomForm:
		switch {
		case forms&AtomForm != 0 && atoms(v.Text):
			return AtomValue(v.Text), true
		case forms&(AtomForm|NoneForm) == AtomForm|NoneForm && v.Text == "":
			return NoValue, true
		case v.Form == AtomForm && forms&TextForm != 0:
			return TextValue(v.Text), true
		}
	case IntsForm:
		if len(v.List) == 2 && forms&PairForm != 0 || len(v.List) == 0 && forms&(PairsForm|FloatsForm) != 0 {
			return v, true
		}
		if forms&FloatsForm != 0 {
			list := make([]Value, len(v.List))
			for i, x := range v.List {
				list[i] = FloatValue(float64(x.Num))
			}
			return Value{Form: FloatsForm, List: list}, true
		}
	case PairsForm:
		for _, x := range v.List {
			if len(x.List) != 2 || x.Form != IntsForm {
				return v, false
			}
		}
		return v, forms&PairsForm != 0
	}
	return v, false
}

// valueOf returns the value of a literal.
func valueOf(e *Expr) (Value, bool) {
	switch e.Op {
	case Number:
		return IntValue(e.Num), true
	case Float:
		x, err := strconv.ParseFloat(e.Name, 64)
		return FloatValue(x), err == nil
	case Text:
		return TextValue(e.Name), true
	case Name:
		return AtomValue(e.Name), true
	case True, False:
		return BoolValue(e.Op == True), true
	case None:
		return NoValue, true
	case Negate:
		v, ok := valueOf(e.Args[0])
		v.Num, v.Float = -v.Num, -v.Float
		return v, ok && v.Form&(IntForm|FloatForm) != 0
	case List, Tuple:
		list := make([]Value, len(e.Args))
		for i, x := range e.Args {
			var ok bool
			if list[i], ok = valueOf(x); !ok {
				return Value{}, false
			}
		}
		return ListValue(list...), true
	}
	return Value{}, false
}

// A Given is an attribute as a program gives it.
type Given struct {
	Name      string
	Value     Value
	Span      lang.Span // of all of it, as in `axis=1`
	NameSpan  lang.Span
	ValueSpan lang.Span
	Unwritten bool // the value is not a literal number, truth value or text: Value has its text
}

// A Problem is an error in the attributes of a call. Span is that of the Given, or the zero span for a missing
// attribute.
type Problem struct {
	Span     lang.Span
	Message  lang.Phrase
	Kind     ProblemKind
	Given    int       // index of the given attribute; -1: a missing attribute
	Required bool      // the attribute has no default, so the relation lacks a value
	Fix      string    // the text to write in place of Replaces; empty: none
	Replaces lang.Span // the place of the attribute's name or value
}

// Fixes returns the change that fixes a problem, if there is one.
func (p *Problem) Fixes() []lang.Fix {
	if p.Fix == "" {
		return nil
	}
	return lang.Perhaps(lang.Sure("write `"+p.Fix+"`", p.Replaces, p.Fix))
}

// A ProblemKind is the kind of a Problem.
type ProblemKind uint8

const (
	UnknownAttribute  ProblemKind = iota // the operator does not have the attribute
	RepeatedAttribute                    // it is given twice
	MissingAttribute                     // it is not given, and has no default
	WrongForm                            // its value is not of a form that it takes
	UnwrittenValue                       // its value is not a literal, nor a size where it takes one
)
