package lsp

import (
	"context"
	"errors"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
)

// Messages is a transport of message texts.
type Messages interface {
	// Receive returns the next message, which is valid until the next call. io.EOF means that the input has ended.
	Receive(ctx context.Context) ([]byte, error)
	// Send sends a message. Calls are sequential, and may block until the receiver reads.
	Send(message []byte) error
	// Close closes the input.
	Close() error
}

// A stream reads and writes the messages of a session. An invalid message is answered and does not end the stream.
// Output is queued until it is read, and reading never waits for it: so the end of the input is noticed even if the
// output is not read.
type stream struct {
	messages Messages
	ended    chan struct{} // closed at the end of the input

	lock    sync.Mutex
	changed *sync.Cond
	waiting [][]byte // to be written
	bytes   int      // total size of waiting
	writing bool
	failed  error // of writing
}

// Bounds of the input and the output.
const (
	mostMessage = 256 << 20 // bytes
	mostWaiting = 256 << 20 // bytes waiting to be written
)

func newStream(m Messages) *stream {
	s := &stream{messages: m, ended: make(chan struct{})}
	s.changed = sync.NewCond(&s.lock)
	return s
}

// Read reads the next message, which is valid until the next call.
func (s *stream) Read(ctx context.Context) (msg *protocol.Message, err error) {
	defer func() {
		if err != nil {
			close(s.ended) // nothing is read after an error
		}
	}()
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		body, err := s.messages.Receive(ctx)
		if err != nil {
			return nil, err
		}
		msg, err := protocol.DecodeMessage(body)
		if err == nil {
			return msg, nil
		}
		e := protocol.Errorf(protocol.ParseError, "JSON-RPC parse error")
		if err := s.Write(&protocol.Message{Error: e}); err != nil {
			return nil, err
		}
	}
}

var errUnread = errors.New("the client does not read the answers")

// Write queues a message, after those before it.
func (s *stream) Write(m *protocol.Message) error {
	body := m.Append(nil)
	s.lock.Lock()
	defer s.lock.Unlock()
	switch {
	case s.failed != nil:
		return s.failed
	case s.bytes+len(body) > mostWaiting:
		return errUnread
	}
	s.waiting, s.bytes = append(s.waiting, body), s.bytes+len(body)
	if !s.writing {
		s.writing = true
		go s.write()
	}
	return nil
}

// write writes all queued messages.
func (s *stream) write() {
	s.lock.Lock()
	defer s.lock.Unlock()
	for len(s.waiting) > 0 && s.failed == nil {
		body := s.waiting[0]
		s.waiting[0] = nil
		s.waiting = s.waiting[1:]
		s.lock.Unlock()
		err := s.messages.Send(body)
		s.lock.Lock()
		s.failed, s.bytes = err, s.bytes-len(body)
	}
	s.writing = false
	s.changed.Broadcast()
}

// written is closed when the queue is empty.
func (s *stream) written() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		s.lock.Lock()
		defer s.lock.Unlock()
		for s.writing {
			s.changed.Wait()
		}
		close(done)
	}()
	return done
}
