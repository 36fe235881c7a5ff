package language

import (
	"fmt"
	"strconv"
	"strings"
)

// largestSize is the largest size of a name: computed sizes do not overflow soon.
const largestSize = 1_000_000_000_000

// ParseSizes reads sizes of names, as in `N=1,T=128`. A size is at least 1, and at most a million million.
func ParseSizes(text string) (map[string]int64, error) {
	sizes := make(map[string]int64)
	if text == "" {
		return sizes, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		i := strings.LastIndexByte(part, '=')
		if i < 0 {
			return nil, fmt.Errorf("takes names with sizes, such as N=1,T=128, not `%s`", part)
		}
		name, size := strings.TrimSpace(part[:i]), strings.TrimSpace(part[i+1:])
		if name == "" {
			return nil, fmt.Errorf("takes names with sizes, but `%s` has no name", part)
		}
		if _, twice := sizes[name]; twice {
			return nil, fmt.Errorf("gives `%s` two sizes", name)
		}
		n, err := strconv.ParseInt(size, 10, 64)
		if err != nil || n < 1 || n > largestSize {
			return nil, fmt.Errorf("takes a number from 1 to %d as the size of `%s`, not `%s`", largestSize, name, size)
		}
		sizes[name] = n
	}
	return sizes, nil
}
