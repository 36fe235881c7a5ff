package lsp

import (
	"context"
	"errors"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/jsonrpc2"
)

// Messages are how the texts of messages come and go.
type Messages interface {
	// Receive is the next message, which holds until the one after it is received. The
	// error io.EOF is that nothing more comes.
	Receive(ctx context.Context) ([]byte, error)
	// Send sends a message. It is called for one after the other, and may wait for whoever
	// reads them.
	Send(message []byte) error
	// Close ends what is received.
	Close() error
}

// A stream is messages as the session reads and writes them. A message that is none is answered
// and does not end the stream. What is written waits for whoever reads it, not the other way
// round: so the end of the input is noticed also where nobody reads the output.
type stream struct {
	messages Messages
	ended    chan struct{} // closed when nothing more comes

	lock    sync.Mutex
	changed *sync.Cond
	waiting [][]byte // to be written
	bytes   int      // of all of them
	writing bool
	failed  error // of writing
}

// Bounds of what is read and written.
const (
	mostMessage = 256 << 20 // bytes
	mostWaiting = 256 << 20 // bytes that are to be written
)

func newStream(m Messages) *stream {
	s := &stream{messages: m, ended: make(chan struct{})}
	s.changed = sync.NewCond(&s.lock)
	return s
}

// Read reads the next message, which holds until the one after it is read.
func (s *stream) Read(ctx context.Context) (msg jsonrpc2.Message, n int64, err error) {
	defer func() {
		if err != nil {
			close(s.ended) // nobody reads on
		}
	}()
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		body, err := s.messages.Receive(ctx)
		if err != nil {
			return nil, 0, err
		}
		msg, err := jsonrpc2.DecodeMessage(body)
		if err == nil {
			return msg, int64(len(body)), nil
		}
		if _, err := s.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, jsonrpc2.ErrParse)); err != nil {
			return nil, 0, err
		}
	}
}

var errUnread = errors.New("nobody reads the answers")

// Write has a message written, as a whole and behind those before it.
func (s *stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	body := jsonrpc2.AppendMessage(nil, msg)
	s.lock.Lock()
	defer s.lock.Unlock()
	switch {
	case s.failed != nil:
		return 0, s.failed
	case s.bytes+len(body) > mostWaiting:
		return 0, errUnread
	}
	s.waiting, s.bytes = append(s.waiting, body), s.bytes+len(body)
	if !s.writing {
		s.writing = true
		go s.write()
	}
	return int64(len(body)), nil
}

// write writes all that waits.
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

// written is closed when nothing waits to be written any more.
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

// Close ends what is read.
func (s *stream) Close() error { return s.messages.Close() }
