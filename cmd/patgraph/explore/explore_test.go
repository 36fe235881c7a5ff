package explore_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/explore"
	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/lspbench"
)

type M = map[string]any

func commands() []*cli.Command {
	return []*cli.Command{explore.Command()}
}

// An explorer is a running explorer.
type explorer struct {
	testing.TB
	host, token string
	address     string
	end         context.CancelFunc
	exit        chan int
}

// start runs the command until the test ends.
func start(t testing.TB, args ...string) *explorer {
	t.Helper()
	r, w := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	e := &explorer{TB: t, end: cancel, exit: make(chan int, 1)}
	p := cli.NewProgram(commands(), strings.NewReader(""), w, io.Discard)
	p.Context = ctx
	go func() {
		e.exit <- p.Run(append([]string{"patgraph", "explore"}, args...))
		w.Close()
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	e.address = strings.TrimSpace(line)
	u, err := url.Parse(e.address)
	if err != nil || u.Hostname() != "127.0.0.1" || u.Path != "/" || len(u.Query().Get("token")) < 26 {
		t.Fatalf("%q, %v", line, err)
	}
	e.host, e.token = u.Host, u.Query().Get("token")
	t.Cleanup(func() {
		cancel()
		if code := e.wait(); code != 0 {
			t.Errorf("exit status %d", code)
		}
	})
	return e
}

// wait waits for the exit status.
func (e *explorer) wait() int {
	select {
	case code := <-e.exit:
		e.exit <- code
		return code
	case <-time.After(await.Patience):
		e.Fatal("it does not end")
		return -1
	}
}

// dial opens a session as a page with an origin.
func (e *explorer) dial(token, host, origin string) (*websocket.Conn, int, error) {
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	ctx, cancel := context.WithTimeout(context.Background(), await.Patience)
	defer cancel()
	c, answer, err := websocket.Dial(ctx, "ws://"+e.host+"/session?token="+url.QueryEscape(token),
		&websocket.DialOptions{HTTPHeader: header, Host: host})
	status := 0
	if answer != nil {
		status = answer.StatusCode
	}
	if c != nil {
		c.SetReadLimit(-1)
	}
	return c, status, err
}

// A socket is the page's end of a session.
type socket struct{ *websocket.Conn }

func (s socket) Send(message []byte) error {
	return s.Write(context.Background(), websocket.MessageText, message)
}

func (s socket) Receive() ([]byte, error) {
	_, text, err := s.Read(context.Background())
	return text, err
}

func (s socket) Close() error { return s.CloseNow() }

// page opens and initialises a session.
func (e *explorer) page() (*lspbench.Client, socket, json.RawMessage) {
	e.Helper()
	c, _, err := e.dial(e.token, "", "http://"+e.host)
	if err != nil {
		e.Fatal(err)
	}
	s := socket{c}
	client := lspbench.Connect(s)
	e.Cleanup(func() { c.CloseNow() })
	result, err := client.Begin(M{"textDocument": M{"diagnostic": M{}}}, "/", "/etc")
	if err != nil {
		e.Fatal(err)
	}
	return client, s, result
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func uriOf(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// A page has the features of an editor: diagnostics, hover, pictures; and the programs of the folder.
func TestPage(t *testing.T) {
	dir := real(t)
	write(t, filepath.Join(dir, "sub", "a.k"), "f = {1 x, 2 y} .z;\n")
	e := start(t, "--no-open", filepath.Join(dir, "sub", "a.k"))
	c, _, result := e.page()
	if want := fmt.Sprintf(`"patgraph":{"files":true,"write":false,"first":%q}`,
		uriOf(filepath.Join(dir, "sub", "a.k"))); !strings.Contains(string(result), want) {
		t.Errorf("no %s in %s", want, result)
	}
	var files struct{ Files []struct{ URI, Path string } }
	if err := c.Call("patgraph/files", M{}, &files); err != nil || len(files.Files) != 1 || files.Files[0].Path != "a.k" {
		t.Fatalf("%+v, %v", files, err)
	}
	uri := files.Files[0].URI
	var read struct{ Text string }
	if err := c.Call("patgraph/read", M{"uri": uri}, &read); err != nil {
		t.Fatal(err)
	}
	if err := c.Open(uri, "k", 1, read.Text); err != nil {
		t.Fatal(err)
	}
	for method, want := range map[string]string{"textDocument/diagnostic": "P0302", "patgraph/check": "P0302",
		"patgraph/graph": "digraph", "patgraph/html": "<!doctype html>", "patgraph/trace": `"events"`} {
		var answer json.RawMessage
		if err := c.Call(method, M{"textDocument": M{"uri": uri}}, &answer); err != nil || !strings.Contains(string(answer), want) {
			t.Errorf("%s: %.200s, %v", method, answer, err)
		}
	}
	// Examples are not files, and the settings of the folder do not apply to them.
	write(t, filepath.Join(dir, "sub", "patgraph.toml"), "nonsense = 1\n")
	if err := c.Open("file:///patgraph/examples/b.k", "k", 1, "f = .x;\n"); err != nil {
		t.Fatal(err)
	}
	var report struct {
		Files []struct{ Diagnostics []any }
	}
	if err := c.Call("patgraph/check", M{"textDocument": M{"uri": "file:///patgraph/examples/b.k"}},
		&report); err != nil || len(report.Files) != 1 || len(report.Files[0].Diagnostics) != 0 {
		t.Errorf("%+v, %v", report, err)
	}
}

// real is a new folder whose path has no links.
func real(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Two pages have independent texts, losing one does not affect the other, and a new one starts empty.
func TestPages(t *testing.T) {
	dir := real(t)
	write(t, filepath.Join(dir, "a.k"), "f = .x;\n")
	uri := uriOf(filepath.Join(dir, "a.k"))
	e := start(t, "--no-open", dir)
	one, lost, _ := e.page()
	two, _, _ := e.page()
	signature := func(c *lspbench.Client, label string) {
		t.Helper()
		var answer json.RawMessage
		if err := c.Call("patgraph/types", M{"textDocument": M{"uri": uri}}, &answer); err != nil ||
			!strings.Contains(string(answer), "X0 "+label) {
			t.Errorf("no %s in %.300s, %v", label, answer, err)
		}
	}
	for c, label := range map[*lspbench.Client]string{one: "one", two: "two"} {
		if err := c.Open(uri, "k", 1, "f = ."+label+";\n"); err != nil {
			t.Fatal(err)
		}
	}
	signature(one, "one")
	signature(two, "two")
	lost.CloseNow() // without a closing handshake
	if err := one.Call("patgraph/files", M{}, nil); err == nil {
		t.Error("a lost connection answers")
	}
	signature(two, "two")
	again, _, _ := e.page()
	signature(again, "x")
}

// Wrong arguments are reported.
func TestUsage(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{filepath.Join(dir, "nosuch")}, {"a", "b"}, {"--config", "x", "--no-config", dir}, {"--nosuch"}} {
		var out, wrong strings.Builder
		p := cli.NewProgram(commands(), strings.NewReader(""), &out, &wrong)
		if code := p.Run(append([]string{"patgraph", "explore", "--no-open"}, args...)); code != 2 ||
			out.Len() > 0 || wrong.Len() == 0 {
			t.Errorf("%q: exit %d, %s%s", args, code, &out, &wrong)
		}
	}
}
