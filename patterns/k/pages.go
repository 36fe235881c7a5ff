package k

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are the manual pages of the error codes of types, patterns and their derivation.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
