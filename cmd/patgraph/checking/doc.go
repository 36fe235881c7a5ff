// Package checking has the commands check and types, which analyse as many programs as
// there are: in parallel, with what earlier runs have kept, in all formats of reports.
package checking
