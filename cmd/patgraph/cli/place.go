package cli

import (
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A Location is a place FILE:LINE:COL. Line and column are 0 if they are not given.
type Location struct {
	Written      string // as typed; "": it was not typed
	Path         string
	Line, Column int
}

// parseLocation splits an argument. A path may contain colons, so the longest prefix that exists is the path; if none
// exists, numbers at the end are line and column. A trailing colon, as tools write it, is ignored.
func parseLocation(arg string) (*Location, error) {
	l := &Location{Written: arg, Path: arg}
	for !exists(l.Path) {
		i := strings.LastIndexByte(l.Path, ':')
		if i < 1 {
			l.Path = withoutNumbers(arg)
			break
		}
		l.Path = l.Path[:i]
	}
	rest := strings.TrimSuffix(arg[len(l.Path):], ":")
	if rest == "" {
		return l, nil
	}
	line, column, both := strings.Cut(rest[1:], ":")
	ok := digits(line, &l.Line) && (!both || digits(column, &l.Column))
	switch {
	case !ok:
		return l, Wrong("after " + words.Quote(l.Path) + " there is " + words.Quote(rest) +
			", where :LINE or :LINE:COL is expected")
	case l.Line == 0 || both && l.Column == 0:
		return l, Wrong("lines and columns count from 1, so there is no " + words.Quote(rest))
	}
	return l, nil
}

// withoutNumbers is an argument without the numbers, at most two, at its end.
func withoutNumbers(arg string) string {
	path := strings.TrimSuffix(arg, ":")
	var n int
	for range 2 {
		i := strings.LastIndexByte(path, ':')
		if i < 1 || !digits(path[i+1:], &n) {
			break
		}
		path = path[:i]
	}
	return path
}

// digits parses a decimal number without a sign.
func digits(text string, n *int) bool {
	var err error
	*n, err = strconv.Atoi(text)
	return err == nil && text[0] >= '0' && text[0] <= '9'
}

// looksLikePath reports whether an argument can only be a path.
func looksLikePath(arg string) bool {
	return arg == "-" || strings.ContainsAny(arg, "./\\:") || exists(arg)
}

// exists reports whether a file exists; - is standard input.
func exists(path string) bool {
	if path == "-" {
		return true
	}
	_, err := os.Stat(path)
	return err == nil
}

// Span is the part of a text that a location names: all of it, a line, or the empty span of a place.
func (l *Location) Span(f *lang.File) (lang.Span, error) {
	name := words.Quote(inputs.Shown(l.Path))
	if l.Line == 0 {
		return f.Home().Span(), nil
	}
	if lines := f.Lines(); l.Line > lines {
		if lines > 1 && len(f.Line(lines)) == 0 {
			lines-- // the empty text after the last line end is not a line for users
		}
		return lang.Span{},
			Wrong("there is no line " + strconv.Itoa(l.Line) + ": " + name + " has " +
				lang.Count(lines, "line", "lines"))
	}
	start, _ := f.Offset(l.Line, 1)
	end := start + int32(len(f.Line(l.Line)))
	if l.Column == 0 {
		return lang.Span{Start: start, End: end}, nil
	}
	offset, ok := f.Offset(l.Line, l.Column)
	if !ok {
		last := f.Position(end).Column
		return lang.Span{},
			Wrong("there is no column " + strconv.Itoa(l.Column) + ": line " + strconv.Itoa(l.Line) + " of " + name +
				" ends at column " + strconv.Itoa(last))
	}
	return lang.Span{Start: offset, End: offset}, nil
}

// touches reports whether a span and a place, which may be empty, overlap.
func touches(s, place lang.Span) bool {
	end := max(s.End, s.Start+1)
	return s.Start < max(place.End, place.Start+1) && place.Start < end
}

// isShown reports whether a place overlaps one that the frame of a diagnostic shows.
func isShown(d *lang.Diagnostic, place lang.Span) bool {
	if touches(d.Span, place) {
		return true
	}
	if slices.ContainsFunc(d.Related, func(r lang.Related) bool { return touches(r.Span, place) }) {
		return true
	}
	return d.Clash != nil &&
		slices.ContainsFunc([]*lang.Witness{d.Clash.A, d.Clash.B, d.Clash.C}, func(w *lang.Witness) bool {
			return w != nil && touches(w.Span, place)
		})
}

// isPassed reports whether a place overlaps one that a derivation cites.
func isPassed(d *lang.Diagnostic, place lang.Span) bool {
	return d.Explanation != nil && slices.ContainsFunc(d.Explanation.Steps, func(s lang.Step) bool {
		return s.Span != (lang.Span{}) && touches(s.Span, place)
	})
}
