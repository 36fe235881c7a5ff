package explore

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// exploreFlags are the command's flags.
type exploreFlags struct {
	cli.Flags
	write, stay, noOpen bool
	fresh               func() []*cli.Command
}

// Command is the explorer. Sessions run other commands: fresh makes unused instances of these.
func Command(fresh func() []*cli.Command) *cli.Command {
	f := &exploreFlags{fresh: fresh}
	return &cli.Command{
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
		Options: slices.Concat(
			cli.In("the page", []cli.Option{
				{Name: "w", Alias: "write", To: cli.Switch(&f.write),
					Usage: "let the page save programs; otherwise it only reads them"},
				{Name: "stay", To: cli.Switch(&f.stay), Usage: "keep running when no page is open any more"},
				{Name: "no-open", To: cli.Switch(&f.noOpen), Usage: "do not open a browser, only print the address"},
			}),
			cli.Drop(f.Analysis(), "verify"), f.Settings()),
		Run: f.explore,
	}
}

func (f *exploreFlags) explore(p *cli.Program, args []string) error {
	folder, err := f.folder(args)
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
	s, err := newServer(ctx, l.Addr().(*net.TCPAddr).Port, func(c *socket) { f.session(p, c, folder) })
	if err != nil {
		return err
	}
	if err := p.Out.Print([]byte(s.address() + "\n")); err != nil {
		return err
	}
	if err := p.Err.Print([]byte("patgraph: the explorer is at this address; Ctrl-C ends it\n")); err != nil {
		return err
	}
	if !f.noOpen {
		if err := openBrowser(s.opening()); err != nil {
			p.Err.Print([]byte("patgraph: no browser was opened: " + err.Error() + "\n"))
		}
	}
	if !f.stay {
		go func() {
			s.alone(time.Minute)
			cancel()
		}()
	}
	return s.run(l)
}

// session serves a page.
func (f *exploreFlags) session(p *cli.Program, c *socket, folder *lsp.Folder) {
	own := cli.NewProgram(f.fresh(), strings.NewReader(""), io.Discard, io.Discard)
	own.Languages, own.Context = p.Languages, c.ctx
	_, _ = lsp.Session{Program: own, Flags: &f.Flags, Fresh: f.fresh, Folder: folder}.Serve(c) // any end is fine
}

// folder is the folder that the page can access.
func (f *exploreFlags) folder(args []string) (*lsp.Folder, error) {
	path := "."
	switch len(args) {
	case 0:
	case 1:
		path = args[0]
	default:
		return nil, cli.Wrong("patgraph explore takes one file or folder")
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
	folder.First, folder.Write = first, f.write
	return folder, nil
}
