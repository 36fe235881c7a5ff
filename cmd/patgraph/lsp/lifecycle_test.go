package lsp_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/await"
	"github.com/patgraph/patgraph/internal/lspbench"
)

func code(err error) int {
	if e, ok := errors.AsType[*lspbench.Error](err); ok {
		return e.Code
	}
	return 0
}

func TestLifecycle(t *testing.T) {
	c := lspbench.Start(serve())
	if err := c.Call("textDocument/hover", M{}, nil); code(err) != -32002 {
		t.Errorf("before the beginning: %v", err)
	}
	if err := c.Notify("textDocument/didOpen", M{}); err != nil {
		t.Fatal(err)
	}
	result, err := c.Begin(M{"general": M{"positionEncodings": []string{"utf-32", "utf-8"}}})
	if err != nil || !strings.Contains(string(result), `"positionEncoding":"utf-8"`) ||
		!strings.Contains(string(result), `"serverInfo":{"name":"patgraph"`) {
		t.Errorf("%s, %v", result, err)
	}
	if _, err := c.Begin(M{}); code(err) != -32600 {
		t.Errorf("twice: %v", err)
	}
	if err := c.Call("no/such", M{}, nil); code(err) != -32601 {
		t.Errorf("a method that there is not: %v", err)
	}
	if err := c.Call("textDocument/hover", 7, nil); code(err) == 0 {
		t.Errorf("parameters that are none: %v", err)
	}
	for _, m := range []string{"textDocument/hover", "textDocument/definition", "textDocument/formatting",
		"textDocument/codeLens", "textDocument/completion", "textDocument/references"} {
		for _, u := range []string{"file:///no/such.k", "file:///etc/passwd", "untitled:Untitled-1", "", "%%%", "file://host/x.k"} {
			var result any
			err := c.Call(m, M{"textDocument": M{"uri": u}, "position": M{"line": 5, "character": 7}, "context": M{}}, &result)
			if err != nil && code(err) != -32700 && code(err) != -32602 {
				t.Errorf("%s of %q: %v", m, u, err)
			}
		}
	}
	if err := c.Call("shutdown", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Call("textDocument/hover", M{}, nil); code(err) != -32600 {
		t.Errorf("after the end: %v", err)
	}
	if err := c.Notify("exit", nil); err != nil {
		t.Fatal(err)
	}
	if status, err := c.Exit(); status != 0 || err != nil {
		t.Errorf("exit status %d, %v", status, err)
	}
}

func TestExitStatus(t *testing.T) {
	for _, x := range []struct {
		name string
		end  func(c *lspbench.Client) error
		want int
	}{
		{"exit without shutdown", func(c *lspbench.Client) error { return c.Notify("exit", nil) }, 1},
		{"the editor is gone", func(c *lspbench.Client) error { c.HangUp(); return nil }, 1},
		{"gone after shutdown", func(c *lspbench.Client) error { defer c.HangUp(); return c.Call("shutdown", nil, nil) }, 0},
	} {
		c := lspbench.Start(serve())
		if _, err := c.Begin(M{}); err != nil {
			t.Fatal(err)
		}
		if err := x.end(c); err != nil {
			t.Fatal(err)
		}
		if status, err := c.Exit(); status != x.want || err != nil {
			t.Errorf("%s: exit status %d, %v, want %d", x.name, status, err, x.want)
		}
	}
}

// The server ends whatever bytes it receives; a framed invalid message does not end it.
func TestGarbage(t *testing.T) {
	for _, text := range []string{
		"garbage\n", "\x00\xff\xfe", "Content-Length: 1073741824\r\n\r\n{", "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: -5\r\n\r\n",
		"Content-Length: 100\r\n\r\n{\"jsonrpc\":", "Content-Length: 5", "\r\n\r\n", strings.Repeat("a: b\r\n", 100),
		strings.Repeat("x", 1<<17), "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		c := lspbench.Start(serve())
		_ = c.Raw(text)
		c.HangUp()
		if status, err := c.Exit(); status != 1 || err != nil {
			t.Errorf("%.40q: exit status %d, %v", text, status, err)
		}
	}
	c := lspbench.Start(serve())
	for _, text := range []string{"{", "[]", "7", "null", `{"jsonrpc":"1.0","id":1,"method":"x"}`,
		`[{"jsonrpc":"2.0","method":"x"}]`, strings.Repeat("[", 10_000), "\xff\xff"} {
		if err := c.Raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Begin(M{}); err != nil {
		t.Fatal(err)
	}
	// Notifications with invalid parameters, and positions outside of the text.
	for _, m := range []string{"textDocument/didOpen", "textDocument/didChange", "textDocument/didClose",
		"workspace/didChangeWatchedFiles", "$/cancelRequest", "$/unknown", "unknown"} {
		for _, p := range []any{nil, 7, "x", []int{}, M{}, M{"textDocument": 7}} {
			if err := c.Notify(m, p); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := c.Open("file:///no/a.k", "k", 1, "f = .a;\n"); err != nil {
		t.Fatal(err)
	}
	far := M{"line": 4_000_000_000, "character": 4_000_000_000}
	if err := c.Change("file:///no/a.k", 2, M{"range": M{"start": far, "end": M{"line": 0, "character": 0}}, "text": "g = .b;"}); err != nil {
		t.Fatal(err)
	}
	var report struct {
		Files []struct{ Definitions []struct{ Name string } }
	}
	if err := c.Call("patgraph/check", M{"textDocument": M{"uri": "file:///no/a.k"}}, &report); err != nil || len(report.Files[0].Definitions) != 2 {
		t.Errorf("%+v, %v", report, err)
	}
	if status, err := c.End(); status != 0 || err != nil {
		t.Errorf("exit status %d, %v", status, err)
	}
}

// A cancelled request ends, and a request about a text that has changed reports that; an answer is always about the
// text at the time of the request.
func TestCancelled(t *testing.T) {
	s := begin(t, M{})
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "$t%d = {int a%d};\nf%d = $t%d .b%d;\n", i, i, i, i, i) // each has a mistake, which takes a while to explain
	}
	s.open("a.k", b.String())
	actions := M{"textDocument": s.doc("a.k"), "range": everywhere, "context": M{"diagnostics": []any{}}}
	p, err := s.Ask("textDocument/codeAction", actions)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Notify("$/cancelRequest", M{"id": p.ID}); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(nil); code(err) != -32800 {
		t.Errorf("not wanted: %v", err)
	}
	if p, err = s.Ask("textDocument/codeAction", actions); err != nil {
		t.Fatal(err)
	}
	version := s.change("a.k", "f = .a;\n")
	if err := p.Wait(nil); code(err) != -32801 {
		t.Errorf("of a text that has changed: %v", err)
	}
	if p, ok := s.Diagnostics(s.uri("a.k"), version); !ok || string(p.Diagnostics) != "[]" {
		t.Errorf("%+v", p)
	}
	for i := range 200 {
		s.change("a.k", fmt.Sprintf("f = .l%d;\n", i))
		p, err := s.Ask("textDocument/hover", s.at("a.k", M{"line": 0, "character": 5}))
		if err != nil {
			t.Fatal(err)
		}
		if i%3 == 0 {
			s.change("a.k", "f = .other;\n")
		}
		var h struct{ Contents struct{ Value string } }
		if err := p.Wait(&h); err != nil && (code(err) != -32801 || i%3 != 0) {
			t.Fatal(err)
		} else if err == nil && !strings.Contains(h.Contents.Value, fmt.Sprintf(".l%d : ", i)) {
			t.Fatalf("the text had the label l%d: %s", i, h.Contents.Value)
		}
	}
}

// A server whose output is not read ends when its input does.
func TestUnread(t *testing.T) {
	in, out := io.Pipe()
	from := unread{make(chan bool, 100)}
	done := make(chan int, 1)
	go func() { done <- serve()(in, from) }()
	go func() {
		for id := range 5 {
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"capabilities":{}}}`, id)
			fmt.Fprintf(out, "Content-Length: %d\r\n\r\n%s", len(body), body)
		}
	}()
	<-from.written
	out.Close()
	select {
	case <-done:
	case <-time.After(await.Patience):
		t.Fatal("it does not end")
	}
}

// An unread is an output that is never read: writing to it blocks for ever.
type unread struct{ written chan bool }

func (u unread) Write([]byte) (int, error) {
	u.written <- true
	select {}
}
