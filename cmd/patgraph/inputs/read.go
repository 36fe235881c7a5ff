package inputs

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/internal/nowait"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A form is where a source has its text.
type form uint8

const (
	inFile   form = iota // at its path
	asText               // in memory
	asRecord             // in memory, as a line of JSON
)

// DefaultLimit is the default maximum size of a text in bytes. An analysis takes some fifty times the bytes of its
// text, so one huge file among many could use up the memory of all.
const DefaultLimit = 64 << 20

// Read returns the text of a source. It may be called concurrently for different sources; at most one of these is
// standard input. It reads and holds at most one byte more than the limit. The name of a record becomes its id.
func (s *Source) Read(stdin io.Reader) (*lang.File, *lang.Diagnostic) {
	if s.Problem != nil {
		return nil, s.Problem
	}
	var data []byte
	var err error
	limit := s.limit()
	switch {
	case s.form == asRecord:
		return s.readRecord()
	case s.form == asText:
		data = s.data
	case s.Path == "-":
		data, err = readAll(stdin, 0, limit)
	default:
		if text, ok := s.options.unsaved(s.Path); !ok {
			if file, problem, is := s.readBinaryFile(); is {
				return file, problem
			}
			data, err = readFile(s.Path, limit)
		} else if data = text; int64(len(text)) > limit {
			err = errTooLarge
		}
	}
	switch {
	case errors.Is(err, errTooLarge):
		return nil, tooLarge(s.Name, limit)
	case err != nil:
		return nil, unreadable(s.Name, Cause(err))
	}
	if b := s.binary(data); b != nil {
		return s.converted(b, bytes.NewReader(data), int64(len(data)), nil)
	}
	if problem := encodingProblem(s.Name, data); problem != nil {
		return nil, problem
	}
	return lang.NewFile(s.Name, data), nil
}

// binary returns how to read a program that is not a text, by its name and its first bytes; nil if it is a text.
func (s *Source) binary(head []byte) *language.Binary {
	if s.options == nil {
		return nil
	}
	return s.options.Languages.Binary(s.Name, head)
}

// readBinaryFile reads the file of the source if it is not a text. The limit of sizes does not hold for it: most of its
// bytes are not read.
func (s *Source) readBinaryFile() (file *lang.File, problem *lang.Diagnostic, is bool) {
	f, err := nowait.Open(s.Path)
	if err != nil {
		return nil, nil, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil, false
	}
	head := make([]byte, min(language.BinaryHead, info.Size()))
	if n, err := f.ReadAt(head, 0); n < len(head) && err != nil {
		return nil, nil, false
	}
	b := s.binary(head)
	if b == nil {
		return nil, nil, false
	}
	file, problem = s.converted(b, f, info.Size(), os.DirFS(filepath.Dir(s.Path)))
	return file, problem, true
}

// converted returns the text of a program that is not a text. The bytes of a program without a name show its language.
func (s *Source) converted(b *language.Binary, src io.ReaderAt, size int64, folder fs.FS) (*lang.File, *lang.Diagnostic) {
	s.Extension = cmp.Or(s.Extension, b.Extension)
	file, problem := b.Read(src, size, s.Name, folder)
	if problem != nil {
		problem.Message = append(lang.Text("cannot read "+words.Quote(s.Name)+": "), problem.Message...)
	}
	return file, problem
}

// limit is the maximum size of the source's text.
func (s *Source) limit() int64 {
	if o := s.options; o != nil && o.LimitAt != nil {
		if n := o.LimitAt(s); n > 0 {
			return min(n, lang.MaxSize)
		}
	}
	return s.options.most()
}

// most is the maximum size of a text.
func (o *Options) most() int64 {
	if o == nil || o.Limit <= 0 {
		return DefaultLimit
	}
	return min(o.Limit, lang.MaxSize)
}

func tooLarge(name string, limit int64) *lang.Diagnostic {
	d := &lang.Diagnostic{
		Code:    lang.TooLarge,
		Message: lang.Text("cannot read " + words.Quote(name) + ": it has more than " + words.Size(limit)),
	}
	if limit < lang.MaxSize {
		d.Help = lang.Texts("--limit-size or `size` below [limits] in patgraph.toml allows more")
	}
	return d
}

var (
	errTooLarge = errors.New("too large")
	errChanging = errors.New("it is being written: it changed each time it was read")
)

// readFile reads a file that was regular when it was found; it does not block if the file has been replaced by a pipe.
func readFile(path string, limit int64) ([]byte, error) {
	f, err := nowait.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readSteady(f, limit)
}

// ReadFile reads a regular file of at most so many bytes, even if the file is replaced meanwhile: it never blocks on a
// pipe or reads an endless device.
func ReadFile(path string, limit int64) ([]byte, error) {
	data, err := readFile(path, limit)
	if errors.Is(err, errTooLarge) {
		err = errors.New("it has more than " + words.Size(limit))
	}
	return data, err
}

