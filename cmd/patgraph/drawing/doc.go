// Package drawing has the command graph: it selects the pictures that a command line requests, and writes them. Package
// graphviz makes the pictures.
package drawing
