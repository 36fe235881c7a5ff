//go:build !js

package k

import "github.com/patgraph/patgraph/lang/k/highlight"

// A page in a browser colours text by the analysis and runs no programs, so its build omits both to be smaller.
func init() { Language.Grammar, Language.Running = highlight.Grammar, running }
