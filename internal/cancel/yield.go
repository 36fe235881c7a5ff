//go:build !js

package cancel

// yield does nothing here: other goroutines run on their own threads.
func yield() {}
