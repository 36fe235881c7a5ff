package onnx

import (
	_ "embed"

	"github.com/patgraph/patgraph/lang"
)

// Pages explain the codes about the types and the structure of models.
var Pages = lang.MustReadPages(pages)

//go:embed pages.md
var pages string
