package k

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are the manual pages of P01xx and P02xx: errors of the syntax and of names.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
