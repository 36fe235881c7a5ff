package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"testing"
)

// Invalid messages are rejected; an error without an ID is a valid answer to no call.
func TestDecode(t *testing.T) {
	for _, c := range []struct {
		text, want string // the message written again; "": it is invalid
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":[1]}}`, `{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":[1]}}`},
		{`{"method":"a","jsonrpc":"2.0"}`, `{"jsonrpc":"2.0","method":"a"}`},
		{`{"jsonrpc":"2.0","id":"\u0061","method":"m"}`, `{"jsonrpc":"2.0","id":"a","method":"m"}`},
		{`{"jsonrpc":"2.0","id":null,"method":"m"}`, `{"jsonrpc":"2.0","method":"m"}`},
		{`{"jsonrpc":"2.0","id":-3,"result":null}`, `{"jsonrpc":"2.0","id":-3,"result":null}`},
		{`{"jsonrpc":"2.0","id":3,"result":{}}`, `{"jsonrpc":"2.0","id":3,"result":{}}`},
		{`{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no"}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no"}}`},
		{`{"jsonrpc":"1.0","id":1,"method":"a"}`, ""},
		{`{"jsonrpc":"2.0","id":1}`, ""},
		{`{"jsonrpc":"2.0","id":{},"method":"a"}`, ""},
		{`{"jsonrpc":"2.0","id":true,"method":"a"}`, ""},
		{`{"jsonrpc":"2.0","method":7}`, ""},
		{`[{"jsonrpc":"2.0","method":"a"}]`, ""},
		{`{"jsonrpc":"2.0","method":"a"`, ""},
		{`null`, ""}, {``, ""}, {"\x00", ""},
	} {
		m, err := DecodeMessage([]byte(c.text))
		if err != nil {
			if c.want != "" {
				t.Errorf("%s: %v", c.text, err)
			}
			continue
		}
		if got := string(m.Append(nil)); got != c.want {
			t.Errorf("%s is read as %s, not %q", c.text, got, c.want)
		}
	}
}

// Writing a parsed message and parsing it again gives the same message.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":[1]}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":"x","error":{"code":-32700,"message":"\u2028"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := DecodeMessage(text)
		if err != nil {
			return
		}
		once := m.Append(nil)
		if !json.Valid(once) {
			t.Fatalf("%q is written as %q", text, once)
		}
		again, err := DecodeMessage(once)
		if err != nil {
			t.Fatalf("%q: %v", once, err)
		}
		if twice := again.Append(nil); string(twice) != string(once) {
			t.Fatalf("%q becomes %q", once, twice)
		}
	})
}

// pipe is a stream of messages in memory.
type pipe struct{ in, out chan *Message }

func (p pipe) Read(context.Context) (*Message, error) {
	m, ok := <-p.in
	if !ok {
		return nil, io.EOF
	}
	return m, nil
}

func (p pipe) Write(m *Message) error { p.out <- m; return nil }

// A request is handled before the next one, unless it calls ReleaseNext; then both run concurrently, and each is
// answered with its own ID. Calls end with the stream.
func TestConn(t *testing.T) {
	p := pipe{make(chan *Message), make(chan *Message, 9)}
	c := NewConn(p)
	second := make(chan struct{})
	c.Go(context.Background(), func(ctx context.Context, req *Message) (any, error) {
		switch req.Method {
		case "slow":
			ReleaseNext(ctx)
			<-second
		case "fast":
			close(second)
		case "wrong":
			return nil, Errorf(InvalidParams, "no %s", "way")
		}
		return req.Method, nil
	})
	for i, method := range []string{"slow", "fast", "wrong"} {
		p.in <- &Message{ID: ID(strconv.Itoa(i)), Method: method}
	}
	want := map[string]bool{
		`{"jsonrpc":"2.0","id":0,"result":"slow"}`:                            true,
		`{"jsonrpc":"2.0","id":1,"result":"fast"}`:                            true,
		`{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no way"}}`: true,
	}
	for range 3 {
		if got := string((<-p.out).Append(nil)); !want[got] {
			t.Errorf("the answer is %s", got)
		} else {
			delete(want, got)
		}
	}
	p.in <- &Message{Error: &Error{InternalError, "of nothing"}} // answers no call, and is ignored
	called := make(chan error)
	call := func() {
		_, err := c.Call(context.Background(), "ask", nil)
		called <- err
	}
	go call()
	p.in <- &Message{ID: (<-p.out).ID, Result: LSPAny("null")}
	if err := <-called; err != nil {
		t.Errorf("the call failed: %v", err)
	}
	go call()
	<-p.out
	close(p.in)
	if err := <-called; !errors.Is(err, io.EOF) {
		t.Errorf("a call on a stream that ended gives %v", err)
	}
	<-c.Done()
}
