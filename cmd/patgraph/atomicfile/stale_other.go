//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package atomicfile

import "os"

// Claim does nothing where there are no locks.
func Claim(*os.File) {}

func claim(*os.File) bool { return true }

// removeAbandoned does nothing where nobody can say whether a file is claimed.
func removeAbandoned(string) {}

// IsAbandoned knows nothing where there are no locks.
func IsAbandoned(string) (abandoned, known bool) { return false, false }
