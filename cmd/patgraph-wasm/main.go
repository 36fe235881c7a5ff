//go:build js && wasm

package main

import (
	"context"
	"io"
	"runtime/debug"
	"strings"
	"syscall/js"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp"
)

func main() {
	debug.SetGCPercent(collectAt)
	noFiles()
	m := listen()
	p := cli.NewProgram(nil, strings.NewReader(""), io.Discard, io.Discard)
	f := lsp.Command().NewFlags(p.Languages)
	f.NoConfig = true
	_, err := lsp.Session{Program: p, Flags: f}.Serve(m)
	if err != nil {
		panic(err) // settings that cannot be wrong
	}
}

// collectAt is by how many percent the memory in use grows before it is collected: there is one
// thread, so a collection is waited for.
const collectAt = 800

// A worker is the messages of the worker that this runs in: each is a string.
type worker struct {
	in chan string
}

// listen makes the messages that come to the worker from now on.
func listen() *worker {
	w := &worker{in: make(chan string, 1<<16)}
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if data := args[0].Get("data"); data.Type() == js.TypeString {
			w.in <- data.String()
		}
		return nil
	}))
	js.Global().Call("postMessage", "ready")
	return w
}

// Receive is the next message.
func (w *worker) Receive(ctx context.Context) ([]byte, error) {
	select {
	case text := <-w.in:
		return []byte(text), nil
	case <-ctx.Done():
		return nil, io.EOF
	}
}

// Send sends a message.
func (w *worker) Send(message []byte) error {
	js.Global().Call("postMessage", string(message))
	return nil
}

// Close changes nothing: the page ends the worker.
func (w *worker) Close() error { return nil }
