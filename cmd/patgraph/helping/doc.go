// Package helping has the commands about patgraph itself: help, version, and completion for shells.
package helping
