package lsp

import (
	"io"
	"os"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// Command is the language server.
func Command() *cli.Command {
	return &cli.Command{
		Name: "lsp", Kind: cli.Kind{Sketch: true}, Summary: "serve editors, by the Language Server Protocol",
		Details: "Editors start it. It shows what check, why, types and graph report, while you type, for every\n" +
			"language. Settings come from patgraph.toml and from these flags.",
		Examples: [][2]string{
			{"patgraph lsp", "the command for the settings of an editor"},
			{"patgraph lsp --dialect k6 --no-config", "with settings of its own"},
		},
		Run: func(f *cli.Flags, p *cli.Program, args []string) error {
			if len(args) > 0 {
				return cli.Wrong("patgraph lsp takes no paths: the editor names folders and files")
			}
			return serve(p, f)
		},
	}
}

// serve runs a session. Its exit status is 0 after an orderly end, else 1; an end of input after shutdown is orderly.
func serve(p *cli.Program, f *cli.Flags) error {
	unblock := func() error { return nil }
	if c, ok := p.Stdin.(io.Closer); ok && p.Stdin != os.Stdin {
		unblock = c.Close
	}
	end, err := Session{Program: p, Flags: f}.Serve(newFrames(p.Stdin, p.Stdout, unblock))
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
	return cli.Status(report.Errors)
}
