// Package language defines what the tools know about a language: a record with one field for each thing that a command
// may need, and tables of such records. It depends on no language; each language makes its record in its own package,
// and code that analyses, formats, runs or explains programs gets a table. A Finder collects the names of a program for
// its record, a TreeFinder those of a program with a tree of lang/syntax.
package language
