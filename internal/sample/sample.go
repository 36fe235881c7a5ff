// Package sample makes long tests short, and fast: go test ./... runs a part of them, and
// with PATGRAPH_ALL=1 in the environment, as in .ci/run and make soak, they run whole.
package sample

import "os"

// Size is how much of something a test does: all of it with PATGRAPH_ALL=1, and
// else some of it.
func Size(all, some int) int {
	if os.Getenv("PATGRAPH_ALL") == "1" {
		return all
	}
	return some
}
