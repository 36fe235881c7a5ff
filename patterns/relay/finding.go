//go:build !js

package relay

import "github.com/patgraph/patgraph/patterns/search"

func init() { Language.Finding = search.Networks(false, nil) }
