package migrate

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are the manual pages of P07xx: reasons why definitions are not migrated.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
