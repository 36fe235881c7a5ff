//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !js

package atomicfile

import "os"

// Claim does nothing on systems without locks.
func Claim(*os.File) {}

func claim(*os.File) bool { return true }

// removeAbandoned does nothing, since claims are unknown on systems without locks.
func removeAbandoned(string) {}

// IsAbandoned never knows on systems without locks.
func IsAbandoned(string) (abandoned, known bool) { return false, false }
