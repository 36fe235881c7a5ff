// Package configuring has the commands that show what a run would use: config the
// settings, cache the results of earlier runs.
package configuring
