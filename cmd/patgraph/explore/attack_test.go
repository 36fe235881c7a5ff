package explore_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/lspbench"
)

// ask sends a request exactly as given, which an HTTP client would correct.
func (e *explorer) ask(method, target, host string, headers ...string) (status int, header http.Header, body string) {
	e.Helper()
	c, err := net.Dial("tcp", e.host)
	if err != nil {
		e.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(await.Patience))
	fmt.Fprintf(c, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n", method, target, host,
		strings.Join(append(headers, ""), "\r\n"))
	text, err := io.ReadAll(c)
	if err != nil {
		e.Fatal(err)
	}
	head, body, _ := strings.Cut(string(text), "\r\n\r\n")
	lines := strings.Split(head, "\r\n")
	header = make(http.Header)
	for _, l := range lines[1:] {
		name, value, _ := strings.Cut(l, ": ")
		header.Add(name, value)
	}
	_, _ = fmt.Sscanf(lines[0], "HTTP/1.1 %d", &status)
	return status, header, body
}

// Only a request with the token and the right host gets the page, and no request gets any other file.
func TestStrangers(t *testing.T) {
	dir := real(t)
	write(t, filepath.Join(dir, "secret.k"), "secret = .x;\n")
	e := start(t, "--no-open", dir)
	page := "/?token=" + e.token
	port := e.host[strings.IndexByte(e.host, ':'):]
	for _, x := range []struct {
		method, target, host string
		status               int
	}{
		{"GET", page, e.host, 200},
		{"HEAD", page, e.host, 200},
		{"GET", page, "localhost" + port, 200},
		// Without the token, or with a wrong one.
		{"GET", "/", e.host, 403},
		{"GET", "/?token=", e.host, 403},
		{"GET", "/?token=" + e.token[1:], e.host, 403},
		{"GET", "/?token=" + strings.ToLower(e.token), e.host, 403},
		{"GET", "/?once=" + e.token, e.host, 403},
		{"GET", "/?once=", e.host, 403},
		// A host name that an attacker has pointed at the loopback address.
		{"GET", page, "evil.example", 403},
		{"GET", page, "evil.example" + port, 403},
		{"GET", page, "127.0.0.1.evil.example" + port, 403},
		{"GET", page, "127.0.0.1", 403},
		{"GET", page, "127.0.0.1:1", 403},
		{"GET", page, "[::1]" + port, 403},
		{"GET", page, "0.0.0.0" + port, 403},
		{"GET", page, "", 403},
		{"GET", "/index.html", "evil.example" + port, 403},
		{"GET", "http://evil.example/?token=" + e.token, e.host, 403},
		// Other methods.
		{"POST", page, e.host, 405},
		{"PUT", "/a.k?token=" + e.token, e.host, 405},
		{"DELETE", page, e.host, 405},
		{"OPTIONS", page, e.host, 405},
		{"PROPFIND", page, e.host, 405},
		{"TRACE", page, e.host, 405},
		// Paths to other files.
		{"GET", "/../explore.go?token=" + e.token, e.host, 404},
		{"GET", "/..%2f..%2fexplore.go?token=" + e.token, e.host, 404},
		{"GET", "/assets/../../../explore.go?token=" + e.token, e.host, 404},
		{"GET", "/%2e%2e/%2e%2e/go.mod?token=" + e.token, e.host, 404},
		{"GET", "//etc/passwd?token=" + e.token, e.host, 404},
		{"GET", "/etc/passwd?token=" + e.token, e.host, 404},
		{"GET", "/secret.k?token=" + e.token, e.host, 404},
		{"GET", "/assets/?token=" + e.token, e.host, 404},
		{"GET", "/assets?token=" + e.token, e.host, 404},
		{"GET", "/index.html%00?token=" + e.token, e.host, 404},
		// A session request that is not a WebSocket handshake.
		{"GET", "/session?token=" + e.token, e.host, 403},
	} {
		status, header, body := e.ask(x.method, x.target, x.host)
		if status != x.status {
			t.Errorf("%s %s of %q: %d, want %d", x.method, x.target, x.host, status, x.status)
		}
		if strings.Contains(body, "package explore") || strings.Contains(body, "secret =") ||
			strings.Contains(body, "root:") || status >= 400 && strings.Contains(body, e.token) {
			t.Errorf("%s %s of %q says %.200s", x.method, x.target, x.host, body)
		}
		if strings.Contains(x.host, "evil") && strings.Contains(body, "evil") {
			t.Errorf("%s %s of %q is repeated: %.200s", x.method, x.target, x.host, body)
		}
		policy := header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "frame-ancestors 'none'",
			"base-uri 'none'", "form-action 'none'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s %s of %q: %q is not in the policy %q", x.method, x.target, x.host, want, policy)
			}
		}
		if strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") ||
			strings.Contains(policy, "evil") {
			t.Errorf("%s %s of %q: the policy is %q", x.method, x.target, x.host, policy)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
			"Access-Control-Allow-Origin": ""} {
			if header.Get(name) != want {
				t.Errorf("%s %s of %q: %s is %q", x.method, x.target, x.host, name, header.Get(name))
			}
		}
	}
}

