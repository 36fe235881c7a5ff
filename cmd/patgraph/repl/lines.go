package repl

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Prompts of an input and of its continuation lines. In a transcript they mark what was typed.
const (
	Prompt = "> "
	More   = ". "
)

// ErrAbandoned is returned by a reader of lines when Ctrl-C was typed.
var ErrAbandoned = errors.New("abandoned")

// ErrTooLong means that a line has more bytes than a program may have.
var ErrTooLong = errors.New("a line is longer than any program may be")

// A LineReader reads a line without its end. It returns io.EOF after the last line.
type LineReader func(prompt string) (string, error)

// Run executes all inputs of a reader. It returns the first error of reading or of Write, and nil at the end of the
// input. interactive means that a person sees the prompts.
func (s *Session) Run(next LineReader, interactive bool) error {
	pending := ""
	for {
		prompt := Prompt
		if pending != "" {
			prompt = More
		}
		line, err := next(prompt)
		switch {
		case errors.Is(err, ErrAbandoned):
			pending = ""
			continue
		case err == io.EOF && interactive:
			return nil // the pending input is discarded
		case err == io.EOF:
			if pending != "" {
				s.Do(pending)
			}
			return s.failed
		case err != nil:
			return err
		}
		if pending = s.line(pending, line); s.over || s.failed != nil {
			return s.failed
		}
	}
}

// line adds a line to the pending input, and executes it when it is complete. A blank line abandons it. It returns the
// input that is then pending.
func (s *Session) line(pending, line string) string {
	if pending != "" {
		if strings.TrimSpace(line) == "" && !inBlock(pending) {
			s.say("(abandoned)")
			return ""
		}
		line = pending + "\n" + line
	}
	if s.Unfinished(line) {
		return line
	}
	s.Do(line)
	return ""
}

// Lines reads lines from a stream, without prompts.
func Lines(r io.Reader) LineReader {
	b := bufio.NewReader(r)
	return func(string) (string, error) {
		var line []byte
		for {
			part, err := b.ReadSlice('\n')
			line = append(line, part...)
			switch {
			case len(line) > lang.MaxSize:
				return "", ErrTooLong
			case err == bufio.ErrBufferFull:
				continue
			case err == io.EOF && len(line) > 0, err == nil:
				return strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r"), nil
			}
			return "", err
		}
	}
}
