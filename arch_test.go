package patgraph_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/patgraph/patgraph/"

// packages lists the packages of the program, each below those that it may import; package internal and what is below it
// may import all of them, and only tests import that. Packages of the analyzer may import only those that are named; nil
// is all that are above. ARCHITECTURE.md has the same list, with the first sentence of each package's documentation.
var packages = []struct {
	path string
	may  []string
}{
	{"internal/cancel", nil},
	{"internal/queue", nil},
	{"internal/nowait", nil},
	{"internal/reuse", nil},
	{"lang/certificate", []string{}},
	{"lang", []string{"lang/certificate"}},
	{"lang/layout", []string{"lang"}},
	{"lang/syntax", []string{"lang/layout", "lang", "internal/cancel"}},
	{"lang/k", []string{"lang/syntax", "lang/layout", "lang", "internal/reuse", "internal/cancel"}},
	{"lang/relay", []string{"lang/relay/highlight", "lang/syntax", "lang/layout", "lang", "internal/reuse", "internal/cancel"}},
	{"lang/relay/highlight", []string{"lang/relay", "lang"}},
	{"lang/tensorscript", []string{"lang/tensorscript/highlight", "lang/syntax", "lang/layout", "lang", "internal/cancel"}},
	{"lang/tensorscript/highlight", []string{"lang/tensorscript", "lang"}},
	{"lang/onnx", []string{"lang/syntax", "lang/layout", "lang", "internal/cancel"}},
	{"lang/onnx/highlight", []string{"lang/onnx", "lang"}},
	{"lang/onnx/message", []string{"lang/onnx"}},
	{"lang/onnx/wire", []string{"lang/onnx/message", "lang/onnx", "lang"}},
	{"lang/k/eval", []string{"lang/k", "lang"}},
	{"lang/k/highlight", []string{"lang/k", "lang"}},
	{"lang/k/compiled", []string{"lang/k", "lang"}},
	{"unify", []string{"internal/queue", "internal/reuse", "internal/cancel"}},
	{"patterns", []string{"lang/certificate", "lang", "unify", "internal/queue", "internal/reuse", "internal/cancel"}},
	{"patterns/contract", []string{"patterns", "lang", "unify"}},
	{"patterns/search", []string{"patterns", "lang", "unify"}},
	{"patterns/language", []string{"lang/syntax", "patterns/contract", "patterns", "lang"}},
	{"patterns/explain", []string{"patterns", "lang", "unify", "internal/cancel"}},
	{"patterns/message", []string{"lang/certificate", "patterns/explain", "patterns", "lang", "unify", "internal/reuse", "internal/cancel"}},
	{"patterns/repair", []string{"lang/syntax", "patterns/message", "patterns/explain", "patterns", "lang", "unify", "internal/cancel"}},
	{"patterns/blame", []string{"patterns/repair", "patterns/message", "patterns/explain", "patterns", "lang", "unify"}},
	{"patterns/diagnose", []string{"patterns/blame", "patterns/repair", "patterns/message", "patterns/explain", "patterns", "lang", "unify"}},
	{"patterns/relation", []string{"patterns", "lang", "unify", "internal/cancel"}},
	{"patterns/match", []string{"internal/cancel"}},
	{"patterns/relay", []string{"patterns/contract", "patterns/search", "patterns/diagnose", "patterns/relation", "patterns/match", "patterns/blame", "patterns/repair", "patterns/message", "patterns/explain", "patterns/language", "patterns", "lang/relay", "lang/relay/highlight", "lang", "unify", "internal/cancel"}},
	{"patterns/onnx", []string{"patterns/contract", "patterns/search", "patterns/diagnose", "patterns/relation", "patterns/blame", "patterns/repair", "patterns/message", "patterns/explain", "patterns/language", "patterns", "lang/onnx", "lang/onnx/highlight", "lang/onnx/wire", "lang", "unify", "internal/cancel"}},
	{"patterns/tensorscript", []string{"patterns/search", "patterns/diagnose", "patterns/relation", "patterns/blame", "patterns/repair", "patterns/message", "patterns/explain", "patterns/language", "patterns", "lang/tensorscript", "lang/tensorscript/highlight", "lang", "unify", "internal/reuse", "internal/cancel"}},
	{"patterns/k", []string{"patterns/search", "patterns/diagnose", "patterns/blame", "patterns/repair", "patterns/message", "patterns/explain", "patterns/language", "lang/k/eval", "lang/k/highlight", "lang/k/compiled", "lang/k", "patterns", "lang", "unify", "internal/reuse", "internal/cancel"}},
	{"patterns/k/partial", []string{"patterns/k", "lang/k/eval", "lang/k", "patterns/language", "patterns", "lang", "unify", "internal/cancel"}},
	{"patterns/k/migrate", []string{"patterns/k", "lang/k", "patterns/language", "patterns", "lang", "unify", "internal/cancel", "lang/k/eval"}},
	{"graphviz", []string{"patterns/explain", "patterns", "lang", "unify"}},
	{"graphviz/picture", []string{}},
	{"graphviz/cache", []string{}},
	{"graphviz/raster", []string{}},
	{"graphviz/engine", []string{"graphviz/picture", "graphviz/cache"}},
	{"graphviz/render/tmpdir", []string{"graphviz/cache"}},
	{"graphviz/render", []string{"graphviz/render/tmpdir", "graphviz/picture", "graphviz/cache"}},
	{"cmd/patgraph-graphviz", nil},
	{"cmd/patgraph-verify", []string{}},
	{"cmd/patgraph/words", nil},
	{"cmd/patgraph/atomicfile", nil},
	{"cmd/patgraph/manual", nil},
	{"cmd/patgraph/languages", nil},
	{"cmd/patgraph/inputs", nil},
	{"cmd/patgraph/config", nil},
	{"cmd/patgraph/cache", nil},
	{"cmd/patgraph/report", nil},
	{"cmd/patgraph/tutorial", nil},
	{"cmd/patgraph/batch", nil},
	{"cmd/patgraph/repl", nil},
	{"cmd/patgraph/cli", nil},
	{"examples", nil},
	{"examples/language", nil},
	{"cmd/patgraph/lsp/protocol", nil},
	{"cmd/patgraph/lsp", nil},
	{"cmd/patgraph/explore", nil},
	{"cmd/patgraph/explore/browser", nil},
	{"cmd/patgraph/acceptance", nil},
	{"cmd/patgraph", nil},
	{"cmd/patgraph-wasm", nil},
}

