package onnx

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages are the manual pages of errors in the syntax.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
