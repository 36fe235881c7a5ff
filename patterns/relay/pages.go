package relay

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages document the codes of type errors.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
