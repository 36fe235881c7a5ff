package config

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Values are the possible keys of a file and their values.
type Values struct {
	Keys  []Key
	Pages lang.Pages // of the codes that severity may contain
}

// A Key is a key of a file. Lists are include, exclude and library.
type Key struct {
	Name    string // with its table: limits.nodes
	Kind    Kind
	Choices []string          // of the kind Choice
	Notes   map[string]string // what messages say about choices, in parentheses
}

// A Kind is the kind of the values of a key.
type Kind uint8

const (
	Choice Kind = iota
	Switch
	Number
	Size
	Time
	List
)

// maxSize bounds a configuration in bytes: the TOML parser recurses on nested brackets.
const maxSize = 1 << 16

// Recursions are the values of the key and the flag recursion.
var Recursions = []string{
	patterns.AutoRecursion: "auto", patterns.Polymorphic: "polymorphic", patterns.Monomorphic: "monomorphic",
}

// RecursionOf is the recursion with a name; for another text, the default.
func RecursionOf(value string) patterns.Recursion {
	return patterns.Recursion(max(slices.Index(Recursions, value), 0))
}
