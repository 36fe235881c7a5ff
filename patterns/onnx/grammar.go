//go:build !js

package onnx

import "github.com/patgraph/patgraph/lang/onnx/highlight"

// Editors read the grammar from files; web pages colour text by the analysis instead.
func init() { Language.Grammar = highlight.Grammar }
