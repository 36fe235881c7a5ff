package partial

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are the manual pages of P0502 to P0507: definitions and branches that are never defined, never end or are never
// reached, and definitions that are undefined on some inputs.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
