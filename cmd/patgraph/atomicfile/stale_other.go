//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package atomicfile

import "os"

// Claim does nothing where there are no locks.
func Claim(*os.File) {}

// IsAbandoned knows nothing where there are no locks.
func IsAbandoned(string) (abandoned, known bool) { return false, false }
