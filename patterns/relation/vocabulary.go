package relation

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A Vocabulary defines the types of a language, as far as its relations inspect them.
type Vocabulary struct {
	Heads []Head
	// Atom reports whether a name is that of an element type.
	Atom func(name string) bool
	// Atoms are the names of element types that a misspelt one may have been meant to be.
	Atoms []string
	// Classes are classes of element types that guards test, as in `integral(b)`.
	Classes map[string]func(name string) bool
	// Attribute is the word for an attribute in messages; if empty: attribute.
	Attribute string
	// Axis is the word for an axis in messages; if empty: axis.
	Axis string
	// Numbers are the numbers that programs of a strict language write for element types as attributes; if nil, they write
	// the names.
	Numbers map[string]int64
	// Strict: a whole number is not accepted as a number with a point or as a truth value, and a program cannot write
	// none.
	Strict bool
	// Fails is the code of a relation that fails without a code of its own; if empty: lang.RelationFails.
	Fails lang.Code
	// Lenient: a type or any part of it may have the mark, and a comparison of sizes that holds for some values of their
	// parameters is a promise, not an error. See the package comment.
	Lenient bool
}

func (v *Vocabulary) attribute() string {
	return cmp.Or(v.Attribute, "attribute")
}

// forms describes what a program may give for an attribute.
func (v *Vocabulary) forms(f Forms) string {
	if !v.Strict {
		return f.describe()
	}
	text := strings.NewReplacer("a number", "a number with a point", "of numbers", "of numbers with a point",
		"True or False", "true or false").Replace((f &^ NoneForm).describe())
	if v.Numbers != nil {
		text = strings.ReplaceAll(text, "an element type", "the number of an element type")
	}
	return text
}

// value writes a value in a message as a program writes it. A number with a point shows the point.
func (v *Vocabulary) value(x Value) string {
	text := x.String()
	switch {
	case len(x.List) > 0:
		items := make([]string, len(x.List))
		for i, y := range x.List {
			items[i] = v.value(y)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case !v.Strict && x.Form&(NoneForm|BoolForm) != 0:
		return strings.ToUpper(text[:1]) + text[1:]
	case x.Form == FloatForm && !strings.ContainsAny(text, ".eIN"):
		return text + ".0"
	}
	return text
}

// meant returns the value of the forms f that a program writes in another form: a number, truth or none as a text,
// truth in place of a number, a whole number with a point; or an element type that it misspells. If there is no such
// value, ok is false, and the result may be an item of the list that the attribute takes.
func (v *Vocabulary) meant(x Value, f Forms) (_ Value, ok bool) {
	if v.Strict {
		f &^= NoneForm
	}
	if n, ok := v.Numbers[x.Text]; ok && f&AtomForm != 0 {
		return IntValue(n), true
	}
	if x.Form&(TextForm|AtomForm) != 0 {
		if near := lang.Nearest(x.Text, slices.Values(v.Atoms), 1); f&AtomForm != 0 && len(near) > 0 {
			return TextValue(near[0]), true
		}
		for _, y := range []Value{BoolValue(true), BoolValue(false), NoValue} {
			if strings.EqualFold(x.Text, y.String()) {
				x = y
			}
		}
		if n, err := strconv.ParseInt(x.Text, 10, 64); err == nil {
			x = IntValue(n)
		}
	}
	if x.Form == FloatForm && f&IntForm != 0 && x.Float == math.Trunc(x.Float) && math.Abs(x.Float) < 1<<53 {
		x = IntValue(int64(x.Float))
	}
	if x.Form == BoolForm && f&(BoolForm|IntForm) == IntForm {
		x.Form = IntForm
	}
	return x, f&x.Form != 0
}

// A Head is a kind of types: a name with parts, or with any number of types as parts.
type Head struct {
	Name string
	Said string // in messages, as in "a tensor"
	// Parts are the parts in its parentheses. Each is also a function: shape(t).
	Parts []Part
	// Types: the parts are a list of types instead.
	Types bool
}

// A Part is a part of a type.
type Part struct {
	Name string
	Sort Sort
}
