package explore

import (
	"context"
	"io"
	"time"

	"github.com/coder/websocket"
)

const (
	// mostMessage is how many bytes a message may have: those of the largest program with
	// each of its bytes written as an escape.
	mostMessage = 64 << 20
	// pulse is how often a page is asked whether it is there.
	pulse = 20 * time.Second
	// patience is how long its answer, or that it reads what is sent, is waited for.
	patience = 20 * time.Second
)

// A socket is a WebSocket as the messages of a session: each is a text.
type socket struct {
	*websocket.Conn
	ctx context.Context // of the session
}

func newSocket(ctx context.Context, c *websocket.Conn) *socket {
	c.SetReadLimit(mostMessage)
	s := &socket{c, ctx}
	go s.watch()
	return s
}

// Receive is the next message. That the page is gone is the end, however it went.
func (s *socket) Receive(ctx context.Context) ([]byte, error) {
	kind, text, err := s.Read(ctx)
	switch {
	case err != nil:
		return nil, io.EOF
	case kind != websocket.MessageText:
		s.Conn.Close(websocket.StatusUnsupportedData, "messages are texts")
		return nil, io.EOF
	}
	return text, nil
}

// Send sends a message.
func (s *socket) Send(message []byte) error {
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	return s.Write(ctx, websocket.MessageText, message)
}

// Close ends what is received.
func (s *socket) Close() error { return s.CloseNow() }

// watch closes the socket of a page that does not answer any more, such as that of a machine
// which was asleep, or when the session ends.
func (s *socket) watch() {
	defer s.CloseNow()
	for {
		select {
		case <-time.After(pulse):
		case <-s.ctx.Done():
			return
		}
		ctx, cancel := context.WithTimeout(s.ctx, patience)
		err := s.Ping(ctx)
		cancel()
		if err != nil {
			return
		}
	}
}
