package patgraph_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/patgraph/patgraph/"

// rooms is the policy of who may import whom: the first rule whose prefix fits a
// package lists the packages of ours that it may import. ARCHITECTURE.md says what
// each room knows. Tests are held to it too, save that they may use internal packages.
var rooms = []struct {
	room string
	may  []string
}{
	{"lang/k/eval", []string{"lang/k", "lang"}},
	{"lang/k/highlight", []string{"lang/k", "lang"}},
	{"lang/layout", []string{"lang"}},
	{"lang/syntax", []string{"lang/layout", "lang", "internal/halt"}},
	{"lang/k", []string{"lang/layout", "lang", "internal/reuse", "internal/halt"}},
	{"lang/relay/highlight", []string{"lang/relay", "lang"}},
	{"lang/relay", []string{"lang/relay/highlight", "lang/syntax", "lang/layout", "lang", "internal/reuse", "internal/halt"}}, // the first for its tests
	{"lang/tensorscript/highlight", []string{"lang/tensorscript", "lang"}},
	{"lang/tensorscript", []string{"lang/tensorscript/highlight", "lang/syntax", "lang/layout", "lang", "internal/halt"}}, // the first for its tests
	{"lang", nil},
	{"unify", []string{"internal/queue", "internal/reuse", "internal/halt"}},
	{"patterns/explain", []string{"patterns", "lang", "unify", "internal/halt"}},
	{"patterns/tell", []string{"patterns/explain", "patterns", "lang", "unify", "internal/reuse", "internal/halt"}},
	{"patterns/mend", []string{"lang/syntax", "patterns/tell", "patterns/explain", "patterns", "lang", "unify", "internal/halt"}},
	{"patterns/diagnose", []string{"patterns/blame", "patterns/mend", "patterns/tell", "patterns/explain", "patterns", "lang", "unify"}},
	{"patterns/blame", []string{"patterns/mend", "patterns/tell", "patterns/explain", "patterns", "lang", "unify"}},
	{"patterns/k/partial", []string{"patterns/k", "lang/k/eval", "lang/k", "patterns", "lang", "unify", "internal/halt"}},
	{"patterns/k/migrate", []string{"patterns/k", "lang/k", "patterns", "lang", "unify", "internal/halt", "lang/k/eval"}},                                                                                                               // the last for its tests
	{"patterns/k/record", []string{"patterns/k", "patterns/k/partial", "patterns/k/migrate", "lang/k/eval", "lang/k/highlight", "lang/k", "patterns/language", "patterns", "lang", "unify", "patterns/relay", "patterns/tensorscript"}}, // the last for its tests
	{"patterns/k", []string{"patterns/diagnose", "patterns/blame", "patterns/mend", "patterns/tell", "patterns/explain", "patterns/language", "lang/k", "patterns", "lang", "unify", "internal/reuse", "internal/halt"}},
	{"patterns/relation", []string{"patterns", "lang", "unify"}},
	{"patterns/account", []string{"patterns/relation", "lang", "unify"}},
	{"patterns/match", []string{"internal/halt"}},
	{"patterns/relay", []string{"patterns/relation", "patterns/match", "patterns/blame", "patterns/mend", "patterns/tell", "patterns/explain", "patterns/language", "patterns", "lang/relay", "lang/relay/highlight", "lang", "unify", "internal/halt"}},
	{"patterns/tensorscript", []string{"patterns/account", "patterns/relation", "patterns/blame", "patterns/mend", "patterns/tell", "patterns/explain", "patterns/language", "patterns", "lang/tensorscript", "lang/tensorscript/highlight", "lang", "unify", "internal/reuse", "internal/halt"}},
	{"patterns/language", []string{"lang/syntax", "patterns", "lang"}},
	{"patterns", []string{"lang", "unify", "internal/queue", "internal/reuse", "internal/halt"}},
	{"graphviz/picture", nil},
	{"graphviz/cache", nil},
	{"graphviz/raster", nil},
	{"graphviz/engine", []string{"graphviz/picture", "graphviz/cache"}},
	{"graphviz/render", []string{"graphviz/render/tmpdir", "graphviz/picture", "graphviz/cache"}},
	{"graphviz", []string{"patterns/explain", "patterns", "lang", "unify"}},
	{"cmd/patgraph-graphviz", []string{"graphviz/render", "graphviz/raster", "graphviz/picture", "graphviz/cache"}},
	{"cmd/patgraph/atomicfile", nil},
	{"cmd/patgraph/manual", nil},
	{"cmd/patgraph/export", []string{"patterns", "unify", "lang", "patterns/k", "lang/k/eval"}}, // the last two for its tests
	{"cmd/patgraph/baseline", []string{"cmd/patgraph/report", "cmd/patgraph/inputs", "cmd/patgraph/atomicfile", "lang", "patterns"}},
	{"cmd/patgraph/languages", []string{"patterns/language", "patterns/k/record", "patterns/relay", "patterns/tensorscript"}},
	{"cmd/patgraph/runs", []string{"cmd/patgraph/report", "cmd/patgraph/inputs", "patterns/language", "lang", "cmd/patgraph/languages"}}, // the last for its tests
	{"cmd/patgraph/repl", []string{"cmd/patgraph/runs", "cmd/patgraph/report", "cmd/patgraph/inputs", "cmd/patgraph/atomicfile", "cmd/patgraph/words",
		"patterns/language", "patterns", "lang", "cmd/patgraph/languages", "patterns/k"}}, // the last two for its tests
	{"cmd/patgraph/command", []string{"cmd/patgraph/manual", "cmd/patgraph/batch", "cmd/patgraph/cache", "cmd/patgraph/inputs", "cmd/patgraph/languages", "cmd/patgraph/progress", "cmd/patgraph/report",
		"cmd/patgraph/atomicfile", "cmd/patgraph/words", "graphviz/picture", "patterns/language", "lang"}},
	{"cmd/patgraph/analysis", []string{"cmd/patgraph/command", "cmd/patgraph/batch", "cmd/patgraph/cache", "cmd/patgraph/config", "cmd/patgraph/inputs",
		"cmd/patgraph/report", "cmd/patgraph/words", "cmd/patgraph/languages", "patterns/language", "patterns", "lang"}},
	{"cmd/patgraph/checking", []string{"cmd/patgraph/drawing", "cmd/patgraph/analysis", "cmd/patgraph/command", "cmd/patgraph/baseline", "cmd/patgraph/batch", "cmd/patgraph/cache",
		"cmd/patgraph/config", "cmd/patgraph/inputs", "cmd/patgraph/progress", "cmd/patgraph/report", "cmd/patgraph/reread", "cmd/patgraph/watch",
		"cmd/patgraph/atomicfile", "cmd/patgraph/words", "patterns/language", "patterns", "lang"}},
	{"cmd/patgraph/explaining", []string{"cmd/patgraph/analysis", "cmd/patgraph/command", "cmd/patgraph/batch", "cmd/patgraph/report", "cmd/patgraph/words", "lang", "patterns"}},
	{"cmd/patgraph/drawing", []string{"cmd/patgraph/analysis", "cmd/patgraph/command", "cmd/patgraph/batch", "cmd/patgraph/inputs", "cmd/patgraph/report",
		"cmd/patgraph/atomicfile", "cmd/patgraph/words", "graphviz", "graphviz/engine", "graphviz/picture", "lang", "patterns",
		"cmd/patgraph/languages", "patterns/language"}}, // the last two for its tests
	{"cmd/patgraph/running", []string{"cmd/patgraph/analysis", "cmd/patgraph/command", "cmd/patgraph/drawing", "cmd/patgraph/explaining", "cmd/patgraph/batch",
		"cmd/patgraph/export", "cmd/patgraph/inputs", "cmd/patgraph/repl", "cmd/patgraph/report", "cmd/patgraph/runs", "cmd/patgraph/atomicfile", "cmd/patgraph/words",
		"patterns/language", "patterns", "lang"}},
	{"cmd/patgraph/rewriting", []string{"cmd/patgraph/analysis", "cmd/patgraph/command", "cmd/patgraph/batch", "cmd/patgraph/inputs", "cmd/patgraph/report",
		"cmd/patgraph/atomicfile", "cmd/patgraph/words", "cmd/patgraph/languages", "patterns/language", "lang"}},
	{"cmd/patgraph/merging", []string{"cmd/patgraph/command", "cmd/patgraph/inputs", "cmd/patgraph/reread"}},
	{"cmd/patgraph/configuring", []string{"cmd/patgraph/analysis", "cmd/patgraph/command", "cmd/patgraph/batch", "cmd/patgraph/cache", "cmd/patgraph/config",
		"cmd/patgraph/inputs", "cmd/patgraph/report", "cmd/patgraph/words", "lang"}},
	{"cmd/patgraph/lsp/jsonrpc2", nil},
	{"cmd/patgraph/lsp/protocol", []string{"cmd/patgraph/lsp/jsonrpc2"}},
	{"cmd/patgraph/lsp", []string{"cmd/patgraph/lsp/jsonrpc2", "cmd/patgraph/lsp/protocol", "cmd/patgraph/analysis", "cmd/patgraph/command", "cmd/patgraph/batch", "cmd/patgraph/config", "cmd/patgraph/inputs", "cmd/patgraph/report",
		"cmd/patgraph/words", "cmd/patgraph/atomicfile", "patterns/language", "patterns", "lang", "unify", "examples", "internal/nowait", "cmd/patgraph/checking", "cmd/patgraph/drawing", "cmd/patgraph/explaining", "cmd/patgraph/languages"}}, // the last four for its tests
	{"cmd/patgraph/explore", []string{"cmd/patgraph/lsp", "cmd/patgraph/analysis", "cmd/patgraph/command", "cmd/patgraph/words",
		"cmd/patgraph/checking", "cmd/patgraph/drawing", "cmd/patgraph/explaining"}}, // the last three for its tests
	{"cmd/patgraph-wasm", []string{"cmd/patgraph/lsp", "cmd/patgraph/analysis", "cmd/patgraph/checking", "cmd/patgraph/command", "cmd/patgraph/drawing", "cmd/patgraph/explaining"}},
	{"cmd/patgraph/helping", []string{"cmd/patgraph/manual", "cmd/patgraph/command", "cmd/patgraph/batch", "cmd/patgraph/words", "lang"}},
	{"cmd/patgraph/acceptance", []string{"*"}}, // tests of commands
	{"cmd/patgraph", []string{"*"}},
	{"examples", []string{"*"}},
	{"internal/queue", nil},
	{"internal/filetest", nil},
	{"internal/reuse", nil},
	{"internal/halt", nil},
	{"internal/nowait", nil},
	{"internal/textmate", []string{"lang"}},
	{"internal/lspbench", []string{"cmd/patgraph/lsp", "cmd/patgraph/command"}}, // for its tests
	{"internal/syntaxtest", []string{"internal/textmate", "lang/syntax", "lang"}},
	{"internal/terms", []string{"patterns/relation"}},
	{"internal/tensorgen", nil},
	{"internal/trial", []string{"internal/terms", "patterns/explain", "patterns/relation", "patterns", "lang", "unify"}},
	{"internal/mutate/cmd/fit", []string{"internal/mutate", "lang", "patterns/blame", "patterns/k", "patterns/relay", "patterns/tensorscript", "patterns/language"}},
	{"internal/mutate/cmd", []string{"internal/mutate", "patterns/language"}},
	{"internal/draw", []string{"graphviz", "graphviz/picture", "graphviz/render", "lang", "patterns", "patterns/k", "patterns/language", "patterns/relay", "unify"}},
	{"internal/relaygen/cmd", []string{"internal/relaygen", "internal/cost", "patterns/relay", "patterns/language", "patterns", "lang"}},
	{"internal/relaygen", []string{"internal/shapes", "patterns/relay", "patterns/language", "lang"}}, // the analyzer for its tests
	{"internal/shapes", []string{"lang/relay", "lang"}},
	{"internal/mutate", []string{"cmd/patgraph/report", "internal/tensorgen", "lang", "lang/k", "lang/relay", "lang/tensorscript", "lang/syntax", "patterns", "patterns/language", "patterns/k/record", "patterns/relay", "patterns/tensorscript", "patterns/k"}}, // the last for its tests
	{"internal/corpus/cmd", []string{"internal/corpus", "lang", "lang/k"}},
	{"internal/corpus", []string{"lang", "lang/k", "patterns/k"}},
	{"internal/ieee/cmd", []string{"internal/ieee"}},
	{"internal/ieee", []string{"lang", "lang/k", "lang/k/eval"}}, // for its tests
	{"internal/sound/cmd", []string{"internal/sound", "lang/k", "patterns/k", "unify"}},
	{"internal/sound", []string{"internal/oracle", "lang/k/eval", "lang", "lang/k", "unify", "patterns", "patterns/k"}},
	{"internal/oracle", []string{"lang", "lang/k"}},
	{"internal/toy", []string{"patterns/language", "patterns/diagnose", "patterns/blame", "patterns/mend", "patterns/tell", "patterns/explain", "patterns", "lang", "unify", "internal/halt"}},
	{"internal", []string{"lang", "lang/k", "unify", "patterns", "patterns/k", "internal"}},
}

