package lsp

import (
	"io"
	"os"
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cli"
)

// Command is the language server. Some requests return the output of other commands: fresh makes unused instances of
// these.
func Command(fresh func() []*cli.Command) *cli.Command {
	f := &cli.Flags{}
	var stdio bool
	return &cli.Command{
		Name: "lsp", Summary: "serve editors, by the Language Server Protocol",
		Details: "Editors start it. It shows what check, why, types and graph report, while you type, for every\n" +
			"language. Settings come from patgraph.toml and from these flags.",
		Examples: [][2]string{
			{"patgraph lsp", "the command for the settings of an editor"},
			{"patgraph lsp --dialect k6 --no-config", "with settings of its own"},
		},
		Options: slices.Concat(
			[]cli.Option{{Name: "stdio", To: cli.Switch(&stdio), Rare: true, Group: cli.GroupInput,
				Usage: "use standard input and output", More: "this is the only way, so the flag changes nothing"}},
			cli.Drop(f.Analysis(), "verify"), f.Settings()),
		Run: func(p *cli.Program, args []string) error {
			if len(args) > 0 {
				return cli.Wrong("patgraph lsp takes no paths: the editor names folders and files")
			}
			return serve(p, f, fresh)
		},
	}
}

// serve runs a session. Its exit status is 0 after an orderly end, else 1; an end of input after shutdown is orderly.
func serve(p *cli.Program, f *cli.Flags, fresh func() []*cli.Command) error {
	unblock := func() error { return nil }
	if c, ok := p.Stdin.(io.Closer); ok && p.Stdin != os.Stdin {
		unblock = c.Close
	}
	end, err := Session{Program: p, Flags: f, Fresh: fresh}.Serve(newFrames(p.Stdin, p.Stdout, unblock))
	switch {
	case err != nil:
		return err
	case end.Orderly:
		return nil
	case end.Cause != nil:
		if err := p.Err.Print([]byte("patgraph: " + end.Cause.Error() + "\n")); err != nil {
			return err
		}
	}
	return cli.Status(batch.Errors)
}
