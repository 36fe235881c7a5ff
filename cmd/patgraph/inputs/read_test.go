//go:build unix

package inputs

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf16"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/filetest"
	"github.com/patgraph/patgraph/lang"
)

func utf16Bytes(text string, mark, big bool) []byte {
	units := utf16.Encode([]rune(text))
	if mark {
		units = slices.Insert(units, 0, 0xFEFF)
	}
	var b []byte
	for _, u := range units {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func TestReadTexts(t *testing.T) {
	dir := t.TempDir()
	random := make([]byte, 20_000)
	rand.NewChaCha8([32]byte{1}).Read(random)
	const program = "f = {.a x, .b y} 'text' .größe;\r\n"
	long := strings.Repeat(program, 1000)
	for _, test := range []struct {
		name string
		data []byte
		says string // the message of the diagnostic; empty: the text is read
		code lang.Code
	}{
		{"empty", nil, "", ""},
		{"crlf", []byte(long), "", ""},
		{"mark", []byte("\ufeff" + program), "", ""},
		{"nul in a string", []byte("f = 'a\x00b';"), "", ""},
		{"nul at the end", []byte(program + "\x00"), "", ""},
		{"latin-1", []byte("f = .gr\xf6\xdfe;"), "", ""}, // the analysis reports the place
		{"BZh", []byte("BZhang = .a;\n"), "", ""},
		{"a nul in a sample that ends within a character", []byte("'\x00'" + strings.Repeat("é", 8000)), "", ""},
		{"utf-16le with mark", utf16Bytes(program, true, false), "it is UTF-16 (little-endian), and programs are UTF-8", lang.NotUTF8},
		{"utf-16be with mark", utf16Bytes(program, true, true), "it is UTF-16 (big-endian), and programs are UTF-8", lang.NotUTF8},
		{"utf-16le", utf16Bytes(long, false, false), "it is UTF-16 (little-endian), and programs are UTF-8", lang.NotUTF8},
		{"utf-16be", utf16Bytes(long, false, true), "it is UTF-16 (big-endian), and programs are UTF-8", lang.NotUTF8},
		{"utf-16 of one character", []byte("x\x00"), "it is UTF-16 (little-endian), and programs are UTF-8", lang.NotUTF8},
		{"utf-32", []byte("\xff\xfe\x00\x00f\x00\x00\x00"), "it is UTF-32, and programs are UTF-8", lang.NotUTF8},
		{"random", random, "it is binary, not a text", lang.NotUTF8},
		{"zeros", make([]byte, 10_000), "it is binary, not a text", lang.NotUTF8},
		{"elf", []byte("\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00"), "it is binary, not a text", lang.NotUTF8},
		{"gzip", []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"), "it is compressed by gzip", lang.NotUTF8},
		{"bzip2", []byte("BZh91AY&SY\x00\x00"), "it is compressed by bzip2", lang.NotUTF8},
	} {
		path := filepath.Join(dir, "a.k")
		write(t, path, string(test.data))
		for _, s := range []*Source{{Name: "a.k", Path: path}, {Name: "a.k", Path: "-"}} {
			file, problem := s.Read(iotest.HalfReader(bytes.NewReader(test.data)))
			switch {
			case test.says == "":
				if problem != nil || !bytes.Equal(file.Src, test.data) {
					t.Errorf("%s (%s): %v", test.name, s.Path, problem)
				}
			case problem == nil || problem.Code != test.code || problem.Message.String() != "cannot read `a.k`: "+test.says:
				t.Errorf("%s (%s): %v", test.name, s.Path, problem)
			}
		}
	}
}

// A huge file is reported by its size alone and is not read. It is sparse here.
func TestReadLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.k")
	write(t, path, "f = .a;")
	for _, test := range []struct {
		limit int64
		ok    bool
	}{{0, true}, {7, true}, {6, false}, {1, false}, {1 << 62, true}} {
		for _, p := range []string{path, "-"} {
			s := &Source{Name: "a.k", Path: p, options: &Options{Limit: test.limit}}
			if _, problem := s.Read(strings.NewReader("f = .a;")); (problem == nil) != test.ok ||
				problem != nil && problem.Code != lang.TooLarge {
				t.Errorf("limit %d of %s: %v", test.limit, p, problem)
			}
		}
	}
	if err := os.Truncate(path, 1<<30); err != nil {
		t.Fatal(err)
	}
	s := &Source{Name: "a.k", Path: path}
	var problem *lang.Diagnostic
	bytes := cost.Allocated(func() { _, problem = s.Read(nil) })
	if problem == nil || problem.Code != lang.TooLarge ||
		problem.Message.String() != "cannot read `a.k`: it has more than 64 MiB" || len(problem.Help) != 1 {
		t.Errorf("1 GiB: %v", problem)
	}
	if bytes > 1e6 {
		t.Errorf("to refuse 1 GiB, %d bytes are allocated", bytes)
	}
	s = &Source{Name: "<stdin>", Path: "-", options: &Options{Limit: 1 << 16}}
	if _, problem = s.Read(endless{}); problem == nil || problem.Code != lang.TooLarge {
		t.Errorf("endless input: %v", problem)
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// A file is replaced between being found and being read.
func TestReadVanished(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.k")
	for _, test := range []struct {
		become func() error
		says   string
	}{
		{func() error { return nil }, "no such file or directory"},
		{func() error { return os.Mkdir(path, 0o777) }, "it is a folder, not a file"},
		{func() error { filetest.Symlink(t, "a.k", path); return nil }, "too many levels of symbolic links"},
		{func() error { return os.WriteFile(path, nil, 0o666) }, ""},
	} {
		if err := test.become(); err != nil {
			t.Fatal(err)
		}
		_, problem := (&Source{Name: "a.k", Path: path}).Read(nil)
		switch {
		case test.says == "" && problem != nil,
			test.says != "" &&
				(problem == nil || problem.Code != lang.UnreadableInput || !strings.HasSuffix(problem.Message.String(), test.says)):
			t.Errorf("%q: %v", test.says, problem)
		}
		os.Remove(path)
	}
}

// A changing is a file that changes each time it is read, up to a number of reads.
type changing struct {
	text  string
	rests int // the number of reads
	read  int
	fails error
}

func (c *changing) ReadAt(b []byte, off int64) (int, error) {
	if c.fails != nil {
		return 0, c.fails
	}
	if off >= int64(len(c.text)) {
		if c.read++; c.read < c.rests {
			c.text += "x"
		}
		return 0, io.EOF
	}
	return copy(b, c.text[off:]), nil
}

func (c *changing) Stat() (fs.FileInfo, error) { now := *c; return &now, nil }
func (c *changing) Name() string               { return "a.k" }
func (c *changing) Size() int64                { return int64(len(c.text)) }
func (c *changing) Mode() fs.FileMode          { return 0o644 }
func (c *changing) ModTime() time.Time         { return time.Unix(int64(c.read), 0) }
func (c *changing) IsDir() bool                { return false }
func (c *changing) Sys() any                   { return nil }

func TestReadWhileWritten(t *testing.T) {
	// A file that no longer changes keeps its times.
	steady := &changing{text: "f = .a;", rests: 1 << 30}
	if _, err := readSteady(steady, 1000); err != errChanging || steady.read != attempts {
		t.Errorf("a file that never rests: %v after %d attempts", err, steady.read)
	}
	once := &resting{changing{text: "f = .a;", rests: 2}}
	if data, err := readSteady(once, 1000); err != nil || string(data) != "f = .a;x" {
		t.Errorf("a file that has grown once: %q, %v", data, err)
	}
	broken := &changing{fails: errors.New("input/output error")}
	if _, err := readSteady(broken, 1000); err != broken.fails {
		t.Errorf("a file that cannot be read: %v", err)
	}
	grown := &changing{text: "f = .a;", rests: 1 << 30}
	if _, err := readSteady(grown, 7); err != errTooLarge {
		t.Errorf("a file that grows beyond the limit: %v", err)
	}
}

// resting keeps its times while its size does not change.
type resting struct{ changing }

func (r *resting) Stat() (fs.FileInfo, error) { now := *r; return &now, nil }
func (r *resting) ModTime() time.Time         { return time.Unix(r.Size(), 0) }

// Reading a file that is written all the time terminates.
func TestReadRace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.k")
	write(t, path, "")
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
				os.WriteFile(path, bytes.Repeat([]byte{'a' + byte(i%26)}, 1+i%5000), 0o666)
			}
		}
	}()
	for range 300 {
		_, problem := (&Source{Name: "a.k", Path: path}).Read(nil)
		if problem != nil && !strings.Contains(problem.Message.String(), errChanging.Error()) {
			t.Fatal(problem.Message)
		}
	}
	close(done)
	<-stopped
}

// Some files can be opened but not read.
func TestReadError(t *testing.T) {
	const path = "/proc/self/mem"
	if runtime.GOOS != "linux" {
		t.Skip("memory is not a file there")
	}
	if _, problem := (&Source{Name: "mem", Path: path}).Read(nil); problem == nil ||
		problem.Code != lang.UnreadableInput || !strings.Contains(problem.Message.String(), "input/output error") {
		t.Errorf("%v", problem)
	}
	s := &Source{Name: StdinName, Path: "-"}
	if _, problem := s.Read(iotest.ErrReader(errors.New("no more"))); problem == nil ||
		problem.Message.String() != "cannot read `<stdin>`: no more" {
		t.Errorf("standard input: %v", problem)
	}
}
