package patgraph_test

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var internalAlias = regexp.MustCompile(`\ntype (\w+) = (cancel|cost|reuse|terms)\.(\w+)\n`)

// testdata/api.txt of each package for embedding has the declarations that other modules can use, without comments: a
// change of such a file is a change for them. PATGRAPH_UPDATE=1 writes them.
func TestInterface(t *testing.T) {
	for _, path := range []string{"lang", "patterns", "unify"} {
		got := exported(t, path)
		golden := filepath.Join(path, "testdata", "api.txt")
		// An alias makes a type of an internal package one of this package.
		if at := regexp.MustCompile(`[^=] \S*\b(cancel|cost|reuse|terms)\.`).Find(got); at != nil {
			t.Errorf("the interface of %s has a type of an internal package: %s", path, at)
		}
		if os.Getenv("PATGRAPH_UPDATE") != "" {
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(got, want) {
			t.Errorf("the interface of %s is not that of %s: %v; PATGRAPH_UPDATE=1 writes it", path, golden, err)
		}
	}
}

// documented reads the exported declarations of a package.
func documented(t *testing.T, path string, set *token.FileSet) *doc.Package {
	t.Helper()
	in, err := build.ImportDir(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range in.GoFiles {
		f, err := parser.ParseFile(set, filepath.Join(path, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.FileExports(f)
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(set, files, path, doc.PreserveAST)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// exported returns the exported declarations of a package, with the methods of types that are internal under another
// name.
func exported(t *testing.T, path string) []byte {
	set := token.NewFileSet()
	p := documented(t, path, set)
	var b bytes.Buffer
	write := func(declarations ...ast.Decl) {
		for _, d := range declarations {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
			}
			ast.Inspect(d, func(n ast.Node) bool { // also methods of interfaces
				if f, ok := n.(*ast.FuncType); ok && f.Params.NumFields() > 5 {
					t.Errorf("%s: more than 5 parameters", set.Position(f.Pos()))
				}
				return true
			})
			if err := format.Node(&b, set, d); err != nil {
				t.Fatal(err)
			}
			b.WriteByte('\n')
		}
	}
	values := func(list []*doc.Value) {
		for _, v := range list {
			write(v.Decl)
		}
	}
	functions := func(list []*doc.Func) {
		for _, f := range list {
			write(f.Decl)
		}
	}
	values(p.Consts)
	values(p.Vars)
	functions(p.Funcs)
	for _, x := range p.Types {
		write(x.Decl)
		values(x.Consts)
		values(x.Vars)
		functions(x.Funcs)
		functions(x.Methods)
		if alias := internalAlias.FindSubmatch(b.Bytes()); alias != nil && string(alias[1]) == x.Name {
			for _, y := range documented(t, "internal/"+string(alias[2]), set).Types {
				if y.Name == string(alias[3]) {
					functions(y.Methods)
				}
			}
		}
	}
	return b.Bytes()
}
