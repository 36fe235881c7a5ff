package inputs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/filetest"
)

// ignoreTrees are folders with ignore files; git defines the expected result.
var ignoreTrees = []struct {
	name  string
	files map[string]string // ignore files by path
	paths []string
}{
	{
		"names", map[string]string{".gitignore": "a.k\n*.tmp.k\n?x.k\n# comment\n\\#x.k\n\\!y.k\nblank.k  \nkept\\ .k\n"},
		[]string{"a.k", "d/a.k", "b.tmp.k", ".tmp.k", "xx.k", "x.k", "d/yx.k", "#x.k", "!y.k", "blank.k", "kept .k", "c.k"},
	}, {
		"anchors", map[string]string{".gitignore": "/a.k\nd/b.k\n/e/\nf/\n"},
		[]string{"a.k", "d/a.k", "d/b.k", "x/d/b.k", "e/a.k", "x/e/a.k", "f/a.k", "x/f/a.k", "x/f.k"},
	}, {
		"negation", map[string]string{".gitignore": "*.k\n!a.k\n!keep/\nout/\n!out/a.k\n"},
		[]string{"a.k", "b.k", "keep/a.k", "keep/b.k", "out/a.k", "d/a.k"},
	}, {
		"stars", map[string]string{".gitignore": "**/x/a.k\ny/**\nz/**/a.k\nw/**/v/*.k\na**b.k\n*/one.k\n"},
		[]string{"x/a.k", "d/x/a.k", "x/b.k", "y/a.k", "y/d/a.k", "z/a.k", "z/d/a.k", "z/d/e/a.k", "w/v/a.k", "w/d/e/v/a.k", "axxb.k", "a/b.k", "one.k", "d/one.k", "d/e/one.k"},
	}, {
		"sets", map[string]string{".gitignore": "[ab].k\n[!cd]1.k\n[^e]2.k\n[a-c]3.k\n[]]4.k\n[[:digit:]]5.k\n[\\]]6.k\n[ab\n[a-]7.k\n[[:nonsense:]]8.k\n[[:alpha:]_]9.k\nd[!x]a.k\n[\\d]d.k\n[+-.]e.k\n"},
		[]string{"a.k", "b.k", "c.k", "a1.k", "c1.k", "e2.k", "f2.k", "b3.k", "d3.k", "]4.k", "a4.k", "55.k", "x5.k", "]6.k", "[ab", "-7.k", "b7.k", "n8.k", "[ab.k", "x9.k", "_9.k", "19.k", "d/a.k", "dya.k", "dd.k", "1d.k", "-e.k", "ae.k"},
	}, {
		"levels", map[string]string{".gitignore": "*.k\n", "d/.gitignore": "!a.k\n/b.k\n", "d/e/.gitignore": "a.k\n!b.k\n!/f/c.k\n"},
		[]string{"a.k", "d/a.k", "d/b.k", "d/e/a.k", "d/e/b.k", "d/e/f/a.k", "d/e/f/c.k", "d/f/a.k"},
	}, {
		"exclude", map[string]string{".git/info/exclude": "x.k\ny.k\n", ".gitignore": "!y.k\n"},
		[]string{"x.k", "y.k", "d/x.k", "z.k"},
	}, {
		"odd lines", map[string]string{".gitignore": "\ufeffbom.k\r\ncr.k\r\n\n/\n!\n**\n!**\n!*/\n//a.k\nb//c.k\ntrail\\\n\\a.k\n{x,y}.k\n"},
		[]string{"bom.k", "cr.k", "a.k", "b/c.k", "x.k", "{x,y}.k", "d/e.k"},
	}, {
		"folders of that name", map[string]string{".gitignore": "*.k/\nlib\n"},
		[]string{"a.k", "d.k/a.k", "lib/a.k", "x/lib/a.k", "lib.k"},
	},
}

func TestIgnoreLikeGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not there")
	}
	for _, tree := range ignoreTrees {
		t.Run(tree.name, func(t *testing.T) {
			root := t.TempDir()
			run := func(stdin string, args ...string) string {
				c := exec.Command(git, args...)
				c.Dir = root
				// In a git hook, environment variables name the hook's repository.
				c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") })
				c.Env = append(c.Env, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
				c.Stdin = strings.NewReader(stdin)
				var errs bytes.Buffer
				c.Stderr = &errs
				out, err := c.Output()
				if err != nil && c.ProcessState.ExitCode() != 1 {
					t.Fatalf("git %v: %v: %s", args, err, errs.String())
				}
				return string(out)
			}
			run("", "init", "-q")
			for _, p := range tree.paths {
				write(t, filepath.Join(root, p), "f = .a;")
			}
			for p, text := range tree.files {
				write(t, filepath.Join(root, p), text)
			}
			ignored := strings.Split(run(strings.Join(tree.paths, "\x00")+"\x00", "check-ignore", "-z", "--stdin"), "\x00")
			var want []string
			for _, p := range tree.paths {
				if !slices.Contains(ignored, p) && strings.HasSuffix(p, ".k") {
					want = append(want, filepath.ToSlash(filepath.Join(root, p)))
				}
			}
			slices.Sort(want)
			got := names(Gather(Options{Languages: toys}, []string{root}))
			if len(want) == 0 {
				want = []string{filepath.ToSlash(root)}
			}
			if !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
			// In a subfolder, the ignore files above apply too.
			for _, sub := range []string{"d", "d/e"} {
				dir := filepath.Join(root, sub)
				if _, err := os.Stat(dir); err != nil || slices.Contains(ignored, sub) || slices.Contains(ignored, sub+"/") {
					continue
				}
				var below []string
				for _, w := range want {
					if strings.HasPrefix(w, filepath.ToSlash(dir)+"/") {
						below = append(below, w)
					}
				}
				if below == nil {
					continue
				}
				if got := names(Gather(Options{Languages: toys}, []string{dir})); !slices.Equal(got, below) {
					t.Errorf("from %s: got  %q\nwant %q", sub, got, below)
				}
			}
		})
	}
}

func names(list []Source) []string {
	var out []string
	for i := range list {
		out = append(out, list[i].Name)
	}
	return out
}

func write(t testing.TB, path, text string) {
	t.Helper()
	filetest.Write(t, path, text)
}