// pure packages use neither the operating system nor packages that render, so that they also run
// without an operating system.
var pure = []string{"lang/certificate", "lang", "lang/layout", "lang/syntax", "lang/k", "lang/relay", "lang/relay/highlight", "lang/tensorscript", "lang/tensorscript/highlight", "lang/onnx", "lang/onnx/highlight", "lang/onnx/message", "lang/onnx/wire", "lang/k/eval", "lang/k/highlight", "lang/k/compiled", "unify", "patterns", "patterns/k", "patterns/k/partial", "patterns/k/migrate", "patterns/contract", "patterns/search", "patterns/language", "patterns/explain", "patterns/message", "patterns/repair", "patterns/blame", "patterns/diagnose", "patterns/relation", "patterns/match", "patterns/relay", "patterns/tensorscript", "patterns/onnx", "graphviz"}

type goPackage struct {
	ImportPath, Doc  string
	GoFiles, Imports []string
}

// listPackages lists the packages of the module by their paths in it, without those that only have tests.
func listPackages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Doc,GoFiles,Imports", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var list []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p goPackage
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if p.ImportPath = strings.TrimPrefix(p.ImportPath, module); !strings.HasPrefix(p.ImportPath, "github.com/") && len(p.GoFiles) > 0 {
			list = append(list, p)
		}
	}
	return list
}

