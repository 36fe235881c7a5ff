//go:build !unix

package main

import "time"

var started = time.Now()

// used is the time that this process has taken.
func used() time.Duration { return time.Since(started) }
