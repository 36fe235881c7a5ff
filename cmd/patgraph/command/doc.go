// Package command is what all commands of patgraph have in common: the program with
// its streams, how a command line is read, what help says, how results are written,
// and which exit status follows from what came of it all.
//
// A Command has options, each of which is bound to a field of a struct that belongs
// to the command. A command line is read once: it is put in the order in which the
// library reads flags rightly, and the library has each option set its field. From
// there on the command looks at the struct and at nothing else.
//
// The folders beside this one have the commands, a folder for each family of them.
package command
