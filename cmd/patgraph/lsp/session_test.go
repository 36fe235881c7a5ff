package lsp_test

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp"
	"github.com/patgraph/patgraph/internal/lspbench"
)

func commands() []*cli.Command { return []*cli.Command{lsp.Command()} }

// serve runs a server with some flags.
func serve(flags ...string) func(io.Reader, io.Writer) int {
	return func(stdin io.Reader, stdout io.Writer) int {
		return cli.NewProgram(commands(), stdin, stdout, os.Stderr).Run(append([]string{"patgraph", "lsp"}, flags...))
	}
}

// A session is a client in its own folder.
type session struct {
	*testing.T
	*lspbench.Client
	dir     string
	version int
}

type M = map[string]any

// begin begins a session with files, given as alternating names and texts.
func begin(t *testing.T, capabilities M, files ...string) *session {
	t.Helper()
	return beginWith(t, serve(), capabilities, files...)
}

// beginWith is begin with a server.
func beginWith(t *testing.T, server func(io.Reader, io.Writer) int, capabilities M, files ...string) *session {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &session{T: t, dir: dir}
	for i := 0; i < len(files); i += 2 {
		s.write(files[i], files[i+1])
	}
	s.Client = lspbench.Start(server)
	if _, err := s.Begin(capabilities, dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if code, err := s.End(); code != 0 || err != nil {
			t.Errorf("the session ends with %d, %v", code, err)
		}
	})
	return s
}

func (s *session) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }
func (s *session) uri(name string) string  { return "file://" + s.path(name) }

func (s *session) write(name, text string) {
	s.Helper()
	if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o777); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(s.path(name), []byte(text), 0o666); err != nil {
		s.Fatal(err)
	}
}

// open opens a document. It removes each « from the text and returns its position.
func (s *session) open(name, text string) (places []M) {
	s.Helper()
	for {
		before, after, ok := strings.Cut(text, "«")
		if !ok {
			break
		}
		places = append(places, position(before))
		text = before + after
	}
	s.version++
	if err := s.Open(s.uri(name), "", s.version, text); err != nil {
		s.Fatal(err)
	}
	return places
}

// position is the position after a text, in UTF-16, for a text without surrogates.
func position(text string) M {
	line := strings.Count(text, "\n")
	return M{"line": line, "character": len([]rune(text[strings.LastIndex(text, "\n")+1:]))}
}

// change replaces the whole text of a document.
func (s *session) change(name, text string) int {
	s.Helper()
	s.version++
	if err := s.Change(s.uri(name), s.version, M{"text": text}); err != nil {
		s.Fatal(err)
	}
	return s.version
}

func (s *session) doc(name string) M { return M{"uri": s.uri(name)} }

// at returns the parameters of a request about a position.
func (s *session) at(name string, place M) M {
	return M{"textDocument": s.doc(name), "position": place}
}

// ask calls a method and returns the answer as JSON, with the folder replaced by DIR.
func (s *session) ask(method string, params any) string {
	s.Helper()
	var result json.RawMessage
	if err := s.Call(method, params, &result); err != nil {
		s.Fatalf("%v", err)
	}
	return s.brief(result)
}

func (s *session) brief(text []byte) string { return strings.ReplaceAll(string(text), s.dir, "DIR") }

// has checks that a text contains some parts, in order.
func (s *session) has(text string, parts ...string) {
	s.Helper()
	rest := text
	for _, p := range parts {
		_, after, ok := strings.Cut(rest, p)
		if !ok {
			s.Errorf("%q is missing, or not in its place, in\n%s", p, text)
			return
		}
		rest = after
	}
}
