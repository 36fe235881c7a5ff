// Package command has what all commands of patgraph share: the program with its streams, the parsing of command lines,
// help, the output of results, and the exit status.
//
// A Command has options, each bound to a field of a struct of the command. A command line is parsed once: it is
// reordered so that the flag library parses it correctly, and the library has each option set its field. Afterwards the
// command uses only the struct.
//
// The sibling folders contain the commands, one folder per family.
package command
