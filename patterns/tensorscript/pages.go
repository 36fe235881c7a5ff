package tensorscript

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages explain the codes about the types of programs.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
