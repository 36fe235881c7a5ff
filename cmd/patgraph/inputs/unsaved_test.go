package inputs

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/patgraph/patgraph/lang"
)

// An unsaved text replaces its file, which need not exist.
func TestUnsaved(t *testing.T) {
	dir := t.TempDir()
	saved, fresh, huge := filepath.Join(dir, "saved.k"), filepath.Join(dir, "fresh.k"), filepath.Join(dir, "huge.k")
	if err := os.WriteFile(saved, []byte("f = .old;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{saved: "f = .new;\n", fresh: "g = .x;\n", huge: "0123456789ABCDEF"}
	o := Options{Languages: toys}
	o.Limit = 15
	o.Unsaved = func(path string) ([]byte, bool) {
		text, ok := texts[path]
		return []byte(text), ok
	}
	for _, s := range Gather(o, []string{saved, fresh, huge}) {
		f, problem := s.Read(nil)
		switch {
		case s.Path == huge:
			if problem == nil || problem.Code != lang.TooLarge {
				t.Errorf("%v", problem)
			}
		case problem != nil || string(f.Src) != texts[s.Path]:
			t.Errorf("%s is %v, %v", s.Path, f, problem)
		}
	}
}
