package lsp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

// A frames is the stream of messages, each behind a header that says how long it is. Memory is
// taken for what has come, not for what is announced, and a message that is none is answered
// and does not end the stream. What is written waits for whoever reads it, not the other way
// round: so the end of the input is noticed also where nobody reads the output.
type frames struct {
	in    *bufio.Reader
	body  bytes.Buffer
	ended chan struct{} // closed when nothing more comes

	out     io.Writer
	close   func() error
	lock    sync.Mutex
	changed *sync.Cond
	waiting [][]byte // to be written
	bytes   int      // of all of them
	writing bool
	failed  error // of writing
}

// Bounds of what is read.
const (
	mostMessage = 256 << 20 // bytes
	mostHeaders = 32
	mostWaiting = 256 << 20 // bytes that are to be written
)

var (
	errHeader = errors.New("what comes is no message of the Language Server Protocol, which begins with Content-Length")
	errLarge  = errors.New("a message of more than 256 MiB is announced")
)

func newFrames(in io.Reader, out io.Writer, close func() error) *frames {
	f := &frames{in: bufio.NewReaderSize(in, 1<<16), out: out, close: close, ended: make(chan struct{})}
	f.changed = sync.NewCond(&f.lock)
	return f
}

// Read reads the next message, which holds until the one after it is read.
func (f *frames) Read(ctx context.Context) (msg jsonrpc2.Message, n int64, err error) {
	defer func() {
		if err != nil {
			close(f.ended) // nobody reads on
		}
	}()
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		length, err := f.header()
		if err != nil {
			return nil, 0, err
		}
		if f.body.Cap() > 1<<22 && length < 1<<20 {
			f.body = bytes.Buffer{} // of a large message nothing is kept
		}
		f.body.Reset()
		if _, err := io.CopyN(&f.body, f.in, length); err != nil {
			return nil, 0, io.ErrUnexpectedEOF
		}
		msg, err := jsonrpc2.DecodeMessage(f.body.Bytes())
		if err == nil {
			return msg, length, nil
		}
		if _, err := f.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, jsonrpc2.ErrParse)); err != nil {
			return nil, 0, err
		}
	}
}

// header reads the lines before a message.
func (f *frames) header() (length int64, err error) {
	length = -1
	for i := range mostHeaders {
		line, err := f.in.ReadSlice('\n')
		switch {
		case err == io.EOF && i == 0 && len(line) == 0:
			return 0, io.EOF
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, errHeader
		case err != nil:
			return 0, io.ErrUnexpectedEOF
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if length < 0 {
				return 0, errHeader
			}
			return length, nil
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return 0, errHeader
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			length, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			switch {
			case err != nil || length < 0:
				return 0, errHeader
			case length > mostMessage:
				return 0, errLarge
			}
		}
	}
	return 0, errHeader
}

var errUnread = errors.New("nobody reads the answers")

// Write has a message written, as a whole and behind those before it.
func (f *frames) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	body := jsonrpc2.AppendMessage(nil, msg)
	frame := append(append(strconv.AppendInt([]byte("Content-Length: "), int64(len(body)), 10), "\r\n\r\n"...), body...)
	f.lock.Lock()
	defer f.lock.Unlock()
	switch {
	case f.failed != nil:
		return 0, f.failed
	case f.bytes+len(frame) > mostWaiting:
		return 0, errUnread
	}
	f.waiting, f.bytes = append(f.waiting, frame), f.bytes+len(frame)
	if !f.writing {
		f.writing = true
		go f.write()
	}
	return int64(len(frame)), nil
}

// write writes all that waits.
func (f *frames) write() {
	f.lock.Lock()
	defer f.lock.Unlock()
	for len(f.waiting) > 0 && f.failed == nil {
		frame := f.waiting[0]
		f.waiting[0] = nil
		f.waiting = f.waiting[1:]
		f.lock.Unlock()
		_, err := f.out.Write(frame)
		f.lock.Lock()
		f.failed, f.bytes = err, f.bytes-len(frame)
	}
	f.writing = false
	f.changed.Broadcast()
}

// written is closed when nothing waits to be written any more.
func (f *frames) written() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		f.lock.Lock()
		defer f.lock.Unlock()
		for f.writing {
			f.changed.Wait()
		}
		close(done)
	}()
	return done
}

// Close ends what is read.
func (f *frames) Close() error { return f.close() }
