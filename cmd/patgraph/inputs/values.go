//go:build !js

package inputs

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
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
		data, err := readAll(s.r, 0, limit)
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

// ReadValue reads the text of a value in the named notation.
func ReadValue(r language.Reader, notation string, text *lang.File) (language.Value, *lang.Diagnostic) {
	v, wrong := r.Read(text.Src)
	if wrong == nil {
		return v, nil
	}
	if wrong.Large {
		return nil, &lang.Diagnostic{
			Code: lang.BadValue, Message: lang.Text(wrong.Message), Label: lang.Text("read up to here"), Span: wrong.Span,
			Help: lang.Texts("`--memory` allows more"),
		}
	}
	return nil, &lang.Diagnostic{
		Code: lang.BadValue, Message: lang.Text("this is not " + notation + ": " + wrong.Message),
		Label: lang.Text("here"), Span: wrong.Span,
	}
}

// ValueArgument is the text of a value given as an argument: the value itself, a file that contains it, or - for
// standard input. It returns false if the argument is none of these.
func ValueArgument(o Options, r language.Reader, arg string, stdin io.Reader) (*lang.File, *lang.Diagnostic, bool) {
	if arg != "-" {
		_, wrong := r.Read([]byte(arg))
		_, err := os.Stat(arg)
		switch {
		case wrong == nil, err != nil && strings.ContainsAny(arg[:min(1, len(arg))], `{["-0123456789`):
			return lang.NewFile("<value>", []byte(arg)), nil, true
		case err != nil:
			return nil, nil, false
		}
	}
	text, problem := Whole(o, arg, stdin)
	return text, problem, true
}
