// Package helping has the commands that are about patgraph itself: help, version, and
// what completes command lines in shells.
package helping
