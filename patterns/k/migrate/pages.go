package migrate

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are those of P07xx, what is not migrated.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
