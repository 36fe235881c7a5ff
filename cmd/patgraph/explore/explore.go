package explore

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// Command is the explorer.
func Command() *cli.Command {
	return &cli.Command{
		Kind: cli.Kind{Sketch: true},
		Name: "explore", Args: "[FILE|FOLDER]", Summary: "see derivations, errors and pictures in the browser",
		Details: "Serves a page on this machine only and opens it in the browser. It shows the program with its\n" +
			"errors, explains each pattern step by step, and draws pictures. The page sees the programs of one\n" +
			"folder, by default the current one. The server ends with Ctrl-C, or a minute after the last page is\n" +
			"closed.",
		Examples: [][2]string{
			{"patgraph explore", "the programs of this folder, and examples"},
			{"patgraph explore net.rly", "one program first"},
			{"patgraph explore --write --stay src/", "what is changed in the page may be saved"},
		},
		Run: explore,
	}
}

func explore(f *cli.Flags, p *cli.Program, args []string) error {
	folder, err := openFolder(f, p, args)
	if err != nil {
		return err
	}
	defer folder.Close()
	if _, _, err := f.Batch(p); err != nil { // checks the flags
		return err
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	ctx, cancel := context.WithCancel(p.Context)
	defer cancel()
	s, err := newServer(ctx, l.Addr().(*net.TCPAddr).Port, func(c *socket) { session(f, p, c, folder) })
	if err != nil {
		return err
	}
	if err := p.Out.Print([]byte(s.address() + "\n")); err != nil {
		return err
	}
	if err := p.Err.Print([]byte("patgraph: the explorer is at this address; Ctrl-C ends it\n")); err != nil {
		return err
	}
	if !f.NoOpen {
		if err := openBrowser(s.opening()); err != nil {
			p.Err.Print([]byte("patgraph: no browser was opened: " + err.Error() + "\n"))
		}
	}
	if !f.Stay {
		go func() {
			s.alone(time.Minute)
			cancel()
		}()
	}
	return s.run(l)
}

// session serves a page.
func session(f *cli.Flags, p *cli.Program, c *socket, folder *lsp.Folder) {
	own := cli.NewProgram(nil, strings.NewReader(""), io.Discard, io.Discard)
	own.Languages, own.Context = p.Languages, c.ctx
	_, _ = lsp.Session{Program: own, Flags: f, Folder: folder}.Serve(c) // any end is fine
}

// openFolder opens the folder that the page can access.
func openFolder(f *cli.Flags, p *cli.Program, args []string) (*lsp.Folder, error) {
	path, err := p.Argument(args, "file or folder", ".")
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, cli.Wrong("there is no " + words.Quote(path))
	}
	first := ""
	if !info.IsDir() {
		if first, err = filepath.Abs(path); err != nil {
			return nil, err
		}
		path = filepath.Dir(path)
	}
	folder, err := lsp.OpenFolder(path)
	if err != nil {
		return nil, err
	}
	folder.First, folder.Write = first, f.Write
	return folder, nil
}
