//go:build !js

package command

import (
	"os"
	"syscall"
)

// Ending are the signals that end a process which does not catch them.
var Ending = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
