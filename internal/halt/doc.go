// Package halt ends long work that nobody waits for any more. Work is counted in steps of
// about a hundred nanoseconds; every so many of them a Watch looks whether its context has
// ended, and then the work unwinds to Catch. So the code in between has no errors to hand
// on, and what it was about must not be used afterwards.
package halt
