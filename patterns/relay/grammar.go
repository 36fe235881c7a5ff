//go:build !js

package relay

import "github.com/patgraph/patgraph/lang/relay/highlight"

// Editors read the grammar from files; web pages colour text by the analysis instead.
func init() { Language.Grammar = highlight.Grammar }
