// Package nowait opens files without blocking: opening a named pipe returns at once, whether or not a process writes
// into it.
package nowait
