// Package checking has the commands check and types, which analyse any number of programs: in parallel, with cached
// results, in all report formats.
package checking
