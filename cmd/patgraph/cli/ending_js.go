package cli

import "os"

// Ending are the signals that end a process: there are none in a browser.
var Ending []os.Signal
