//go:build !js

package tensorscript

import "github.com/patgraph/patgraph/patterns/search"

func init() { Language.Finding = search.Networks(true, nil) } // a page in a browser does without it
