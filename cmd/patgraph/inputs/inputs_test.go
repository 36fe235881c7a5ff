//go:build unix

package inputs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/filetest"
)

// gathered lists the sources of paths, problems with their messages.
func gathered(paths ...string) []string {
	var out []string
	for _, s := range Gather(Options{Languages: toys}, paths) {
		if s.Problem != nil {
			_, why, _ := strings.Cut(s.Problem.Message.String(), ": ")
			out = append(out, s.Name+": "+why)
		} else {
			out = append(out, s.Name)
		}
	}
	return out
}

func TestGather(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, p := range []string{"b.k", "a.k", "lib/c.k", "lib/d.k", "lib/deep/e.k", "text.md", ".git/x.k",
		"empty/readme", "lib.k/in.k"} {
		write(t, p, "f = .a;")
	}
	write(t, "outside.txt", "f = .a;")
	link := func(to, at string) { filetest.Symlink(t, to, at) }
	outside := t.TempDir()
	write(t, filepath.Join(outside, "secret.k"), "f = .a;")
	link("a.k", "link.k")                                // to a file that is found anyway
	link("../outside.txt", "lib/in.k")                   // within the tree of ".", not of "lib"
	link(filepath.Join(outside, "secret.k"), "secret.k") // outside of the tree
	link(outside, "away")
	link("..", "lib/up")
	link("nowhere.k", "broken.k")
	filetest.Pipe(t, "pipe.k")
	for _, test := range []struct {
		paths []string
		want  []string
	}{
		{[]string{"b.k", "a.k"}, []string{"a.k", "b.k"}},
		{[]string{"a.k", "./a.k", "lib/../a.k", "link.k"}, []string{"a.k"}},
		{[]string{"link.k"}, []string{"link.k"}},
		{[]string{"secret.k"}, []string{"secret.k"}},
		{[]string{"lib"}, []string{"lib/c.k", "lib/d.k", "lib/deep/e.k"}},
		{[]string{"lib/"}, []string{"lib/c.k", "lib/d.k", "lib/deep/e.k"}},
		{[]string{"lib", "lib/c.k", "lib/deep"}, []string{"lib/c.k", "lib/d.k", "lib/deep/e.k"}},
		{[]string{"lib/up/a.k"}, []string{"lib/up/a.k"}},
		{[]string{"-", "a.k", "-"}, []string{"<stdin>", "a.k"}},
		{[]string{"."}, []string{"a.k", "b.k", "broken.k: no such file or directory", "lib.k/in.k", "lib/c.k", "lib/d.k", "lib/deep/e.k", "lib/in.k", "pipe.k: it is a pipe, not a file"}},
		{[]string{"none.k", "a.k"}, []string{"a.k", "none.k: no such file or directory"}},
		{[]string{"empty"}, []string{"empty: no file in it ends in .k"}},
		{[]string{"text.md"}, []string{"text.md: its name does not end in .k"}},
		{[]string{"pipe.k"}, []string{"pipe.k: it is a pipe, not a file"}},
		{[]string{""}, []string{": no such file or directory"}},
	} {
		if got := gathered(test.paths...); !slices.Equal(got, test.want) {
			t.Errorf("%q\n got %q\nwant %q", test.paths, got, test.want)
		}
	}
	if got := Gather(Options{Languages: toys, Forced: true}, []string{"text.md"}); got[0].Problem != nil ||
		got[0].Extension != "" {
		t.Errorf("text.md is not read although the dialect is given: %v", got[0].Problem)
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.k")
	text := strings.Repeat("f = .a;\n", 10_000)
	write(t, path, text)
	s := &Source{Name: "a.k", Path: path}
	file, problem := s.Read(nil)
	if problem != nil || string(file.Src) != text {
		t.Errorf("read %v", problem)
	}
	s = &Source{Name: StdinName, Path: "-"}
	if file, problem = s.Read(strings.NewReader(text)); problem != nil || string(file.Src) != text {
		t.Errorf("read standard input: %v", problem)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	s = &Source{Name: "a.k", Path: path}
	if _, problem = s.Read(nil); problem == nil || problem.Code != "P0801" {
		t.Errorf("a file that has gone: %v", problem)
	}
}
