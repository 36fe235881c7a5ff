package lsp

import (
	"context"
	"errors"
	"io"

	"github.com/patgraph/patgraph/cmd/patgraph/analysis"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
)

// A Session is what one client is served with. It serves one.
type Session struct {
	Program *command.Program          // its languages, and the context that ends the session; nobody else may use it
	Flags   *analysis.Flags           // settings
	Fresh   func() []*command.Command // makes commands that nobody has used, for requests that ask for what they print
	Folder  *Folder                   // the only one whose files are read; nil: those that the client names
}

// An Ending is how a session ended.
type Ending struct {
	Orderly bool  // the client has ended it
	Cause   error // else, what is wrong with what came; nil: nothing more came
}

// Serve serves until the client says that it is enough, nothing comes any more, or the context
// of the program ends. The error is about the flags, and then nothing was served.
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
	s.rest()
	patiently(stream.written())
	if s.orderly() {
		return Ending{Orderly: true}, nil
	}
	err = s.conn.Err()
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		err = nil
	}
	return Ending{Cause: err}, nil
}
