//go:build !js

package cli

import (
	"os"
	"syscall"
)

// endingSignals are the signals that by default end the process.
var endingSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
