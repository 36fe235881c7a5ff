// Command patgraph analyses programs of pattern languages: it derives the input and output pattern of every definition
// and reports contradictions.
package main

import (
	"io"
	"os"

	"github.com/patgraph/patgraph/cmd/patgraph/checking"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/configuring"
	"github.com/patgraph/patgraph/cmd/patgraph/drawing"
	"github.com/patgraph/patgraph/cmd/patgraph/explaining"
	"github.com/patgraph/patgraph/cmd/patgraph/explore"
	"github.com/patgraph/patgraph/cmd/patgraph/helping"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp"
	"github.com/patgraph/patgraph/cmd/patgraph/merging"
	"github.com/patgraph/patgraph/cmd/patgraph/rewriting"
	"github.com/patgraph/patgraph/cmd/patgraph/running"
)

func main() {
	collectLate()
	os.Exit(newProgram(os.Stdin, os.Stdout, os.Stderr).Run(os.Args))
}

func newProgram(stdin io.Reader, stdout, stderr io.Writer) *command.Program {
	return command.New(commands(), stdin, stdout, stderr)
}

// commands are in the order in which users first need them.
func commands() []*command.Command {
	return []*command.Command{
		checking.Check(),
		checking.Types(),
		explaining.Why(),
		explaining.Explain(),
		explaining.Trace(),
		drawing.Graph(),
		running.Run(),
		rewriting.Fix(),
		rewriting.Fmt(),
		rewriting.Migrate(),
		running.REPL(),
		explore.Command(commands),
		lsp.Command(commands),
		merging.Merge(),
		configuring.Config(),
		configuring.Cache(),
		helping.Version(),
		helping.Help(),
		helping.Completion(),
		helping.Complete(),
	}
}
