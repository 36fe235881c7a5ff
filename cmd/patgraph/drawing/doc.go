// Package drawing has the command graph: which pictures a command line asks for, and
// where they are written. What they look like is the matter of package graphviz.
package drawing
