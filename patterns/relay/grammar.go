//go:build !js

package relay

import "github.com/patgraph/patgraph/lang/relay/highlight"

// Editors take the grammar from files; a page colours what the analysis says.
func init() { Language.Grammar = highlight.Grammar }
