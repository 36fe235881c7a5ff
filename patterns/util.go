package patterns

import "slices"

func sortInts(s []int32) {
	if len(s) > 1 {
		slices.Sort(s)
	}
}
