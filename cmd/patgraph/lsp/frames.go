package lsp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
)

// A frames reads and writes messages in a byte stream, each preceded by a header with its length. Memory is allocated
// for bytes received, not for the announced length.
type frames struct {
	in    *bufio.Reader
	body  bytes.Buffer
	out   io.Writer
	close func() error
}

const mostHeaders = 32

var (
	errHeader = errors.New("the input is not a message of the Language Server Protocol: that begins with Content-Length")
	errLarge  = errors.New("a message of more than 256 MiB is announced")
)

func newFrames(in io.Reader, out io.Writer, close func() error) *frames {
	return &frames{in: bufio.NewReaderSize(in, 1<<16), out: out, close: close}
}

// Receive reads the next message.
func (f *frames) Receive(context.Context) ([]byte, error) {
	length, err := f.header()
	if err != nil {
		return nil, err
	}
	if f.body.Cap() > 1<<22 && length < 1<<20 {
		f.body = bytes.Buffer{} // release the buffer of a large message
	}
	f.body.Reset()
	if _, err := io.CopyN(&f.body, f.in, length); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return f.body.Bytes(), nil
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

// Send writes a message with its header.
func (f *frames) Send(message []byte) error {
	frame := append(append(strconv.AppendInt([]byte("Content-Length: "), int64(len(message)), 10),
		"\r\n\r\n"...), message...)
	_, err := f.out.Write(frame)
	return err
}

// Close closes the input.
func (f *frames) Close() error { return f.close() }
