// Command patgraph analyses programs of pattern languages: it derives the input and output pattern of every definition
// and reports contradictions.
package main

import (
	"io"
	"os"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/explore"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp"
)

func main() {
	collectLate()
	os.Exit(newProgram(os.Stdin, os.Stdout, os.Stderr).Run(os.Args))
}

func newProgram(stdin io.Reader, stdout, stderr io.Writer) *cli.Program {
	return cli.NewProgram(commands(), stdin, stdout, stderr)
}

// commands are in the order in which users first need them.
func commands() []*cli.Command {
	return []*cli.Command{
		cli.Check(),
		cli.Types(),
		cli.Search(),
		cli.Hash(),
		cli.Why(),
		cli.Explain(),
		cli.Trace(),
		cli.Graph(),
		cli.Run(),
		cli.Fix(),
		cli.Fmt(),
		cli.Migrate(),
		cli.Diff(),
		cli.REPL(),
		cli.Tutorial(),
		explore.Command(),
		lsp.Command(),
		cli.Merge(),
		cli.Init(),
		cli.Config(),
		cli.Cache(),
		cli.Version(),
		cli.Help(),
		cli.Completion(),
		cli.Complete(),
	}
}
