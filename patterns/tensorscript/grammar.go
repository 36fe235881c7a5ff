//go:build !js

package tensorscript

import "github.com/patgraph/patgraph/lang/tensorscript/highlight"

// Editors take the grammar from files; a page colours what the analysis says.
func init() { Language.Grammar = highlight.Grammar }
