// Command patgraph-graphviz draws DOT text from standard input as a picture on
// standard output. It contains Graphviz, which patgraph does not: that starts
// this program when a picture is asked for.
//
// Exit codes: 0 drawn, 1 wrong DOT text or too much of it, 2 wrong usage or
// output that cannot be written, 3 a defect of Graphviz or of this program.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