// A statFile has the methods of a file that reading needs.
type statFile interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// attempts is how often a file that changes while it is read is read again.
const attempts = 3

// readSteady reads a consistent state of a file: a program that is half replaced would have errors that do not exist.
func readSteady(f statFile, limit int64) ([]byte, error) {
	for range attempts {
		before, err := f.Stat()
		switch {
		case err != nil:
			return nil, err
		case !before.Mode().IsRegular():
			return nil, errors.New("it is " + kindOf(before.Mode()) + ", not a file")
		case before.Size() > limit:
			return nil, errTooLarge
		}
		data, err := readAll(io.NewSectionReader(f, 0, limit+1), before.Size(), limit)
		if err != nil {
			return nil, err
		}
		after, err := f.Stat()
		if err != nil {
			return nil, err
		}
		if after.Size() == before.Size() && after.ModTime().Equal(before.ModTime()) {
			return data, nil
		}
	}
	return nil, errChanging
}

// readAll reads to the end, or fails if there are more bytes than the limit; size is the expected number of bytes.
func readAll(r io.Reader, size, limit int64) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if n, err := b.ReadFrom(io.LimitReader(r, limit+1)); n > limit {
		return nil, errTooLarge
	} else if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// sample is the number of bytes that are examined to recognise a format.
const sample = 8000

// encodingProblem reports a text whose bytes show that it is not a program: it has another encoding, or is binary.
// Single invalid bytes are reported by the analysis, with their place; so is a NUL, which may be in a string.
func encodingProblem(name string, data []byte) *lang.Diagnostic {
	var what string
	var help []string
	encoding, called := wideEncoding(data)
	switch {
	case encoding != "":
		what, help = "it is "+called+", and programs are UTF-8", []string{"iconv -f " + encoding + " -t UTF-8 converts it"}
	case compression(data) != "":
		what = "it is compressed by " + compression(data)
	case isBinary(data):
		what = "it is binary, not a text"
	default:
		return nil
	}
	return &lang.Diagnostic{
		Code: lang.NotUTF8, Message: lang.Text("cannot read " + words.Quote(name) + ": " + what), Help: lang.Texts(help...),
	}
}

// wideEncoding recognises UTF-16 and UTF-32, by their byte order mark or by the zeros in most characters. It returns
// the encoding's name for programs and for people.
func wideEncoding(data []byte) (encoding, called string) {
	for _, m := range []struct{ mark, encoding, called string }{
		{"\xff\xfe\x00\x00", "UTF-32", "UTF-32"},
		{"\x00\x00\xfe\xff", "UTF-32", "UTF-32"},
		{"\xff\xfe", "UTF-16", "UTF-16 (little-endian)"},
		{"\xfe\xff", "UTF-16", "UTF-16 (big-endian)"},
	} {
		if bytes.HasPrefix(data, []byte(m.mark)) {
			return m.encoding, m.called
		}
	}
	data = data[:min(len(data), sample)&^1]
	var zeros [2]int // number of zeros at even and at odd offsets
	for i, c := range data {
		if c == 0 {
			zeros[i&1]++
		}
	}
	// A program is mostly ASCII, whatever its strings are, and contains no NUL.
	most := len(data) / 2
	switch {
	case most == 0:
	case zeros[0] == 0 && zeros[1]*2 > most:
		return "UTF-16LE", "UTF-16 (little-endian)"
	case zeros[1] == 0 && zeros[0]*2 > most:
		return "UTF-16BE", "UTF-16 (big-endian)"
	}
	return "", ""
}

// compression is the name of the compression format of some bytes, or "".
func compression(data []byte) string {
	for _, m := range []struct{ magic, name string }{
		{"\x1f\x8b\x08", "gzip"},
		{"BZh", "bzip2"},
		{"\xfd7zXZ\x00", "xz"},
		{"\x28\xb5\x2f\xfd", "zstd"},
		{"PK\x03\x04", "zip"},
	} {
		// "BZh" alone could begin a program: h of Z of B.
		if bytes.HasPrefix(data, []byte(m.magic)) &&
			(m.name != "bzip2" || len(data) > 9 && bytes.Equal(data[4:10], []byte("1AY&SY"))) {
			return m.name
		}
	}
	return ""
}

// isBinary reports whether bytes are not a text: the first ones include a NUL, and they are not UTF-8 or have more
// control characters than any text.
func isBinary(data []byte) bool {
	head := data[:min(len(data), sample)]
	if bytes.IndexByte(head, 0) < 0 {
		return false
	}
	control := 0
	for _, c := range head {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' {
			control++
		}
	}
	if control*10 > len(head) {
		return true
	}
	// The sample may end within a character.
	for i := 0; i < utf8.UTFMax && len(head) > 0 && len(head) < len(data) && !utf8.Valid(head); i++ {
		head = head[:len(head)-1]
	}
	return !utf8.Valid(head)
}
