package config

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/patgraph/patgraph/internal/filetest"
	"github.com/patgraph/patgraph/lang"
)

func write(t testing.TB, path, text string) {
	t.Helper()
	filetest.Write(t, path, text)
}

func TestFolder(t *testing.T) {
	root := t.TempDir()
	t.Chdir(root)
	write(t, FileName, "strict = true")
	write(t, "a/b/c/x.k", "")
	write(t, "a/b/"+FileName, "limits.nodes = 5")
	write(t, "repo/.git/config", "")
	write(t, "repo/lib/x.k", "")
	write(t, "own/.git", "gitdir: elsewhere") // a worktree
	write(t, "own/"+FileName, "limits.nodes = 6")
	write(t, "bad/in/x.k", "")
	write(t, "bad/"+FileName, "x = 1")
	write(t, "odd/"+FileName+"/x.k", "")
	f := Nearest(Values{Keys: keys})
	for dir, want := range map[string]string{
		".": FileName, "": FileName, "a": FileName, "a/b": "a/b/" + FileName, "a/b/c": "a/b/" + FileName,
		"a/b/c/": "a/b/" + FileName, "a/../a/b": "a/b/" + FileName,
		"repo": "", "repo/lib": "", "own": "own/" + FileName, "own/deep/er": "own/" + FileName, "bad/in": "bad/" + FileName,
		"odd": "odd/" + FileName, "not/there": FileName,
	} {
		c := f.Folder(dir)
		if c.Name != want {
			t.Errorf("%s: %q, want %q", dir, c.Name, want)
		}
		if other := f.Folder(filepath.Join(root, dir)); other != c {
			t.Errorf("%s: %q by its absolute path, read again", dir, other.Name)
		}
	}
	if c := f.Folder("bad"); !c.Broken() || f.BrokenAt(c.Path) != c || f.BrokenAt(f.Here().Path) != nil {
		t.Error("bad: not broken")
	}
	if c := f.Folder("odd"); !c.Broken() || c.Problems[0].Code != lang.UnreadableInput || c.Text != nil {
		t.Errorf("a folder as a configuration: %v", c.Problems)
	}
	// Names depend only on the current folder.
	t.Chdir("a/b/c")
	f = Nearest(Values{Keys: keys})
	if got := f.Folder("."); got.Name != "../"+FileName || got.Values["limits.nodes"] != "5" {
		t.Errorf("from below: %q", got.Name)
	}
	if got, want := f.Folder("../.."), "../../../"+FileName; got.Name != want {
		t.Errorf("from far below: %q", got.Name)
	}
	if got, want := f.Folder("../../../bad"), filepath.ToSlash(filepath.Join(root, "bad", FileName)); got.Name != want {
		t.Errorf("from beside: %q, want %q", got.Name, want)
	}
	if c := None().Folder("."); c.Name != "" || c.Sets("limits.nodes") {
		t.Errorf("none: %v", c)
	}
	if c := Always("../../../own/"+FileName, Values{Keys: keys}).Folder("anywhere"); c.Values["limits.nodes"] != "6" ||
		c.Name != "../../../own/"+FileName {
		t.Errorf("one for all: %q %v", c.Name, problemsOf(c))
	}
	if c := Always("nosuch.toml", Values{Keys: keys}).Here(); !c.Broken() ||
		c.Problems[0].Message.String() != "cannot read the configuration `nosuch.toml`: no such file or directory" {
		t.Errorf("one that is not there: %v", c.Problems)
	}
}

func TestLeavesOut(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, test := range []struct {
		text   string
		folder bool
		out    []string // files or folders that are left out
		paths  []string
	}{
		{"", false, nil, []string{"a.k", "b/c.k"}},
		{"exclude = ['*_old.k', 'lib/gen', '/top.k', 'x/**/y.k']", false,
			[]string{"a_old.k", "b/a_old.k", "top.k", "x/y.k", "x/p/q/y.k"},
			[]string{"a.k", "a_old.k", "b/a_old.k", "top.k", "b/top.k", "x/y.k", "x/p/q/y.k", "y.k", "lib/gen/a.k"}},
		{"exclude = ['lib/gen/', 'vendor', 'x/**']", true, []string{"lib/gen", "vendor", "a/vendor", "x"}, []string{"lib", "lib/gen", "gen", "vendor", "a/vendor", "x"}},
		{"include = ['lib', 'src/**/*.k', 'main.k']", false,
			[]string{"a.k", "src/b.txt"}, []string{"a.k", "lib/a.k", "lib/b/c.k", "q/lib/c.k", "src/b.txt", "src/b.k", "src/c/d.k", "main.k", "x/main.k"}},
		{"include = ['lib']\nexclude = ['*_old.k']", false, []string{"lib/a_old.k", "a.k"}, []string{"lib/a_old.k", "lib/a.k", "a.k"}},
		{"include = ['lib']", true, nil, []string{"a", "lib"}},
		{"include = ['*.{k,kk}']", false, []string{"a.l"}, []string{"a.k", "b/a.kk", "a.l"}},
	} {
		c := &Config{}
		c.parse([]byte(test.text), &Values{Keys: keys})
		if c.Broken() {
			t.Fatal(problemsOf(c))
		}
		c.Dir, _ = filepath.Abs(".")
		var out []string
		for _, p := range test.paths {
			if c.LeavesOut(p, test.folder) {
				out = append(out, p)
			}
		}
		if !slices.Equal(out, test.out) {
			t.Errorf("%s\n got %q\nwant %q", test.text, out, test.out)
		}
	}
}

func TestApply(t *testing.T) {
	ds := []lang.Diagnostic{{Code: "P0302"}, {Code: "P0407", Severity: lang.Warning}, {Code: "P0501", Severity: lang.Warning}}
	got := Apply(map[lang.Code]Level{"P0302": Warning, "P0407": Error, "P0501": Off}, ds)
	if len(got) != 2 || got[0].Severity != lang.Warning || got[1].Severity != lang.Error {
		t.Errorf("%v", got)
	}
	if ds[0].Severity != lang.Error || ds[1].Severity != lang.Warning || len(ds) != 3 {
		t.Error("the list itself was changed")
	}
	if same := Apply(map[lang.Code]Level{"P0101": Warning}, ds); &same[0] != &ds[0] {
		t.Error("copied for nothing")
	}
}
