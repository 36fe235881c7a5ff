//go:build !js

package repair

import "testing"

// propagatePanics lets panics of trials propagate in tests, which must find such defects. It is derived from
// testing.Testing, so that tests need not set it; this costs 13 kB of binary size.
var propagatePanics = testing.Testing()
