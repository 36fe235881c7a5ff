package inputs

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/patgraph/patgraph/lang"
)

// packed is an archive with some members: regular files unless their type is set.
func packed(t testing.TB, members ...tar.Header) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, h := range members {
		text := h.Uname // the member's content
		if h.Uname = ""; h.Typeflag != tar.TypeXGlobalHeader {
			h.Mode = 0o644
		}
		if h.Typeflag == 0 {
			h.Typeflag, h.Size = tar.TypeReg, int64(len(text))
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func member(name, text string) tar.Header { return tar.Header{Name: name, Uname: text} }

func TestArchives(t *testing.T) {
	mixed := packed(t,
		tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"comment": "as git archive writes it"}},
		tar.Header{Typeflag: tar.TypeDir, Name: "src.k/"},
		member("./src.k/b.k", "1"), member("a.k", "2"), member("notes.txt", "3"), member("a.k", "4"),
		member("/etc/c.k", "5"), member("../d.k", "6"),
		tar.Header{Typeflag: tar.TypeSymlink, Name: "l.k", Linkname: "a.k"},
		tar.Header{Typeflag: tar.TypeLink, Name: "m.k", Linkname: "a.k"},
		tar.Header{Typeflag: tar.TypeFifo, Name: "p.k"},
		tar.Header{Typeflag: tar.TypeChar, Name: "z.k", Devmajor: 1, Devminor: 5},
		member("-", "7"), member("empty.k", ""), member(strings.Repeat("long/", 60)+"e.k", "8"),
	)
	all := []string{"src.k/b.k=1", "a.k=2", "a.k=4", "/etc/c.k=5", "../d.k=6", "empty.k=",
		strings.Repeat("long/", 60) + "e.k=8"}
	two := packed(t, member("a.k", strings.Repeat("x", 700)), member("b.k", "2"))
	for _, test := range []struct {
		name, text string
		o          Options
		want       []string
	}{
		{"members of all kinds", mixed, Options{}, all},
		{"compressed", gzipped(mixed), Options{}, all},
		{"filtered", mixed, Options{Filter: Filter{Exclude: globs(t, "/a.k", "long", "etc/*")}}, []string{"src.k/b.k=1", "../d.k=6", "empty.k="}},
		{"chosen", mixed, Options{Forced: true, Filter: Filter{Include: globs(t, "*.txt", "empty.k")}}, []string{"notes.txt=3", "empty.k="}},
		{"nothing chosen", mixed, Options{Filter: Filter{Exclude: globs(t, "*.k")}}, []string{"P0801 <stdin>: `<stdin>`: no program in it is chosen"}},
		{"large and odd members", packed(t, member("a.k", strings.Repeat("x", 101)), member("b.k", "f\x00=\x00"), member("c.k", strings.Repeat("x", 100))), Options{Limit: 100}, []string{
			"P0803 a.k: `a.k`: it has more than 100 bytes", "P0802 b.k: `b.k`: it is UTF-16 (little-endian), and programs are UTF-8", "c.k=" + strings.Repeat("x", 100)}},
		{"no programs", packed(t, member("a.txt", "x")), Options{}, []string{"P0801 <stdin>: `<stdin>`: no member of it ends in .k"}},
		{"an archive of nothing", packed(t), Options{}, []string{"P0801 <stdin>: `<stdin>`: no member of it ends in .k"}},
		{"nothing at all", "", Options{}, []string{"P0805 <stdin>: all of `<stdin>`: it is empty, which not even an archive of nothing is"}},
		{"a text", strings.Repeat("f = .a;\n", 200), Options{}, []string{"P0801 <stdin>: `<stdin>`: it is not a tar archive"}},
		{"a short text", "f = .a;", Options{}, []string{"P0805 <stdin>: all of `<stdin>`: it is not a tar archive, or one that ends too early"}},
		{"other data after it", two + "x", Options{}, []string{"a.k=" + strings.Repeat("x", 700), "b.k=2", "P0805 <stdin>: all of `<stdin>`: something follows the end of the archive, and was not read"}},
		{"zeros after it", two + strings.Repeat("\x00", 10_000), Options{}, []string{"a.k=" + strings.Repeat("x", 700), "b.k=2"}},
		{"a damaged header", two[:1536] + strings.Repeat("junk", 128) + two[2048:], Options{}, []string{
			"a.k=" + strings.Repeat("x", 700), "P0805 <stdin>: all of `<stdin>`: it is damaged (tar: invalid tar header); it was read up to `a.k`"}},
	} {
		test.o.Languages = toys
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.HalfReader(strings.NewReader(test.text))} {
			if got := formatSources(Archives(test.o, []string{"-"}, r), nil); !slices.Equal(got, test.want) {
				t.Errorf("%s:\n got %.200q\nwant %.200q", test.name, got, test.want)
			}
		}
	}
}

