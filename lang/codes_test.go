package lang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"testing"
)

// No two constants share a code.
func TestCodesDiffer(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	form := regexp.MustCompile(`^"P0\d{3}"$`)
	seen := make(map[string]string)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, v := range spec.Values {
			name, code := spec.Names[i].Name, v.(*ast.BasicLit).Value
			if !form.MatchString(code) {
				t.Errorf("%s: odd code %s", name, code)
			}
			if first := seen[code]; first != "" {
				t.Errorf("%s and %s are both %s", first, name, code)
			}
			seen[code] = name
		}
		return true
	})
	if len(seen) < 40 {
		t.Errorf("only %d codes", len(seen))
	}
}
