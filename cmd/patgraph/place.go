package main

import (
	"os"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A location is what FILE:LINE:COL names. Line and column are 0 when they are
// not given.
type location struct {
	written      string
	path         string
	line, column int
}

// parseLocation splits an argument. A path may have colons itself, so the longest
// part that exists is the path; where nothing does, numbers at the end are line
// and column. A colon at the end, as tools write it, is no harm.
func parseLocation(arg, command string) (location, error) {
	l := location{written: arg, path: arg}
	for !exists(l.path) {
		i := strings.LastIndexByte(l.path, ':')
		if i < 1 {
			l.path = withoutNumbers(arg)
			break
		}
		l.path = l.path[:i]
	}
	rest := strings.TrimSuffix(arg[len(l.path):], ":")
	if rest == "" {
		return l, nil
	}
	line, column, both := strings.Cut(rest[1:], ":")
	ok := number(line, &l.line) && (!both || number(column, &l.column))
	switch {
	case !ok:
		return l, &usageError{command: command,
			message: "behind " + words.Quote(l.path) + " stands " + words.Quote(rest) + ", where :LINE or :LINE:COL is expected"}
	case l.line == 0 || both && l.column == 0:
		return l, &usageError{command: command, message: "lines and columns count from 1, so there is no " + words.Quote(rest)}
	}
	return l, nil
}

// withoutNumbers is an argument without the numbers, at most two, at its end.
func withoutNumbers(arg string) string {
	path := strings.TrimSuffix(arg, ":")
	var n int
	for range 2 {
		i := strings.LastIndexByte(path, ':')
		if i < 1 || !number(path[i+1:], &n) {
			break
		}
		path = path[:i]
	}
	return path
}

// number reads digits.
func number(text string, n *int) bool {
	var err error
	*n, err = strconv.Atoi(text)
	return err == nil && text[0] >= '0' && text[0] <= '9'
}

// looksLikePath reports whether an argument can only be meant as a path.
func looksLikePath(arg string) bool {
	return arg == "-" || strings.ContainsAny(arg, "./\\:") || exists(arg)
}

func exists(path string) bool {
	if path == "-" {
		return true
	}
	_, err := os.Stat(path)
	return err == nil
}

// span is the part of a text that a location is about: all of it, a line, or the
// empty span of a place.
func (l *location) span(f *lang.File, command string) (lang.Span, error) {
	name := words.Quote(inputs.Shown(l.path))
	if l.line == 0 {
		return f.Home().Span(), nil
	}
	if lines := f.Lines(); l.line > lines {
		if lines > 1 && len(f.Line(lines)) == 0 {
			lines-- // what is behind the last line end is no line to people
		}
		return lang.Span{}, &usageError{command: command,
			message: "there is no line " + strconv.Itoa(l.line) + ": " + name + " has " + words.Count(lines, "line", "lines")}
	}
	start, _ := f.Offset(l.line, 1)
	end := start + int32(len(f.Line(l.line)))
	if l.column == 0 {
		return lang.Span{Start: start, End: end}, nil
	}
	offset, ok := f.Offset(l.line, l.column)
	if !ok {
		last := f.Position(end).Column
		return lang.Span{}, &usageError{command: command,
			message: "there is no column " + strconv.Itoa(l.column) + ": line " + strconv.Itoa(l.line) + " of " + name + " ends at column " + strconv.Itoa(last)}
	}
	return lang.Span{Start: offset, End: offset}, nil
}

// touches reports whether a span has something of a place, which may be empty.
func touches(s, place lang.Span) bool {
	end := max(s.End, s.Start+1)
	return s.Start < max(place.End, place.Start+1) && place.Start < end
}
