package jsonrpc2

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
)

// A Code classifies the error of an answer.
type Code int32

// The error codes of the server.
const (
	ParseError           Code = -32700
	InvalidRequest       Code = -32600
	MethodNotFound       Code = -32601
	InvalidParams        Code = -32602
	InternalError        Code = -32603
	ServerNotInitialized Code = -32002
)

// An Error is an answer with an error in place of a result.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

// NewError makes an error.
func NewError(code Code, message string) *Error { return &Error{code, message} }

// Errorf makes an error with a formatted message.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{code, fmt.Sprintf(format, args...)}
}

// ErrParse is the answer to an invalid message.
var ErrParse = NewError(ParseError, "JSON-RPC parse error")

// RawMessage is JSON text that is written unchanged.
type RawMessage []byte

// MarshalJSON returns the text.
func (r RawMessage) MarshalJSON() ([]byte, error) { return r, nil }

// An ID identifies a request: its JSON text; empty: there is none.
type ID struct{ text string }

// NewNumberID makes a numeric ID.
func NewNumberID(n int64) ID { return ID{strconv.FormatInt(n, 10)} }

// UnmarshalJSON reads a number or a string; null means that there is none.
func (i *ID) UnmarshalJSON(text []byte) error {
	i.text = ""
	switch c := text[0]; {
	case c == '"':
		var s string
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
		b, err := json.Marshal(s) // in canonical form
		i.text = string(b)
		return err
	case c == '-' || '0' <= c && c <= '9':
		i.text = string(text)
		return nil
	case string(text) == "null":
		return nil
	}
	return errNone
}

// A Message is a *Request or a *Response.
type Message any

// A Request is a call or a notification.
type Request struct {
	id     ID
	method string
	params RawMessage
}

// Method is the name of the requested method.
func (r *Request) Method() string { return r.method }

// IsCall reports whether the sender expects an answer.
func (r *Request) IsCall() bool { return r.id.text != "" }

// ID is the ID of a call.
func (r *Request) ID() ID { return r.id }

// Params are the parameters of the method.
func (r *Request) Params() RawMessage { return r.params }

// A Response is the answer to a call.
type Response struct {
	id     ID
	result RawMessage
	err    *Error
}

// NewResponse makes an answer; its result is JSON.
func NewResponse(id ID, result RawMessage, err error) *Response {
	r := &Response{id: id, result: result}
	if e, ok := errors.AsType[*Error](err); ok {
		r.err = e
	} else if err != nil {
		r.err = &Error{InternalError, err.Error()}
	}
	return r
}

