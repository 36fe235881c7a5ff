//go:build !js

package cli

import (
	"os"
	"syscall"
)

// Ending are the signals that by default end the process.
var Ending = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
