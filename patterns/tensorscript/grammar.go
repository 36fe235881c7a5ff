//go:build !js

package tensorscript

import "github.com/patgraph/patgraph/lang/tensorscript/highlight"

// Editors read the grammar from files; a web page highlights by the analysis.
func init() { Language.Grammar = highlight.Grammar }
