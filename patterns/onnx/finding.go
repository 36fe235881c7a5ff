//go:build !js

package onnx

import (
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/search"
)

func init() { Language.Finding = search.Networks(false, boundNames) }

// boundNames returns the names of sizes in the inputs of a model that cannot be any size.
func boundNames(r *patterns.Result, d int32) (names []string) {
	for _, l := range r.Front.(*program).limits[d] {
		names = append(names, l.names...)
	}
	return names
}
