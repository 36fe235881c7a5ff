// Command patgraph analyses programs of pattern languages: it derives the input
// and output pattern of every definition and reports what cannot fit together.
package main

import "os"

func main() {
	collectLate()
	os.Exit(newProgram(os.Stdin, os.Stdout, os.Stderr).run(os.Args))
}
