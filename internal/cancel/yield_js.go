package cancel

import "time"

// share is how long work goes on before others have their turn.
const share = 20 * time.Millisecond

var yielded time.Time

// yield lets others go on. In a browser there is one thread, and who works on it has it until
// then: neither does time pass for contexts, nor does a message arrive that nobody waits for the
// result any more.
func yield() {
	if now := time.Now(); now.Sub(yielded) > share {
		time.Sleep(time.Microsecond)
		yielded = time.Now()
	}
}
