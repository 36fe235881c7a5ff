package relation

// A Vocabulary says what types a language has, as far as its relations look at them.
type Vocabulary struct {
	Heads []Head
	// Atom reports whether a name is that of an element type.
	Atom func(name string) bool
	// Classes are kinds of element types that relations ask for, as in `integral(b)`.
	Classes map[string]func(name string) bool
}

// A Head is a kind of types: a name with parts, or with any number of types as parts.
type Head struct {
	Name string
	Said string // in messages, as in "a tensor"
	// Parts are what stands in its parentheses. Each is also a function: shape(t).
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
