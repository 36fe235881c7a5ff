//go:build !js

package inputs

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// Some inputs are streams of many programs: lines of JSON and tar archives, both optionally compressed by gzip. They
// are read lazily, program by program, and not kept in memory.

// A stream is an open stream.
type stream struct {
	name string
	r    *bufio.Reader
}

// yieldFunc consumes sources; it reports whether it wants more.
type yieldFunc = func(Source) bool

// Records yields the programs of streams of NDJSON: a line is an object whose key "source" has the program and whose
// key "id", a text or a number, its name. Other keys are ignored. A line that is not such an object, or exceeds the
// limit, is a source with a problem. Streams are files, pipes or -, in the order of their paths; their programs keep
// their order.
func Records(o Options, paths []string, stdin io.Reader) iter.Seq[Source] {
	return o.streams(paths, stdin, "a file with records", nil, o.records)
}

// Archives yields the programs in tar archives: regular members whose names end like those of programs, pass the filter
// and are not left out. Links and devices are left out. If there are several archives, a member's name is preceded by
// that of its archive.
//
// With Unpack, an archive is read twice; for that, standard input and pipes are copied to a temporary file.
func Archives(o Options, paths []string, stdin io.Reader) iter.Seq[Source] {
	several := len(paths) > 1
	var unpacked Unpacked
	var first func(name string, file io.ReadSeeker)
	if o.Unpack != nil {
		first = func(name string, file io.ReadSeeker) { unpacked = o.look(name, several, file) }
	}
	return o.streams(paths, stdin, "an archive", first, func(s *stream, yield yieldFunc) bool {
		for _, source := range unpacked.Sources {
			if !yield(source) {
				return false
			}
		}
		return o.members(s, several, &unpacked, yield)
	})
}

// streams opens one stream after the other, without duplicates. first gets each before it is read; it may be nil.
func (o *Options) streams(
	paths []string, stdin io.Reader, what string, first func(name string, file io.ReadSeeker), each func(*stream, yieldFunc) bool,
) iter.Seq[Source] {
	return func(yield func(Source) bool) {
		seen := make(map[string]bool)
		for _, path := range paths {
			name, key := Shown(path), Identity(path)
			if path == "-" {
				key = path
				if o.StdinName != "" {
					name = Shown(o.StdinName)
				}
			}
			if seen[key] {
				continue
			}
			seen[key] = true
			if !o.stream(path, name, stdin, what, first, each, yield) {
				return
			}
		}
	}
}

// stream opens a stream and reads it to its end.
func (o *Options) stream(
	path, name string, stdin io.Reader, what string, first func(name string, file io.ReadSeeker), each func(*stream, yieldFunc) bool, yield yieldFunc,
) bool {
	regular := false
	fail := func(message string, help ...string) bool {
		return yield(Source{Name: name, Problem: unreadable(name, message, help...)})
	}
	if path != "-" {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return fail(Cause(err))
		case info.IsDir():
			return fail("it is a folder, not " + what)
		case !info.Mode().IsRegular() && info.Mode()&os.ModeNamedPipe == 0:
			return fail("it is " + kindOf(info.Mode()) + ", not " + what)
		}
		f, err := os.Open(path)
		if err != nil {
			return fail(Cause(err))
		}
		defer f.Close()
		stdin, regular = f, info.Mode().IsRegular()
	}
	if first != nil {
		file, ok := stdin.(*os.File)
		if !ok || !regular {
			var err error
			if file, err = kept(stdin); err != nil {
				return fail("it cannot be kept to be read twice: "+Cause(err),
					"--no-config reads it once, without the settings in it")
			}
			defer file.Close()
			stdin = file
		}
		if first(name, file); rewind(file) != nil {
			return fail("it cannot be read twice")
		}
	}
	return o.unpacked(name, stdin, each, yield)
}

// unpacked reads an open stream to its end, through gzip if it is compressed.
func (o *Options) unpacked(name string, r io.Reader, each func(*stream, yieldFunc) bool, yield yieldFunc) bool {
	s := &stream{name: name, r: bufio.NewReaderSize(r, 1<<16)}
	start, _ := s.r.Peek(10) // an error occurs again when it is read
	switch c := compression(start); c {
	case "":
	case "gzip":
		z, err := gunzip(s.r)
		if err != nil {
			return yield(s.broken(err, ""))
		}
		s.r = bufio.NewReaderSize(z, 1<<16)
	default:
		return yield(Source{Name: name, Problem: unreadable(name,
			"it is compressed by "+c+"; only gzip is read",
			"unpack it, and give the result as standard input: patgraph … -")})
	}
	return each(s, yield)
}

// broken is the problem of a stream that cannot be read further than a place.
func (s *stream) broken(err error, place string) Source {
	var path *fs.PathError
	message := "it is damaged (" + strings.TrimPrefix(err.Error(), "archive/") + ")"
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		message = "it ends too early"
	case errors.As(err, &path):
		message = Cause(err)
	}
	if place != "" {
		message += "; it was read up to " + place
	}
	return s.incomplete(message)
}

// incomplete is the problem of a stream that has lost a part.
func (s *stream) incomplete(message string, help ...string) Source {
	return Source{Name: s.name, Problem: &lang.Diagnostic{
		Code: lang.BrokenStream, Message: lang.Text("cannot read all of " + words.Quote(s.name) + ": " + message),
		Help: lang.Texts(help...),
	}}
}

// records yields the lines of a stream as records.
func (o *Options) records(s *stream, yield yieldFunc) bool { return o.lines(s, asRecord, yield) }

func (o *Options) lines(s *stream, as form, yield yieldFunc) bool {
	limit := o.most()
	for n := 1; ; n++ {
		line, err := readLine(s.r, limit)
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if line = bytes.TrimRight(line, " \t\r\n"); as == asRecord {
			line = bytes.TrimLeft(line, " \t\r\n")
		}
		name := s.name + ":" + strconv.Itoa(n)
		source := Source{Name: name, form: as, data: line, options: o}
		switch {
		case err == errTooLarge:
			source = Source{Name: name, Problem: tooLarge(name, limit)}
			err = nil
		case err != nil && err != io.EOF:
			after := ""
			if n > 1 {
				after = "line " + strconv.Itoa(n-1)
			}
			return yield(s.broken(err, after))
		case len(line) == 0:
			if err == io.EOF {
				return true
			}
			continue
		}
		if !yield(source) {
			return false
		}
		if err == io.EOF {
			return true
		}
	}
}

// readLine reads a line of any length into new memory. A line longer than the limit is skipped. The last line comes
// with io.EOF.
func readLine(r *bufio.Reader, limit int64) (line []byte, err error) {
	long := false
	for {
		part, err := r.ReadSlice('\n')
		switch {
		case long:
		case int64(len(line)+len(part)) > limit+2: // the line end does not count
			line, long = nil, true
		case line == nil:
			line = bytes.Clone(part)
		default:
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case long && (err == nil || err == io.EOF):
			return nil, errTooLarge // io.EOF is returned again by the next call
		}
		return line, err
	}
}
