// Package lang holds what all front ends share: source files, byte-offset spans with their line table, interned
// symbols, and diagnostics as data.
//
// It knows only text. A front end (lang/k, …) turns text into a tree; the packages below patterns interpret the tree; a
// renderer decides how a diagnostic looks on a terminal or in a file.
package lang
