//go:build !js

package language

import "github.com/patgraph/patgraph/patterns/contract"

// A Contractor returns what a definition takes and gives, and false if only its own program uses it.
type Contractor = func(*contract.Terms, int32) (contract.Contract, bool)
