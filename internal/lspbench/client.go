package lspbench

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/patgraph/patgraph/internal/await"
)

// A Client is the editor's end of a session. It answers requests of the server with null, unless Answer returns
// something else.
type Client struct {
	Answer func(method string, params json.RawMessage) any

	writing sync.Mutex
	to      Transport
	exit    chan int

	lock      sync.Mutex
	news      *sync.Cond
	next      int
	answers   map[int]chan answer
	notified  []Notification
	published map[string]Published // by URI, the last diagnostics
	count     map[string]int       // by URI, how often diagnostics were published
	asked     []string             // methods of the server's requests
	ended     bool
}

// A Notification is a message of the server that expects no answer.
type Notification struct {
	Method string
	Params json.RawMessage
}

// Published are diagnostics that the server sent in a notification.
type Published struct {
	URI         string          `json:"uri"`
	Version     int             `json:"version"`
	Diagnostics json.RawMessage `json:"diagnostics"`
}

// An Error is the server's error response to a request.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

type answer struct {
	result json.RawMessage
	err    error
}

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *Error          `json:"error,omitempty"`
}

// A Transport carries messages to a server and back.
type Transport interface {
	Send(message []byte) error
	Receive() ([]byte, error)
	Close() error
}

// Connect begins a session with a server that runs already.
func Connect(t Transport) *Client {
	c := &Client{to: t, exit: make(chan int, 1), answers: make(map[int]chan answer), published: make(map[string]Published),
		count: make(map[string]int)}
	c.news = sync.NewCond(&c.lock)
	go c.listen()
	return c
}

// Start runs a server, a function that serves until its input ends and returns its exit status.
func Start(serve func(stdin io.Reader, stdout io.Writer) int) *Client {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := Connect(&pipes{bufio.NewReader(toClient), fromClient})
	go func() {
		c.exit <- serve(toServer, fromServer)
		fromServer.Close()
		toServer.Close()
	}()
	return c
}

// pipes carries messages with headers.
type pipes struct {
	in  *bufio.Reader
	out io.WriteCloser
}

// Send sends a message after its header.
func (p *pipes) Send(message []byte) error {
	_, err := fmt.Fprintf(p.out, "Content-Length: %d\r\n\r\n%s", len(message), message)
	return err
}

// Receive reads a message.
func (p *pipes) Receive() ([]byte, error) {
	length := 0
	for {
		line, err := p.in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if value, ok := strings.CutPrefix(line, "Content-Length:"); ok {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return nil, err
			}
		}
	}
	body := make([]byte, length)
	_, err := io.ReadFull(p.in, body)
	return body, err
}

// Close ends the input of the server.
func (p *pipes) Close() error { return p.out.Close() }

// listen reads the messages of the server.
func (c *Client) listen() {
	defer func() {
		c.lock.Lock()
		defer c.lock.Unlock()
		c.ended = true
		for _, a := range c.answers {
			a <- answer{err: io.ErrUnexpectedEOF}
		}
		clear(c.answers)
		c.news.Broadcast()
	}()
	for {
		body, err := c.to.Receive()
		m := &message{}
		if err != nil || json.Unmarshal(body, m) != nil {
			return
		}
		switch {
		case m.Method == "":
			id, _ := strconv.Atoi(string(m.ID))
			a := answer{result: m.Result}
			if m.Error != nil {
				a.err = m.Error
			}
			c.lock.Lock()
			to := c.answers[id]
			delete(c.answers, id)
			c.lock.Unlock()
			if to != nil {
				to <- a
			}
		case m.ID != nil:
			c.lock.Lock()
			c.asked = append(c.asked, m.Method)
			c.news.Broadcast()
			c.lock.Unlock()
			var result any
			if c.Answer != nil {
				result = c.Answer(m.Method, m.Params)
			}
			go c.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
		default:
			c.record(m)
		}
	}
}

func (c *Client) record(m *message) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if m.Method == "textDocument/publishDiagnostics" {
		var p Published
		if json.Unmarshal(m.Params, &p) == nil {
			c.published[p.URI] = p
			c.count[p.URI]++
		}
	} else {
		c.notified = append(c.notified, Notification{m.Method, m.Params})
	}
	c.news.Broadcast()
}

func (c *Client) send(v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.to.Send(body)
}

// Raw sends bytes unchanged to a server that Start started.
func (c *Client) Raw(text string) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := io.WriteString(c.to.(*pipes).out, text)
	return err
}

