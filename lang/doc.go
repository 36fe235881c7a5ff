// Package lang holds what every front end shares: source files, byte-offset
// spans with their line table, interned symbols, and diagnostics as data.
//
// It knows text and nothing else. A front end (lang/k, …) turns text into a
// tree; what the tree means is decided in patterns; how a diagnostic looks on a
// terminal or in a file is decided by a renderer.
package lang
