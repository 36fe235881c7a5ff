package picture

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The protocol of `patgraph-graphviz -serve`. The server first sends Greeting and a newline. Then each request and each
// answer is a line of words that ends in byte counts, followed by that many bytes:
//
//	draw LAYOUT FORMAT MILLISECONDS LENGTH\n  DOT text
//	ok LENGTH NOTES\n                         picture, then notes, one a line
//	error KIND LENGTH\n                       message
//
// Answers come in the order of requests. The server ends when its input does, and after an error of kind timeout,
// limit, crash or internal, which may have left Graphviz in any state.
const Greeting = "patgraph-graphviz 1"

// maxLine bounds a line of the protocol, in bytes.
const maxLine = 256

// Fatal reports whether the process that returned the error must not draw again.
func (k Kind) Fatal() bool { return k == Timeout || k == TooLarge || k == Crash || k == Internal }

// WriteRequest sends a request.
func WriteRequest(w io.Writer, r *Request) error {
	ms := r.Limit.Milliseconds()
	if r.Limit > 0 {
		ms = max(ms, 1)
	}
	if _, err := fmt.Fprintf(w, "draw %s %s %d %d\n", word(r.Layout), word(r.Format), ms, len(r.DOT)); err != nil {
		return err
	}
	_, err := w.Write(r.DOT)
	return err
}

// word makes an invalid name safe to send: it cannot break its line.
func word(s string) string {
	s = strings.Map(func(r rune) rune {
		if r <= ' ' || r > '~' {
			return '?'
		}
		return r
	}, clip(s))
	if s == "" {
		return "?"
	}
	return s
}

// ReadRequest receives a request. The error is io.EOF at the end of the input; after any other error the stream is
// unusable.
func ReadRequest(r *bufio.Reader) (*Request, error) {
	line, err := readLine(r)
	if err != nil {
		return nil, err
	}
	words := strings.Split(line, " ")
	if len(words) != 5 || words[0] != "draw" {
		return nil, fmt.Errorf("not a request: %q", line)
	}
	ms, wrongTime := parseLength(words[3], 1<<40)
	n, wrongLength := parseLength(words[4], MaxInput)
	if err := cmp.Or(wrongTime, wrongLength); err != nil {
		return nil, err
	}
	dot, err := readBytes(r, n)
	if err != nil {
		return nil, err
	}
	return &Request{Layout: words[1], Format: words[2], DOT: dot, Limit: time.Duration(ms) * time.Millisecond}, nil
}

// WriteAnswer sends a picture or, if err is not nil, the reason for its absence.
func WriteAnswer(w io.Writer, p Picture, err *Error) error {
	if err != nil {
		message := err.Message[:min(len(err.Message), maxNotes)]
		_, e := fmt.Fprintf(w, "error %s %d\n%s", err.Kind, len(message), message)
		return e
	}
	notes := strings.Join(p.Notes, "\n")
	notes = notes[:min(len(notes), maxNotes)]
	if _, e := fmt.Fprintf(w, "ok %d %d\n", len(p.Data), len(notes)); e != nil {
		return e
	}
	if _, e := w.Write(p.Data); e != nil {
		return e
	}
	_, e := io.WriteString(w, notes)
	return e
}

// ReadAnswer receives a picture, or an *Error that the server sent. Any other error means that the stream broke or does
// not follow the protocol.
func ReadAnswer(r *bufio.Reader) (Picture, error) {
	line, err := readLine(r)
	if err != nil {
		return Picture{}, err
	}
	words := strings.Split(line, " ")
	switch {
	case len(words) == 3 && words[0] == "ok":
		n, wrongLength := parseLength(words[1], MaxOutput)
		m, wrongNotes := parseLength(words[2], maxNotes)
		if err := cmp.Or(wrongLength, wrongNotes); err != nil {
			return Picture{}, err
		}
		data, err := readBytes(r, n)
		if err != nil {
			return Picture{}, err
		}
		notes, err := readBytes(r, m)
		if err != nil {
			return Picture{}, err
		}
		p := Picture{Data: data}
		if m > 0 {
			p.Notes = strings.Split(string(notes), "\n")
		}
		return p, nil
	case len(words) == 3 && words[0] == "error" && slices.Contains(kinds, Kind(words[1])):
		n, err := parseLength(words[2], maxNotes)
		if err != nil {
			return Picture{}, err
		}
		message, err := readBytes(r, n)
		if err != nil {
			return Picture{}, err
		}
		return Picture{}, &Error{Kind: Kind(words[1]), Message: string(message)}
	}
	return Picture{}, fmt.Errorf("not an answer: %q", line)
}

// ReadGreeting receives the first line of a server.
func ReadGreeting(r *bufio.Reader) error {
	line, err := readLine(r)
	if err != nil {
		return err
	}
	if line != Greeting {
		return fmt.Errorf("it says %q and not %q", line, Greeting)
	}
	return nil
}

func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for len(line) < maxLine {
		c, err := r.ReadByte()
		switch {
		case err == io.EOF && len(line) > 0:
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		case c == '\n':
			return string(line), nil
		}
		line = append(line, c)
	}
	return "", fmt.Errorf("a line longer than %d bytes", maxLine)
}

// parseLength reads a count; signs, spaces and leading zeros are invalid.
func parseLength(s string, most int64) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != s {
		return 0, fmt.Errorf("not a length: %q", s)
	}
	if n > most {
		return 0, fmt.Errorf("a length of %d, more than %d", n, most)
	}
	return n, nil
}

// readBytes reads n bytes and allocates memory as they arrive, not as they are promised.
func readBytes(r io.Reader, n int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, n))
	if err == nil && int64(len(data)) < n {
		err = io.ErrUnexpectedEOF
	}
	return data, err
}
