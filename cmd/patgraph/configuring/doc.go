// Package configuring has the commands that show what a run would use: config shows the settings, cache the cached
// results.
package configuring
