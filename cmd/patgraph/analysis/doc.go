// Package analysis is how the programs that a command line names come to be analysed:
// the flags that commands share, the programs that paths, lists and streams lead to,
// the settings and the libraries that count for each, and the batch that analyses
// them. What is made of the results is up to the commands.
package analysis
