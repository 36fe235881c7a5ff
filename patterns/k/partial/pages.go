package partial

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are those of P0502 to P0507: what is defined nowhere, never ends or is never
// reached, and what is undefined somewhere.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
