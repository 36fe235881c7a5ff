package cancel

import "time"

// share is how long work goes on before it yields to other goroutines.
const share = 20 * time.Millisecond

var yielded time.Time

// yield lets other goroutines and events run. A browser has one thread, and work occupies it until it yields: before
// that, no context times out, and no message arrives that cancels the work.
func yield() {
	if now := time.Now(); now.Sub(yielded) > share {
		time.Sleep(time.Microsecond)
		yielded = time.Now()
	}
}
