// Package sample makes long tests short: go test ./... runs a sample of them, and with PATGRAPH_ALL=1 in the
// environment, as make soak does and .ci/run for some, they run completely.
package sample

import "os"

// Size returns how much a test does: all of it with PATGRAPH_ALL=1, and otherwise a sample.
func Size(all, some int) int {
	if os.Getenv("PATGRAPH_ALL") == "1" {
		return all
	}
	return some
}