// Only the server's own page can open a session.
func TestForeignPages(t *testing.T) {
	e := start(t, "--no-open", t.TempDir())
	port := e.host[strings.IndexByte(e.host, ':'):]
	for _, x := range []struct{ token, host, origin string }{
		{"", "", "http://" + e.host},
		{"wrong", "", "http://" + e.host},
		{e.token + "x", "", "http://" + e.host},
		{e.token, "", ""},
		{e.token, "", "null"},
		{e.token, "", "http://evil.example"},
		{e.token, "", "https://" + e.host},
		{e.token, "", "http://127.0.0.1"},
		{e.token, "", "http://localhost" + port}, // not the origin of the request
		{e.token, "", "http://" + e.host + ".evil.example"},
		{e.token, "", "file://"},
		{e.token, "evil.example" + port, "http://evil.example" + port}, // a foreign name for this address
	} {
		c, status, err := e.dial(x.token, x.host, x.origin)
		if err == nil || status != http.StatusForbidden {
			t.Errorf("%+v: %d, %v", x, status, err)
		}
		if c != nil {
			c.CloseNow()
		}
	}
	if c, _, err := e.dial(e.token, "localhost"+port, "http://localhost"+port); err != nil {
		t.Errorf("by the other name: %v", err)
	} else {
		c.CloseNow()
	}
}

func refusedFile(err error) bool {
	var e *lspbench.Error
	return errors.As(err, &e) && e.Code == -32803
}

