package eval

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are those of P06xx, what goes wrong when a program runs.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
