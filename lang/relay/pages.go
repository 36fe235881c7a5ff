package relay

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are those of the codes of what is wrong with a text and its names.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