// Wherever an archive is cut off, the complete members are read and the loss is reported.
func TestArchiveCut(t *testing.T) {
	text := packed(t, member("a.k", strings.Repeat("x", 700)), member("b.txt", "2"), member("c.k", "3"))
	zipped := gzipped(text)
	const end = 512 + 1024 + 512 + 512 + 512 + 512
	for i := 0; i < len(text); i += 64 {
		got := formatSources(Archives(Options{Languages: toys}, []string{"-"}, strings.NewReader(text[:i])), nil)
		n := 0
		if i >= 512+700 {
			n++
		}
		if i >= end-512+1 {
			n++
		}
		if len(got) != n+1 || !strings.HasPrefix(got[n], string(lang.BrokenStream)) {
			t.Errorf("cut at %d of %d: %.60q, want %d and a problem", i, len(text), got, n)
		}
	}
	for i := range len(zipped) {
		got := formatSources(Archives(Options{Languages: toys}, []string{"-"}, strings.NewReader(zipped[:i])), nil)
		if len(got) == 0 || !strings.HasPrefix(got[len(got)-1], string(lang.BrokenStream)) {
			t.Errorf("compressed, cut at %d of %d: %.60q", i, len(zipped), got)
		}
	}
}

// Only files are accepted as streams; other paths are reported.
func TestStreamFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "a.tar", packed(t, member("x.k", "1"), member("/y.k", "2")))
	write(t, "lib/b.tar", packed(t, member("x.k", "3")))
	write(t, "r.ndjson", `{"id":"a","source":"x"}`)
	o := Options{Languages: toys}
	for _, test := range []struct {
		all  func(Options, []string, io.Reader) func(func(Source) bool)
		path string
		want []string
	}{
		{archives, "a.tar", []string{"x.k=1", "/y.k=2"}},
		{archives, "lib/b.tar a.tar lib/../a.tar", []string{"lib/b.tar/x.k=3", "a.tar/x.k=1", "a.tar/y.k=2"}},
		{archives, "gone.tar a.tar", []string{"P0801 gone.tar: `gone.tar`: no such file or directory", "a.tar/x.k=1", "a.tar/y.k=2"}},
		{archives, "lib", []string{"P0801 lib: `lib`: it is a folder, not an archive"}},
		{archives, "/dev/zero", []string{"P0801 /dev/zero: `/dev/zero`: it is a device, not an archive"}},
		{records, "r.ndjson gone r.ndjson", []string{"a=x", "P0801 gone: `gone`: no such file or directory"}},
	} {
		if got := formatSources(test.all(o, strings.Fields(test.path), nil), nil); !slices.Equal(got, test.want) {
			t.Errorf("%s:\n got %q\nwant %q", test.path, got, test.want)
		}
	}
	for range Archives(o, []string{"a.tar", filepath.Join("lib", "b.tar")}, nil) {
		break // the archive is closed, and nothing more is called
	}
}

func archives(o Options, paths []string, r io.Reader) func(func(Source) bool) {
	return Archives(o, paths, r)
}
func records(o Options, paths []string, r io.Reader) func(func(Source) bool) {
	return Records(o, paths, r)
}

// FuzzArchive checks that arbitrary bytes are read or reported as a problem.
func FuzzArchive(f *testing.F) {
	text := packed(f, member("a.k", "f = .a;"), member("b.txt", "x"))
	f.Add([]byte(text))
	f.Add([]byte(gzipped(text)))
	f.Add([]byte(text[:600]))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		got := formatSources(Archives(Options{Languages: toys, Limit: 1 << 16}, []string{"-"}, bytes.NewReader(data)), nil)
		if len(got) == 0 {
			t.Fatal("neither a program nor a problem")
		}
	})
}

func BenchmarkArchives(b *testing.B) {
	var members []tar.Header
	for i := range 1000 {
		members = append(members, member(fmt.Sprintf("p%d.k", i), strings.Repeat("f = {.a x, .b y} .x;\n", 50)))
	}
	plain := packed(b, members...)
	for name, text := range map[string]string{"plain": plain, "gzip": gzipped(plain)} {
		b.Run("packed="+name, func(b *testing.B) {
			b.SetBytes(int64(len(plain)))
			b.ReportAllocs()
			for b.Loop() {
				for s := range Archives(Options{Languages: toys}, []string{"-"}, strings.NewReader(text)) {
					if _, problem := s.Read(nil); problem != nil {
						b.Fatal(problem.Message)
					}
				}
			}
		})
	}
}