// fits reports whether a path is a folder or below it.
func fits(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

func TestImports(t *testing.T) {
	at := make(map[string]int)
	for i, p := range packages {
		at[p.path] = i
	}
	seen := 0
	for _, p := range listPackages(t) {
		row, listed := at[p.ImportPath]
		if !listed {
			if !fits(p.ImportPath, "internal") {
				t.Errorf("%s is not in the list of packages", p.ImportPath)
			}
			continue
		}
		seen++
		for _, i := range p.Imports {
			own, ok := strings.CutPrefix(i, module)
			if !ok {
				continue
			}
			above, listed := at[own]
			switch may := packages[row].may; {
			case !listed:
				t.Errorf("%s imports %s, which only tests may import", p.ImportPath, own)
			case above > row:
				t.Errorf("%s imports %s, which is below it in the list of packages", p.ImportPath, own)
			case may != nil && !slices.Contains(may, own):
				t.Errorf("%s imports %s, which it may not", p.ImportPath, own)
			}
		}
		if slices.Contains(pure, p.ImportPath) {
			for _, i := range p.Imports {
				switch i {
				case "os", "net", "net/http", "os/exec", "path/filepath", "syscall", "unsafe":
					t.Errorf("%s imports %s, but must work without an operating system", p.ImportPath, i)
				}
			}
		}
	}
	if seen != len(packages) {
		t.Errorf("%d packages are in the list, and %d of them exist", len(packages), seen)
	}
}

// The verifier of certificates is small enough to be read at once, and uses no code of the program that it checks.
func TestVerifier(t *testing.T) {
	files, err := filepath.Glob("cmd/patgraph-verify/*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			lines += strings.Count(string(text), "\n")
		}
	}
	if lines == 0 || lines > 600 {
		t.Errorf("it has %d lines", lines)
	}
	for _, p := range listPackages(t) {
		if p.ImportPath == "cmd/patgraph-verify" && slices.ContainsFunc(p.Imports, func(i string) bool { return strings.Contains(i, ".") }) {
			t.Errorf("it imports %q", p.Imports)
		}
	}
}

// The table of packages in ARCHITECTURE.md is made from the list above and from the documentation of the packages.
func TestMap(t *testing.T) {
	said := make(map[string]string)
	for _, p := range listPackages(t) {
		doc := strings.TrimSuffix(p.Doc, ".")
		_, says, ok := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(doc, "Package "), "Command "), " ")
		if !ok && !fits(p.ImportPath, "internal") {
			t.Errorf("%s has no documentation", p.ImportPath)
		}
		said[p.ImportPath] = strings.TrimPrefix(says, "is ")
	}
	var table strings.Builder
	for _, p := range packages {
		fmt.Fprintf(&table, "| `%s` | %s |\n", p.path, said[p.path])
	}
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	const head = "| package | contents |\n|---|---|\n"
	before, after, ok := strings.Cut(string(text), head)
	end := strings.Index(after, "\n\n") + 1
	if !ok || end <= 0 {
		t.Fatal("ARCHITECTURE.md has no table of packages")
	}
	if after[:end] == table.String() {
		return
	}
	if os.Getenv("PATGRAPH_UPDATE") == "" {
		t.Fatal("the table of packages in ARCHITECTURE.md is not the one that the documentation of the packages gives; PATGRAPH_UPDATE=1 writes it")
	}
	if err := os.WriteFile("ARCHITECTURE.md", []byte(before+head+table.String()+after[end:]), 0o644); err != nil {
		t.Fatal(err)
	}
}

// apart are the packages of a language. Only they, the table of languages and helpers of tests
// name it; all other packages ask its record in the table.
var apart = []string{"lang/k", "lang/relay", "lang/tensorscript", "lang/onnx", "patterns/k", "patterns/relay", "patterns/tensorscript", "patterns/onnx"}

func TestLanguagesAreApart(t *testing.T) {
	within := func(path string, rooms ...string) bool {
		return slices.ContainsFunc(rooms, func(room string) bool { return fits(path, room) })
	}
	for _, p := range listPackages(t) {
		path := p.ImportPath
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

// The analyzer links no drawing code: a program with go-graphviz compiles a module at every
// start, and fonts are large.
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

// The folders of the top level are fixed: a new one needs a decision.
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
