//go:build !js

package k

import "github.com/patgraph/patgraph/lang/k/highlight"

// A page in a browser colours text by the analysis, so its build omits the grammar to be smaller.
func init() { Language.Grammar = highlight.Grammar }
