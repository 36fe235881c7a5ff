package protocol

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
)

// The codes of errors.
const (
	ParseError           = -32700
	InvalidRequest       = -32600
	MethodNotFound       = -32601
	InvalidParams        = -32602
	InternalError        = -32603
	ServerNotInitialized = -32002
	RequestFailed        = -32803
)

// An Error is an answer with an error in place of a result.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// Errorf makes an error with a formatted message.
func Errorf(code int, format string, args ...any) *Error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// The errors of requests whose result is no longer needed.
var (
	ErrContentModified  = &Error{-32801, "content modified"}
	ErrRequestCancelled = &Error{-32800, "cancelled JSON-RPC"}
)

// An ID identifies a request: its JSON text; empty: there is none.
type ID string

// UnmarshalJSON reads a number or a string; null means that there is none.
func (i *ID) UnmarshalJSON(text []byte) error {
	switch c := text[0]; {
	case c == '"':
		var s string
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
		b, err := json.Marshal(s) // in canonical form
		*i = ID(b)
		return err
	case c == '-' || '0' <= c && c <= '9':
		*i = ID(text)
	case string(text) == "null":
		*i = ""
	default:
		return errNone
	}
	return nil
}

// A Message is a request, or the answer to one if it has no method. A request without an ID is a notification, which is
// not answered.
type Message struct {
	ID     ID              `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`
}

// IsCall reports whether the sender expects an answer.
func (m *Message) IsCall() bool { return m.Method != "" && m.ID != "" }

var errNone = errors.New("it is not a message")

// DecodeMessage parses a message.
func DecodeMessage(text []byte) (*Message, error) {
	var m struct {
		Version string `json:"jsonrpc"`
		Message
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, err
	}
	if m.Version != "2.0" || m.Method == "" && m.Result == nil && m.Error == nil {
		return nil, errNone
	}
	return &m.Message, nil
}

// Append writes a message. Parameters and results are written unchanged.
func (m *Message) Append(b []byte) []byte {
	b = append(b, `{"jsonrpc":"2.0"`...)
	field := func(name, text string) { b = append(append(b, `,"`+name+`":`...), text...) }
	quoted := func(v any) string {
		text, _ := json.Marshal(v) // strings and numbers can always be written
		return string(text)
	}
	if m.ID != "" || m.Method == "" {
		field("id", cmp.Or(string(m.ID), "null"))
	}
	switch {
	case m.Method != "":
		field("method", quoted(m.Method))
		if len(m.Params) > 0 {
			field("params", string(m.Params))
		}
	case m.Error != nil:
		field("error", quoted(m.Error))
	default:
		field("result", cmp.Or(string(m.Result), "null"))
	}
	return append(b, '}')
}

// LSPAny is JSON text that is written unchanged.
type LSPAny = json.RawMessage

// Marshal writes a value as JSON without HTML escapes.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Unmarshal reads parameters; an empty text leaves them unchanged.
func Unmarshal(text []byte, v any) error {
	if len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, v)
}

// A Stream reads and writes messages.
type Stream interface {
	Read(ctx context.Context) (*Message, error)
	Write(m *Message) error
}

// A Handler answers requests.
type Handler func(ctx context.Context, request *Message) (any, error)

// A Conn is one end of a stream.
type Conn struct {
	stream Stream
	done   chan struct{}

	mu      sync.Mutex
	err     error
	next    int64
	waiting map[ID]chan *Message
}

// NewConn makes a connection over a stream.
func NewConn(s Stream) *Conn {
	return &Conn{stream: s, done: make(chan struct{}), waiting: make(map[ID]chan *Message)}
}

// released is the context key of the function that ReleaseNext calls.
type released struct{}

// ReleaseNext allows the next message to be read while a request is still handled.
func ReleaseNext(ctx context.Context) {
	if release, ok := ctx.Value(released{}).(func()); ok {
		release()
	}
}

// Go handles incoming messages, one after the other, until the stream ends.
func (c *Conn) Go(ctx context.Context, h Handler) { go c.run(ctx, h) }

func (c *Conn) run(ctx context.Context, h Handler) {
	for {
		m, err := c.stream.Read(ctx)
		if err != nil {
			c.mu.Lock()
			c.err = err
			c.mu.Unlock()
			close(c.done)
			return
		}
		if m.Method == "" {
			c.mu.Lock()
			to := c.waiting[m.ID]
			delete(c.waiting, m.ID)
			c.mu.Unlock()
			if to != nil {
				to <- m
			}
			continue
		}
		free := make(chan struct{})
		release := sync.OnceFunc(func() { close(free) })
		go func() {
			defer release()
			c.handle(context.WithValue(ctx, released{}, release), h, m)
		}()
		<-free
	}
}

func (c *Conn) handle(ctx context.Context, h Handler, request *Message) {
	result, err := h(ctx, request)
	if !request.IsCall() {
		return
	}
	answer := &Message{ID: request.ID}
	if err == nil {
		answer.Result, err = Marshal(result)
	}
	if err != nil {
		var ok bool
		if answer.Error, ok = errors.AsType[*Error](err); !ok {
			answer.Error = &Error{InternalError, err.Error()}
		}
	}
	_ = c.stream.Write(answer) // a failed write shows when the input ends
}

// Notify sends a notification.
func (c *Conn) Notify(method string, params any) error { return c.send("", method, params) }

func (c *Conn) send(id ID, method string, params any) (err error) {
	m := &Message{ID: id, Method: method}
	if params != nil {
		m.Params, err = Marshal(params)
	}
	if err != nil {
		return err
	}
	return c.stream.Write(m)
}

// Call sends a request and waits for its result.
func (c *Conn) Call(ctx context.Context, method string, params any) (result []byte, err error) {
	to := make(chan *Message, 1)
	c.mu.Lock()
	c.next++
	id := ID(strconv.FormatInt(c.next, 10))
	c.waiting[id] = to
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
	}()
	if err := c.send(id, method, params); err != nil {
		return nil, err
	}
	select {
	case r := <-to:
		if r.Error != nil {
			return nil, r.Error
		}
		return r.Result, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.done:
		return nil, c.Err()
	}
}

// Done is closed when the input has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err is the reason for the end of the input.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}