// pure packages must stay free of the operating system, so that they also run
// where there is none, and of everything that renders.
var pure = []string{"lang", "lang/layout", "lang/syntax", "lang/k", "lang/relay", "lang/relay/highlight", "lang/tensorscript", "lang/tensorscript/highlight", "lang/k/eval", "lang/k/highlight", "unify", "patterns", "patterns/k", "patterns/k/partial", "patterns/k/migrate", "patterns/k/record", "patterns/language", "patterns/explain", "patterns/tell", "patterns/mend", "patterns/blame", "patterns/diagnose", "patterns/relation", "patterns/account", "patterns/match", "patterns/relay", "patterns/tensorscript", "graphviz"}

type goPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p goPackage
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	return packages
}

func fits(path, prefix string) bool {
	return prefix == "*" || path == prefix || strings.HasPrefix(path, prefix+"/")
}

func TestImports(t *testing.T) {
	seen := 0
	for _, p := range listPackages(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		if path+"/" == module || p.ImportPath+"/" == module {
			continue
		}
		var may []string
		found := false
		for _, r := range rooms {
			if fits(path, r.room) {
				may, found = r.may, true
				break
			}
		}
		if !found {
			t.Errorf("%s stands in no room", path)
			continue
		}
		seen++
		check := func(imports []string, test bool) {
			for _, i := range imports {
				own, ok := strings.CutPrefix(i, module)
				if !ok || own == path || test && fits(own, "internal") {
					continue
				}
				allowed := false
				for _, m := range may {
					// A room is a folder, not what lies below it: patterns may not
					// import patterns/k.
					allowed = allowed || m == "*" || own == m || m == "internal" && fits(own, m)
				}
				if !allowed {
					t.Errorf("%s imports %s, which its room may not", path, own)
				}
			}
		}
		check(p.Imports, false)
		check(p.TestImports, true)
		check(p.XTestImports, true)
		for _, q := range pure {
			if path != q {
				continue
			}
			for _, i := range p.Imports {
				switch i {
				case "os", "net", "net/http", "os/exec", "path/filepath", "syscall", "unsafe":
					t.Errorf("%s imports %s and is to stay pure", path, i)
				}
			}
		}
	}
	if seen < 6 {
		t.Errorf("only %d packages were seen", seen)
	}
}

