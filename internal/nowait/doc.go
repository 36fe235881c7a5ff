// Package nowait opens files and waits for nobody: what has become a pipe is opened at once,
// whether or not somebody writes into it.
package nowait
