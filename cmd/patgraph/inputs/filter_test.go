package inputs

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/filetest"
)

func globs(t testing.TB, patterns ...string) Globs {
	t.Helper()
	list, err := ParseGlobs(patterns)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestGlobs(t *testing.T) {
	for _, test := range []struct {
		pattern  string
		fits     []string
		fitsNone []string
	}{
		{"a.k", []string{"a.k", "x/a.k", "x/y/a.k", "a.k/b.k"}, []string{"b.k", "aa.k", "A.k", "x/a.kk"}},
		{"*_test.k", []string{"a_test.k", "x/b_test.k"}, []string{"test.k", "a_test.k2"}},
		{"gen", []string{"gen/a.k", "x/gen/a.k", "gen"}, []string{"gens/a.k", "a.k"}},
		{"gen/", []string{"gen/a.k", "x/gen/y/a.k"}, []string{"gen", "x/gen"}},
		{"/gen", []string{"gen", "gen/a.k"}, []string{"x/gen/a.k"}},
		{"/a.k", []string{"a.k"}, []string{"x/a.k"}},
		{"./a.k", []string{"a.k", "x/a.k"}, []string{"b.k"}},
		{"lib/*.k", []string{"lib/a.k"}, []string{"lib/x/a.k", "x/lib/a.k"}},
		{"lib/**/*.k", []string{"lib/a.k", "lib/x/a.k", "lib/x/y/a.k"}, []string{"a.k", "x/lib/a.k"}},
		{"**/lib/*.k", []string{"lib/a.k", "x/lib/a.k", "x/y/lib/a.k"}, []string{"lib/x/a.k"}},
		{"lib/**", []string{"lib/a.k", "lib/x/a.k"}, []string{"libs/a.k"}},
		{"{a,b}.k", []string{"a.k", "x/b.k"}, []string{"c.k"}},
		{"{lib,app}/*.k", []string{"lib/a.k", "app/a.k"}, []string{"x/a.k"}},
		{"[ab]?.k", []string{"a1.k", "b2.k"}, []string{"c1.k", "a.k", "a12.k"}},
		{`\*.k`, []string{"*.k"}, []string{"a.k"}},
		{"größe.*", []string{"größe.k"}, []string{"grosse.k"}},
	} {
		l := globs(t, test.pattern)
		for _, p := range test.fits {
			if !l.cover(p, false) {
				t.Errorf("%s does not fit %s", test.pattern, p)
			}
		}
		for _, p := range test.fitsNone {
			if l.cover(p, false) {
				t.Errorf("%s fits %s", test.pattern, p)
			}
		}
	}
	for _, bad := range []string{"", "/", "//", "./", "[a", "{a,b", `a\`} {
		if _, err := ParseGlobs([]string{"fine", bad}); err == nil || !strings.Contains(err.Error(), "`"+bad+"`") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestGatherFiltered(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, p := range []string{"a.k", "a_test.k", "lib/b.k", "lib/b_test.k", "lib/gen/c.k", "gen/d.k",
		"note.txt", "lib/note.txt"} {
		write(t, p, "f = .a;")
	}
	filetest.Symlink(t, "a.k", "gen_link.k")
	abs := func(p string) string { return filepath.ToSlash(filepath.Join(dir, p)) }
	for _, test := range []struct {
		include, exclude, paths, want string
		forced                        bool
	}{
		{"", "", ".", "a.k a_test.k gen/d.k lib/b.k lib/b_test.k lib/gen/c.k", false},
		{"", "*_test.k", ".", "a.k gen/d.k lib/b.k lib/gen/c.k", false},
		{"", "gen *_test.k", ".", "a.k lib/b.k", false},
		{"", "/gen", ".", "a.k a_test.k lib/b.k lib/b_test.k lib/gen/c.k", false},
		{"", "gen", "lib", "lib/b.k lib/b_test.k", false},
		{"", "lib/gen", "lib", "lib/b.k lib/b_test.k lib/gen/c.k", false}, // paths are relative to lib, and contain no lib
		{"", "/b.k", "lib", "lib/b_test.k lib/gen/c.k", false},
		{"*_test.k", "", ".", "a_test.k lib/b_test.k", false},
		{"lib", "*_test.k", ".", "lib/b.k lib/gen/c.k", false},
		{"lib/*.k a.k", "", ".", "a.k lib/b.k lib/b_test.k", false},
		{"*.txt", "", ".", ".: no program in it is chosen", false},
		{"*.txt", "", ".", "lib/note.txt note.txt", true},
		{"*.txt", "/note.txt", ".", "lib/note.txt", true},
		{"", "*", ".", ".: no program in it is chosen", false},
		// Files named by the user.
		{"*_test.k", "", "a.k", "a.k", false},
		{"", "*_test.k", "a.k a_test.k", "a.k", false},
		{"", "lib", "a.k lib/b.k lib", "a.k", false},
		{"", "lib/*.k", "./lib/b.k", "", false},
		{"", "lib", abs("lib/b.k") + " " + abs("a.k"), abs("a.k"), false},
		{"", "*.txt", "note.txt gone.txt a.k", "a.k", false},
		{"", "*_test.k", "gone.k", "gone.k: no such file or directory", false},
	} {
		o := Options{Languages: toys, Forced: test.forced}
		o.Include, o.Exclude = globs(t, strings.Fields(test.include)...), globs(t, strings.Fields(test.exclude)...)
		var got []string
		for _, s := range Gather(o, strings.Fields(test.paths)) {
			text := s.Name
			if s.Problem != nil {
				_, why, _ := strings.Cut(s.Problem.Message.String(), ": ")
				text += ": " + why
			}
			got = append(got, text)
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("include %q, exclude %q of %q\n got %s\nwant %s", test.include, test.exclude, test.paths, g, test.want)
		}
	}
	// The names of the folders above the working directory do not matter.
	t.Chdir(filepath.Join(dir, "lib", "gen"))
	for _, named := range []string{"c.k", abs("lib/gen/c.k"), "../b.k", abs("a.k")} {
		if globs(t, "gen", "lib").coverNamed(named, false) {
			t.Errorf("%s is left out", named)
		}
	}
	if !globs(t, "a.k").coverNamed(abs("a.k"), false) || !globs(t, "**/b.k").coverNamed("../b.k", false) {
		t.Error("an excluded file elsewhere is read")
	}
}

// Walking a folder and filtering each path select the same files.
func TestFilterLaw(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var all []string
	for _, a := range []string{"", "a/", "b/", "a/b/", "b/a/"} {
		for _, f := range []string{"a.k", "b.k", "ab.k"} {
			write(t, a+f, "")
			all = append(all, a+f)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"a", "b", "*", "**", "?", "a.k", "*.k", "[ab]", "{a,b}.k", "ab.k"})
		pattern := rapid.Custom(func(t *rapid.T) string {
			text := strings.Join(rapid.SliceOfN(part, 1, 3).Draw(t, "parts"), "/")
			return rapid.SampledFrom([]string{"", "/"}).Draw(t, "front") + text +
				rapid.SampledFrom([]string{"", "/"}).Draw(t, "back")
		})
		o := Options{Languages: toys}
		var err error
		if o.Include, err = ParseGlobs(rapid.SliceOfN(pattern, 0, 2).Draw(t, "include")); err != nil {
			t.Fatal(err)
		}
		if o.Exclude, err = ParseGlobs(rapid.SliceOfN(pattern, 0, 2).Draw(t, "exclude")); err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, p := range all {
			if o.passes(p) {
				want = append(want, p)
			}
		}
		slices.Sort(want)
		if want == nil {
			want = []string{"."}
		}
		if got := names(Gather(o, []string{"."})); !slices.Equal(got, want) {
			t.Fatalf("include %v, exclude %v:\n got %q\nwant %q", o.Include, o.Exclude, got, want)
		}
	})
}

func TestPatgraphIgnore(t *testing.T) {
	for _, test := range []struct {
		name  string
		files map[string]string
		paths string
		want  string
	}{
		{"of its own", map[string]string{".patgraphignore": "# made\ngen/\n*_test.k\n"}, ".", "a.k lib/b.k"},
		{"overrides", map[string]string{".gitignore": "a.k\ngen\n", ".patgraphignore": "!a.k\n"}, ".", "a.k a_test.k lib/b.k lib/b_test.k"},
		{"not that of a deeper folder", map[string]string{".patgraphignore": "b.k\n", "lib/.gitignore": "!b.k\n"}, "lib", "lib/b.k lib/b_test.k lib/gen/c.k"},
		{"above the walked folder", map[string]string{".patgraphignore": "*_test.k\n/lib/gen\n"}, "lib", "lib/b.k"},
		{"a named file", map[string]string{".patgraphignore": "*\n"}, "a.k", "a.k"},
	} {
		for _, repository := range []bool{false, true} {
			dir := t.TempDir()
			t.Chdir(dir)
			for _, p := range []string{"a.k", "a_test.k", "lib/b.k", "lib/b_test.k", "lib/gen/c.k", "gen/d.k"} {
				write(t, p, "f = .a;")
			}
			for p, text := range test.files {
				write(t, p, text)
			}
			if repository {
				write(t, ".git/HEAD", "")
			}
			got := strings.Join(names(Gather(Options{Languages: toys}, strings.Fields(test.paths))), " ")
			if got != test.want {
				t.Errorf("%s, repository %v:\n got %s\nwant %s", test.name, repository, got, test.want)
			}
		}
	}
	// Outside of a repository, ignore files above the working directory are not read.
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".patgraphignore"), "*\n")
	write(t, filepath.Join(dir, "in/a.k"), "")
	t.Chdir(filepath.Join(dir, "in"))
	if got := names(Gather(Options{Languages: toys}, []string{"."})); !slices.Equal(got, []string{"a.k"}) {
		t.Errorf("below somebody's ignore file: %q", got)
	}
}
