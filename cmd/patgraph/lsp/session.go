package lsp

import (
	"context"
	"errors"
	"io"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
)

// A Session serves one client.
type Session struct {
	Program *cli.Program // its languages, and the context that ends the session; the session owns it
	Flags   *cli.Flags   // settings
	Folder  *Folder      // the only folder whose files are accessible; nil: the folders that the client names
}

// An Ending describes how a session ended.
type Ending struct {
	Orderly bool  // the client has ended it
	Cause   error // otherwise, what is wrong with the input; nil: the input ended
}

// Serve serves until the client ends the session, the input ends, or the context of the program ends. An error is about
// the flags: then nothing was served.
func (c Session) Serve(m Messages) (Ending, error) {
	p := *c.Program
	ctx, cancel := context.WithCancel(p.Context)
	defer cancel()
	s, err := newServer(ctx, &p, &c)
	if err != nil {
		return Ending{}, err
	}
	stream := newStream(m)
	s.run(stream)
	cancel()
	s.waitForWork()
	waitBriefly(stream.written())
	if s.orderly() {
		return Ending{Orderly: true}, nil
	}
	err = s.conn.Err()
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		err = nil
	}
	return Ending{Cause: err}, nil
}
