// Package analysis sets up the analysis of the programs on a command line: the flags that commands share, the programs
// that paths, lists and streams lead to, the settings and libraries of each, and the batch that analyses them. Commands
// decide what to do with the results.
package analysis
