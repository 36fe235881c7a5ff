package relation

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A Vocabulary defines the types of a language, as far as its relations inspect them.
type Vocabulary struct {
	Heads []Head
	// Atom reports whether a name is that of an element type.
	Atom func(name string) bool
	// Classes are classes of element types that guards test, as in `integral(b)`.
	Classes map[string]func(name string) bool
	// Attribute is the word for an attribute in messages; if empty: attribute.
	Attribute string
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
	if v.Attribute == "" {
		return "attribute"
	}
	return v.Attribute
}

// forms describes what a program may give for an attribute.
func (v *Vocabulary) forms(f Forms) string {
	if !v.Strict {
		return f.describe()
	}
	return strings.ReplaceAll(strings.ReplaceAll((f&^NoneForm).describe(), "a number", "a number with a point"),
		"True or False", "true or false")
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

// word returns the literal for truth or for none that a value misspells, differing only in case; empty if the forms f
// allow none of them.
func (v *Vocabulary) word(x Value, f Forms) string {
	if v.Strict {
		f &^= NoneForm
	}
	for _, y := range []Value{BoolValue(true), BoolValue(false), NoValue} {
		if x.Form&(TextForm|AtomForm) != 0 && f&y.Form != 0 && strings.EqualFold(x.Text, y.String()) {
			return v.value(y)
		}
	}
	return ""
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
	Said string // in messages; empty: the name
	Sort Sort
}
