package k

import "github.com/patgraph/patgraph/patterns"

// Why knows nothing yet.
func (a *analysis) Why(offset, at int32) (patterns.Why, bool) { return patterns.Why{}, false }

// WhyDefinition knows nothing yet.
func (a *analysis) WhyDefinition(d, at int32) (patterns.Why, bool) { return patterns.Why{}, false }

// Trace knows nothing yet.
func (a *analysis) Trace(d int32) []patterns.TraceEvent { return nil }
