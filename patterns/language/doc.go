// Package language says what a language is to the tools: a record with one field for each
// thing that a command may ask of it, and tables of such records. Nothing here knows a
// language; each makes its record in a room of its own, and whoever analyses, formats, runs
// or explains programs is given a table. A Finder collects the names of a program for its record, a TreeFinder those
// of one whose tree is of lang/syntax.
package language
