//go:build !js

package tensorscript

import "github.com/patgraph/patgraph/patterns/search"

func init() { Language.Finding = search.Networks(true, nil) }
