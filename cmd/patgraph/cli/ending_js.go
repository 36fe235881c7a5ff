package cli

import "os"

// endingSignals are the signals that end a process: there are none in a browser.
var endingSignals []os.Signal
