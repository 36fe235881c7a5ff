package inputs

import (
	"bytes"
	"errors"
	"io"
	"iter"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// Values are the inputs of programs that are run. Like streams of programs, they come from files, pipes or -,
// optionally compressed by gzip.

// Lines yields the lines of a stream that are not blank, each with the name of the stream and its line number.
func Lines(o Options, path string, stdin io.Reader) iter.Seq[Source] {
	return o.streams([]string{path}, stdin, "a file with values", nil, func(s *stream, yield yieldFunc) bool {
		return o.lines(s, asText, yield)
	})
}

// Whole reads a whole stream as one text.
func Whole(o Options, path string, stdin io.Reader) (text *lang.File, problem *lang.Diagnostic) {
	whole := func(s *stream, yield yieldFunc) bool {
		limit := o.most()
		data, err := readAll(s.r, 512, limit)
		switch {
		case errors.Is(err, errTooLarge):
			return yield(Source{Name: s.name, Problem: tooLarge(s.name, limit)})
		case err != nil:
			return yield(s.broken(err, ""))
		}
		return yield(Text(o, s.name, bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	}
	for source := range o.streams([]string{path}, stdin, "a file with a value", nil, whole) {
		return source.Read(nil)
	}
	return nil, &lang.Diagnostic{Code: lang.UnreadableInput, Message: lang.Text("cannot read " + words.Quote(path))}
}
