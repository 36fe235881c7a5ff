package words

import (
	"math"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// units are the units of sizes, each 1024 times the one before.
var units = []string{"byte", "KiB", "MiB", "GiB", "TiB"}

// Size is a number of bytes for people: "1 byte", "64 MiB", "1.5 GiB". It is exact for a whole number of its unit, else
// rounded down to a tenth.
func Size(n int64) string {
	if n < 1024 {
		return lang.Count(int(n), "byte", "bytes")
	}
	u, unit := 0, int64(1)
	for u+1 < len(units) && n/unit >= 1024 {
		u, unit = u+1, unit*1024
	}
	text := strconv.FormatInt(n/unit, 10)
	if tenth := n % unit * 10 / unit; tenth > 0 {
		text += "." + strconv.FormatInt(tenth, 10)
	}
	return text + " " + units[u]
}

// ParseSize reads a number of bytes: digits, optionally followed by K, M, G or T for powers of 1024, which may also be
// written KB or KiB. It reports false for anything else and for values beyond 63 bits.
func ParseSize(s string) (int64, bool) {
	digits := strings.TrimRight(s, "kKmMgGtTiIbB")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || strings.HasPrefix(digits, "+") {
		return 0, false
	}
	for shift, letter := range []string{"", "k", "m", "g", "t"} {
		unit := strings.ToLower(s[len(digits):])
		if unit == letter || unit == letter+"b" || letter != "" && unit == letter+"ib" {
			if n > math.MaxInt64>>(10*shift) {
				return 0, false
			}
			return n << (10 * shift), true
		}
	}
	return 0, false
}