// Whatever a page requests, it sees nothing outside of the folder: by no path, no link and no workspace folder.
func TestOutside(t *testing.T) {
	top := real(t)
	dir := filepath.Join(top, "in")
	write(t, filepath.Join(top, "out", "secret.k"), "secret = .password;\n")
	write(t, filepath.Join(dir, "a.k"), "f = .x;\n")
	write(t, filepath.Join(dir, "notes.txt"), "secret")
	for link, to := range map[string]string{"file.k": "../out/secret.k",
		"absolute.k": filepath.Join(top, "out", "secret.k"), "folder": "../out",
		"dangling.k": "../out/nosuch.k", "self.k": "self.k"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	e := start(t, "--no-open", "--write", dir)
	c, _, _ := e.page() // which has requested the folders / and /etc
	var all strings.Builder
	hear := func(method string, params M) error {
		var answer json.RawMessage
		err := c.Call(method, params, &answer)
		all.Write(answer)
		fmt.Fprintln(&all, err)
		return err
	}
	_ = hear("patgraph/files", M{})
	_ = hear("workspace/symbol", M{"query": "secret"})
	_ = hear("workspace/diagnostic", M{"previousResultIds": []any{}})
	_ = c.Notify("workspace/didChangeWorkspaceFolders", M{"event": M{"added": []M{{"uri": uriOf(top), "name": "top"}}, "removed": []M{}}})
	_ = hear("patgraph/files", M{})
	_ = hear("workspace/symbol", M{"query": "secret"})
	before, err := os.ReadFile(filepath.Join(top, "out", "secret.k"))
	if err != nil {
		t.Fatal(err)
	}
	for _, uri := range []string{
		uriOf(filepath.Join(top, "out", "secret.k")), uriOf(dir) + "/../out/secret.k", uriOf(dir) + "/%2e%2e/out/secret.k",
		uriOf(dir) + "/sub/../../out/secret.k",
		uriOf(dir) + "/file.k", uriOf(dir) + "/absolute.k", uriOf(dir) + "/folder/secret.k", uriOf(dir) + "/dangling.k",
		uriOf(dir) + "/self.k",
		"file://evil" + dir + "/a.k", "file:///etc/passwd", "file:///patgraph/secret.k", "secret.k", "",
		uriOf(dir) + "/notes.txt", uriOf(dir), uriOf(dir) + "/a.k%00",
	} {
		doc := M{"textDocument": M{"uri": uri}, "position": M{"line": 0, "character": 0}}
		if err := hear("patgraph/read", M{"uri": uri}); !refusedFile(err) {
			t.Errorf("%q is read: %v", uri, err)
		}
		if err := hear("patgraph/save", M{"textDocument": M{"uri": uri}, "text": "pwned = .x;\n"}); !refusedFile(err) {
			t.Errorf("%q is written: %v", uri, err)
		}
		for _, method := range []string{"patgraph/check", "patgraph/types", "patgraph/trace", "patgraph/graph",
			"patgraph/html", "patgraph/why", "textDocument/hover", "textDocument/documentSymbol", "textDocument/diagnostic"} {
			_ = hear(method, doc)
		}
	}
	if text := all.String(); strings.Contains(text, "password") || strings.Contains(text, "root:") {
		t.Errorf("seen: %s", text)
	}
	if after, err := os.ReadFile(filepath.Join(top, "out", "secret.k")); err != nil || string(after) != string(before) {
		t.Errorf("%q, %v", after, err)
	}
	if entries, err := os.ReadDir(filepath.Join(top, "out")); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	// Files in the folder are visible.
	if err := hear("patgraph/read", M{"uri": uriOf(dir) + "/a.k"}); err != nil {
		t.Error(err)
	}
}

// Programs are written only with --write, completely, and never over the changes of another program.
func TestSave(t *testing.T) {
	dir := real(t)
	path := filepath.Join(dir, "a.k")
	write(t, path, "f = .x;\n")
	text := func() string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	c, _, _ := start(t, "--no-open", dir).page()
	save := func(uri, text, version string) (string, error) {
		var answer struct{ Version string }
		err := c.Call("patgraph/save", M{"textDocument": M{"uri": uri}, "text": text, "version": version}, &answer)
		return answer.Version, err
	}
	if _, err := save(uriOf(path), "g = .y;\n", ""); !refusedFile(err) || text() != "f = .x;\n" {
		t.Errorf("without --write: %v, %q", err, text())
	}

	c, _, result := start(t, "--no-open", "--write", dir).page()
	if !strings.Contains(string(result), `"write":true`) {
		t.Errorf("%s", result)
	}
	var read struct{ Text, Version string }
	if err := c.Call("patgraph/read", M{"uri": uriOf(path)}, &read); err != nil {
		t.Fatal(err)
	}
	version, err := save(uriOf(path), "g = .y;\n", read.Version)
	if err != nil || text() != "g = .y;\n" {
		t.Errorf("%v, %q", err, text())
	}
	if _, err := save(uriOf(path), "h = .z;\n", read.Version); !refusedFile(err) || text() != "g = .y;\n" {
		t.Errorf("over another version: %v, %q", err, text())
	}
	if _, err := save(uriOf(path), "h = .z;\n", version); err != nil || text() != "h = .z;\n" {
		t.Errorf("%v, %q", err, text())
	}
	if _, err := save(uriOf(filepath.Join(dir, "new.rly")), "", ""); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"patgraph.toml", "x.sh", "nosuch/a.k", ".git/config", "."} {
		if _, err := save(uriOf(filepath.Join(dir, name)), "x", ""); !refusedFile(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := c.Call("patgraph/save", M{"textDocument": M{"uri": uriOf(path)}}, nil); !refusedFile(err) || text() != "h = .z;\n" {
		t.Errorf("without a text: %v, %q", err, text())
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

// A message that is too large, or not text, ends only its own session. An invalid message gets an error.
func TestHugeMessages(t *testing.T) {
	e := start(t, "--no-open", t.TempDir())
	other, _, _ := e.page()
	for _, x := range []struct {
		kind websocket.MessageType
		size int
		want websocket.StatusCode
	}{{websocket.MessageText, 65 << 20, websocket.StatusMessageTooBig}, {websocket.MessageBinary, 100, websocket.StatusUnsupportedData}} {
		c, _, err := e.dial(e.token, "", "http://"+e.host)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), await.Patience)
		_ = c.Write(ctx, x.kind, make([]byte, x.size)) // the server may close before all is sent
		_, _, err = c.Read(ctx)
		if status := websocket.CloseStatus(err); status != x.want {
			t.Errorf("%d bytes: %v, %v", x.size, status, err)
		}
		cancel()
		c.CloseNow()
	}
	c, s, _ := e.page()
	for _, text := range []string{"", "{", "null", "[]", "7", `"x"`, strings.Repeat("[", 100_000), "\x00"} {
		if err := s.Send([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []*lspbench.Client{c, other} {
		if err := c.Call("patgraph/files", M{}, nil); err != nil {
			t.Error(err)
		}
	}
	// A large program gets an answer.
	if err := c.Open("file:///patgraph/large.k", "k", 1,
		"f = {1 x, \""+strings.Repeat("<script>", 3<<17)+"\" y} .z;\n"); err != nil {
		t.Fatal(err)
	}
	var answer json.RawMessage
	if err := c.Call("textDocument/diagnostic", M{"textDocument": M{"uri": "file:///patgraph/large.k"}},
		&answer); err != nil || !strings.Contains(string(answer), "P0302") || len(answer) > 1<<20 {
		t.Errorf("%d bytes, %v", len(answer), err)
	}
}

// At most so many pages may be open; when one is closed another can be opened.
func TestFlood(t *testing.T) {
	e := start(t, "--no-open", t.TempDir())
	var open []*websocket.Conn
	full := false
	for range 100 {
		c, status, err := e.dial(e.token, "", "http://"+e.host)
		if err != nil {
			if status != http.StatusServiceUnavailable {
				t.Fatalf("%d, %v", status, err)
			}
			full = true
			continue
		}
		defer c.CloseNow()
		open = append(open, c)
	}
	if !full || len(open) != 16 {
		t.Errorf("%d pages are open", len(open))
	}
	open[0].CloseNow()
	var err error
	if !await.Holds(func() bool {
		var c *websocket.Conn
		if c, _, err = e.dial(e.token, "", "http://"+e.host); err == nil {
			c.CloseNow()
		}
		return err == nil
	}) {
		t.Fatal(err)
	}
}