// A wire is any message in its JSON form.
type wire struct {
	Version string          `json:"jsonrpc"`
	ID      ID              `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *Error          `json:"error"`
}

var errNone = errors.New("it is no message")

// DecodeMessage parses a message.
func DecodeMessage(text []byte) (Message, error) {
	var w wire
	if err := json.Unmarshal(text, &w); err != nil {
		return nil, err
	}
	switch {
	case w.Version != "2.0":
	case w.Method != "":
		return &Request{w.ID, w.Method, RawMessage(w.Params)}, nil
	case w.Result != nil || w.Error != nil:
		return &Response{w.ID, RawMessage(w.Result), w.Error}, nil
	}
	return nil, errNone
}

// AppendMessage writes a message. Parameters and results are written unchanged.
func AppendMessage(b []byte, m Message) []byte {
	b = append(b, `{"jsonrpc":"2.0"`...)
	field := func(name, text string) { b = append(append(b, `,"`+name+`":`...), text...) }
	quoted := func(v any) string {
		text, _ := json.Marshal(v) // strings and numbers can always be written
		return string(text)
	}
	switch m := m.(type) {
	case *Request:
		if m.IsCall() {
			field("id", m.id.text)
		}
		field("method", quoted(m.method))
		if len(m.params) > 0 {
			field("params", string(m.params))
		}
	case *Response:
		field("id", cmp.Or(m.id.text, "null"))
		if m.err != nil {
			field("error", quoted(m.err))
		} else {
			field("result", cmp.Or(string(m.result), "null"))
		}
	}
	return append(b, '}')
}

// A Stream reads and writes messages.
type Stream interface {
	Read(ctx context.Context) (Message, int64, error)
	Write(ctx context.Context, m Message) (int64, error)
	Close() error
}

// A Codec converts parameters and results.
type Codec interface {
	Marshal(v any) ([]byte, error)
	Unmarshal(data []byte, v any) error
}

// A Handler answers requests.
type Handler func(ctx context.Context, req *Request) (any, error)

// An Option configures a connection.
type Option func(*conn)

// WithCodec sets the codec of parameters and results.
func WithCodec(c Codec) Option { return func(to *conn) { to.codec = c } }

// A Conn is one end of a stream.
type Conn interface {
	Go(ctx context.Context, h Handler)
	Call(ctx context.Context, method string, params any) error
	Ask(ctx context.Context, method string, params any) (result []byte, err error)
	Notify(ctx context.Context, method string, params any) error
	Done() <-chan struct{}
	Err() error
}

type conn struct {
	stream Stream
	codec  Codec
	done   chan struct{}

	mu      sync.Mutex
	err     error
	next    int64
	waiting map[ID]chan *Response
}

// NewConn makes a connection over a stream.
func NewConn(s Stream, options ...Option) Conn {
	c := &conn{stream: s, done: make(chan struct{}), waiting: make(map[ID]chan *Response)}
	for _, o := range options {
		o(c)
	}
	return c
}

// released is the context key of the function that Async calls.
type released struct{}

// Async allows the next message to be read while a request is still handled.
func Async(ctx context.Context) {
	if release, ok := ctx.Value(released{}).(func()); ok {
		release()
	}
}

// Go handles incoming messages, one after the other, until the stream ends.
func (c *conn) Go(ctx context.Context, h Handler) { go c.run(ctx, h) }

func (c *conn) run(ctx context.Context, h Handler) {
	for {
		m, _, err := c.stream.Read(ctx)
		if err != nil {
			c.mu.Lock()
			c.err = err
			c.mu.Unlock()
			close(c.done)
			return
		}
		switch m := m.(type) {
		case *Response:
			c.mu.Lock()
			to := c.waiting[m.id]
			delete(c.waiting, m.id)
			c.mu.Unlock()
			if to != nil {
				to <- m
			}
		case *Request:
			free := make(chan struct{})
			release := sync.OnceFunc(func() { close(free) })
			go func() {
				defer release()
				c.handle(context.WithValue(ctx, released{}, release), h, m)
			}()
			<-free
		}
	}
}

func (c *conn) handle(ctx context.Context, h Handler, req *Request) {
	result, err := h(ctx, req)
	if !req.IsCall() {
		return
	}
	var text []byte
	if err == nil {
		text, err = c.codec.Marshal(result)
	}
	_, _ = c.stream.Write(ctx, NewResponse(req.id, text, err)) // a failed write shows when the input ends
}

// Notify sends a notification.
func (c *conn) Notify(ctx context.Context, method string, params any) error {
	return c.send(ctx, ID{}, method, params)
}

func (c *conn) send(ctx context.Context, id ID, method string, params any) error {
	var text []byte
	var err error
	if params != nil {
		text, err = c.codec.Marshal(params)
	}
	if err == nil {
		_, err = c.stream.Write(ctx, &Request{id, method, text})
	}
	return err
}

// Call sends a request that has no result and waits for its answer.
func (c *conn) Call(ctx context.Context, method string, params any) error {
	_, err := c.Ask(ctx, method, params)
	return err
}

// Ask sends a request and waits for its result.
func (c *conn) Ask(ctx context.Context, method string, params any) (result []byte, err error) {
	to := make(chan *Response, 1)
	c.mu.Lock()
	c.next++
	id := NewNumberID(c.next)
	c.waiting[id] = to
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
	}()
	if err := c.send(ctx, id, method, params); err != nil {
		return nil, err
	}
	select {
	case r := <-to:
		if r.err != nil {
			return nil, r.err
		}
		return r.result, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.done:
		return nil, c.Err()
	}
}

// Done is closed when the input has ended.
func (c *conn) Done() <-chan struct{} { return c.done }

// Err is the reason for the end of the input.
func (c *conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}