// Each package has a row in the map of ARCHITECTURE.md, perhaps that of a folder around
// it, and imports only what stands above it there.
func TestMap(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := make(map[string]int)
	for i, line := range strings.Split(string(text), "\n") {
		if room, ok := strings.CutPrefix(line, "| `"); ok {
			room, _, _ = strings.Cut(room, "`")
			if rows[room] == 0 {
				rows[room] = i
			}
			if _, err := os.Stat(room); err != nil {
				t.Errorf("ARCHITECTURE.md: %v", err)
			}
		}
	}
	rowOf := func(room string) int {
		for ; room != "."; room = path.Dir(room) {
			if row := rows[room]; row > 0 {
				return row
			}
		}
		return 0
	}
	for _, p := range listPackages(t) {
		room, ok := strings.CutPrefix(p.ImportPath, module)
		if !ok {
			continue
		}
		row := rowOf(room)
		if row == 0 {
			t.Errorf("%s has no row in ARCHITECTURE.md", room)
		}
		for _, i := range p.Imports {
			if own, ok := strings.CutPrefix(i, module); ok && rowOf(own) > row {
				t.Errorf("%s imports %s, which stands below it in ARCHITECTURE.md", room, own)
			}
		}
	}
}

// apart are the rooms of a language. Only they know it, the table of languages, and
// helpers of tests; all else asks the record in the table.
var apart = []string{"lang/k", "lang/relay", "lang/tensorscript", "patterns/k", "patterns/relay", "patterns/tensorscript"}

