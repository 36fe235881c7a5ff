package explore

import (
	"context"
	"io"
	"time"

	"github.com/coder/websocket"
)

const (
	// mostMessage is the maximum size of a message in bytes: that of the largest program with an escape for each byte.
	mostMessage = 64 << 20
	// pulse is the interval of pings to a page.
	pulse = 20 * time.Second
	// patience is the time limit for the answer to a ping, and for sending a message.
	patience = 20 * time.Second
)

// A socket is a WebSocket as the transport of a session: each message is a text.
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

// Receive returns the next message. The end of the connection is io.EOF, whatever its cause.
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

// Close closes the connection.
func (s *socket) Close() error { return s.CloseNow() }

// watch closes the socket of a page that does not answer any more, such as that of a suspended machine, or when the
// session ends.
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
