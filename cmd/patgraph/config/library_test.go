package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/filetest"
)

// paths are the files of a library, or the reasons why they are refused.
func paths(t *testing.T, library ...string) []string {
	t.Helper()
	f := Nearest(Values{})
	c := &Config{Library: library}
	c.Dir, _ = filepath.Abs(".")
	var list []string
	for _, l := range f.Libraries(c, []string{".k"}) {
		list = append(list, strings.TrimSpace(l.Name+" "+l.Refused))
	}
	return list
}

// Globs with many stars in a deep tree, where each may match any number of folders, and cyclic links take no time and
// find each file once.
func TestGlobs(t *testing.T) {
	t.Chdir(t.TempDir())
	deep := strings.Repeat("d/", 20) + "x.k"
	write(t, deep, "")
	write(t, strings.Repeat("d/", 19)+"y.txt", "")
	write(t, "a/b/c.k", "")
	write(t, "a/c.k", "")
	filetest.Symlink(t, "..", "d/up")
	if err := os.Symlink("/", "d/root"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		entry string
		want  []string
	}{
		{strings.Repeat("**/", 8) + "x.k", []string{deep}},
		{strings.Repeat("**/d/", 8) + "*.k", []string{deep}},
		{strings.Repeat("**/d/", 8) + "nosuch.k", []string{strings.Repeat("**/d/", 8) + "nosuch.k no program has such a path"}},
		{strings.Repeat("*/", 20) + "*.k", []string{deep}},
		{"a/*/*.k", []string{"a/b/c.k"}},
		{"a/**/*.k", []string{"a/b/c.k", "a/c.k"}},
		{"{a,d}/*.k", []string{"a/c.k"}},
		{"d/up/a/*.k", []string{"d/up/a/c.k"}},
		{"d/root/**/*.k", []string{"d/root/**/*.k it lies outside of the working directory"}},
		{"/**/*.k", nil}, // its form for output depends on where this runs
	} {
		got := paths(t, test.entry)
		if test.want == nil {
			if len(got) != 1 || !strings.HasSuffix(got[0], "it lies outside of the working directory") {
				t.Errorf("%s: %q", test.entry, got)
			}
		} else if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.entry, got, test.want)
		}
	}
}

// A glob stops at the bound on entries, and does not visit folders without possible matches.
func TestGlobBudget(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range strings.Split("abcdefghij", "") {
		write(t, name+"/"+name+".k", "")
	}
	c := &Config{}
	c.Dir, _ = filepath.Abs(".")
	for _, test := range []struct {
		pattern string
		left    int
		whole   bool
		visits  int
	}{{"**/*.k", 20, true, 20}, {"**/*.k", 19, false, 19}, {"*.k", 20, true, 0}, {"a*/*.k", 20, true, 2}} {
		g, n := c.glob(test.pattern), 0
		if whole := g.walk(&test.left, func(string, fs.DirEntry) { n++ }); whole != test.whole || n != test.visits {
			t.Errorf("%s: %v after %d, want %v after %d", test.pattern, whole, n, test.whole, test.visits)
		}
	}
}

func TestAlternatives(t *testing.T) {
	for pattern, want := range map[string]int{
		"a": 1, "a,b": 1, "{a,b}": 2, "{a,b}{c,d,e}": 6, "{a,{b,c}{d,e}}": 5, `\{a,b}`: 1, "{a": 1, "{a,b}}": 2,
		strings.Repeat("{a,b}", 40): mostBraces + 1, "{" + strings.Repeat("a,", 100) + "}": mostBraces + 1, "{a[}],b,c}": 4,
		strings.Repeat("{a,b},", 40): mostBraces + 1,
	} {
		if got := alternatives(pattern); got != want {
			t.Errorf("%s: %d, want %d", pattern, got, want)
		}
	}
}
