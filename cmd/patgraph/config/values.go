package config

import (
	"slices"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// Values are what keys of a configuration may have that depends on the languages.
type Values struct {
	Dialects []string   // of dialect, and of the flag of that name
	Pages    lang.Pages // of the codes that severity may have
}

// maxSize bounds a configuration in bytes: the parser of TOML recurses where
// brackets nest.
const maxSize = 1 << 16

// Recursions are the values of the key recursion, and of the flag of that name.
var Recursions = []string{patterns.AutoRecursion: "auto", patterns.Polymorphic: "polymorphic", patterns.Monomorphic: "monomorphic"}

// RecursionOf is the recursion of such a value; where there is none, it is as usual.
func RecursionOf(value string) patterns.Recursion {
	return patterns.Recursion(max(slices.Index(Recursions, value), 0))
}
