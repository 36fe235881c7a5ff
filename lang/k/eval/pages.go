package eval

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are the manual pages of P06xx: errors when a program runs.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