func TestLanguagesAreApart(t *testing.T) {
	within := func(path string, rooms ...string) bool {
		return slices.ContainsFunc(rooms, func(room string) bool { return fits(path, room) })
	}
	for _, p := range listPackages(t) {
		path := strings.TrimPrefix(p.ImportPath, module)
		if within(path, append([]string{"internal", "cmd/patgraph/languages"}, apart...)...) {
			continue
		}
		for _, i := range p.Imports {
			if own, ok := strings.CutPrefix(i, module); ok && within(own, apart...) {
				t.Errorf("%s imports %s, and only the table of languages names languages", path, own)
			}
		}
	}
}

// The analyzer links nothing that draws: go-graphviz compiles a module whenever a
// program starts that has it, and fonts are large.
func TestNoDrawing(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/patgraph", "./graphviz/engine")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range strings.Fields(string(out)) {
		for _, not := range []string{"github.com/goccy/go-graphviz", "github.com/tetratelabs/wazero", "golang.org/x/image", module + "graphviz/render", module + "graphviz/raster"} {
			if fits(p, not) {
				t.Errorf("cmd/patgraph links %s", p)
			}
		}
	}
}

// The top level is fixed: a new folder is a decision, not an accident.
func TestTopLevel(t *testing.T) {
	allowed := map[string]bool{
		"lang": true, "patterns": true, "unify": true, "graphviz": true, "cmd": true,
		"examples": true, "internal": true, "docs": true, "scripts": true,
	}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !allowed[e.Name()] {
			t.Errorf("top-level folder %s", e.Name())
		}
	}
}