// Notify sends a notification to the server.
func (c *Client) Notify(method string, params any) error {
	return c.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// A Pending is a request that has been sent.
type Pending struct {
	ID     int
	answer chan answer
}

// Ask sends a request.
func (c *Client) Ask(method string, params any) (*Pending, error) {
	c.lock.Lock()
	if c.ended {
		c.lock.Unlock()
		return nil, io.ErrClosedPipe
	}
	c.next++
	p := &Pending{c.next, make(chan answer, 1)}
	c.answers[p.ID] = p.answer
	c.lock.Unlock()
	return p, c.send(map[string]any{"jsonrpc": "2.0", "id": p.ID, "method": method, "params": params})
}

var errLate = errors.New("no answer")

// Wait waits for the answer to a request.
func (p *Pending) Wait(result any) error {
	select {
	case a := <-p.answer:
		switch {
		case a.err != nil:
			return a.err
		case result == nil:
			return nil
		}
		return json.Unmarshal(a.result, result)
	case <-time.After(await.Patience):
		return errLate
	}
}

// Call sends a request and waits for the answer.
func (c *Client) Call(method string, params, result any) error {
	p, err := c.Ask(method, params)
	if err != nil {
		return err
	}
	if err := p.Wait(result); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	return nil
}

// until waits until a condition on the received messages holds.
func (c *Client) until(is func() bool) bool {
	late := time.AfterFunc(await.Patience, func() {
		c.lock.Lock()
		c.news.Broadcast()
		c.lock.Unlock()
	})
	defer late.Stop()
	end := time.Now().Add(await.Patience)
	c.lock.Lock()
	defer c.lock.Unlock()
	for !is() {
		if c.ended || time.Now().After(end) {
			return is()
		}
		c.news.Wait()
	}
	return true
}

// Diagnostics waits for diagnostics of at least the given version of a document. If several were sent, it returns the
// last ones.
func (c *Client) Diagnostics(uri string, version int) (p Published, ok bool) {
	ok = c.until(func() bool {
		p = c.published[uri]
		return p.URI != "" && p.Version >= version
	})
	return p, ok
}

// DiagnosticsThat waits for diagnostics of a document that satisfy a predicate.
func (c *Client) DiagnosticsThat(uri string, are func(Published) bool) (p Published, ok bool) {
	ok = c.until(func() bool {
		p = c.published[uri]
		return p.URI != "" && are(p)
	})
	return p, ok
}

// LastPublished returns the last diagnostics of a document, and how often diagnostics were sent for it.
func (c *Client) LastPublished(uri string) (Published, int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.published[uri], c.count[uri]
}

// Heard waits for a notification or a request of the server.
func (c *Client) Heard(method string) (n Notification, ok bool) {
	ok = c.until(func() bool {
		for _, n = range c.notified {
			if n.Method == method {
				return true
			}
		}
		for _, m := range c.asked {
			if m == method {
				n = Notification{Method: m}
				return true
			}
		}
		return false
	})
	return n, ok
}

// Begin initializes the session with capabilities of the editor and workspace folders.
func (c *Client) Begin(capabilities map[string]any, folders ...string) (json.RawMessage, error) {
	var list []map[string]string
	for _, f := range folders {
		list = append(list, map[string]string{"uri": "file://" + f, "name": f})
	}
	var result json.RawMessage
	err := c.Call("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": capabilities, "workspaceFolders": list}, &result)
	if err == nil {
		err = c.Notify("initialized", map[string]any{})
	}
	return result, err
}

// Open opens a document.
func (c *Client) Open(uri, language string, version int, text string) error {
	return c.Notify("textDocument/didOpen",
		map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": language,
			"version": version, "text": text}})
}

// Change changes a document.
func (c *Client) Change(uri string, version int, changes ...any) error {
	return c.Notify("textDocument/didChange",
		map[string]any{"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes})
}

// End shuts the server down in the regular way, and returns the exit status.
func (c *Client) End() (int, error) {
	if err := c.Call("shutdown", nil, nil); err != nil {
		return 0, err
	}
	if err := c.Notify("exit", nil); err != nil {
		return 0, err
	}
	return c.Exit()
}

// HangUp ends the input of the server.
func (c *Client) HangUp() { c.to.Close() }

// Exit waits for the exit of the server, and returns its status.
func (c *Client) Exit() (int, error) {
	select {
	case code := <-c.exit:
		return code, nil
	case <-time.After(await.Patience):
		return 0, errLate
	}
}
