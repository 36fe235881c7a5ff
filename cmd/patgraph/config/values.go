package config

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Values are the possible values of keys that depend on the languages.
type Values struct {
	Dialects []string   // of the key and the flag dialect
	Pages    lang.Pages // of the codes that severity may contain
}

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
