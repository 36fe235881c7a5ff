package onnx

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
)

var tokens = regexp.MustCompile(`\w+|"[^"]*"|\s+|.`)

// TestDamaged analyses models with missing, repeated or swapped tokens: each has a result.
func TestDamaged(t *testing.T) {
	paths, _ := filepath.Glob("../../examples/onnx/*.onnxtxt")
	more, _ := filepath.Glob("../../examples/onnx/errors/*.onnxtxt")
	r := rand.New(rand.NewPCG(1, 2))
	for _, path := range append(paths, more...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list := tokens.FindAllString(string(text), -1)
		for range 150 {
			damaged := append([]string(nil), list...)
			for range 1 + r.IntN(3) {
				i, k := r.IntN(len(damaged)), r.IntN(len(damaged))
				switch r.IntN(3) {
				case 0:
					damaged[i] = ""
				case 1:
					damaged[i] = damaged[k]
				default:
					damaged[i], damaged[k] = damaged[k], damaged[i]
				}
			}
			source := strings.Join(damaged, "")
			func() {
				defer func() {
					if x := recover(); x != nil {
						t.Fatalf("%v\n%s\n%s", x, source, debug.Stack())
					}
				}()
				if analyze(source).Err != nil {
					t.Errorf("no result for\n%s", source)
				}
			}()
		}
	}
}

// TestBounds analyses models whose functions, graphs or sizes would grow without bound.
func TestBounds(t *testing.T) {
	head := "<ir_version: 8, opset_import: [\"\" : 17, \"f\" : 1]>\ng (float[N, 2] x) => (y) {\n  y = f.F0(x)\n}\n"
	var doubling strings.Builder
	doubling.WriteString(head)
	for i := range 40 {
		n := string(rune('0'+i/10)) + string(rune('0'+i%10))
		next := string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10))
		if i == 0 {
			n = "0"
		}
		doubling.WriteString("<domain: \"f\", opset_import: [\"\" : 17, \"f\" : 1]>\nF" + n + " (a) => (c) {\n  b = f.F" + next + "(a)\n  c = f.F" + next + "(b)\n}\n")
	}
	nested := "<ir_version: 8, opset_import: [\"\" : 17]>\ng (bool c, float[2] x) => (y) {\n  y = " +
		strings.Repeat("If(c)<then_branch = a () => (p) { p = ", 3000) + "Relu(x)" +
		strings.Repeat("}, else_branch = b () => (q) { q = Relu(x) }>", 3000) + "\n}\n"
	itself := head + "<domain: \"f\", opset_import: [\"\" : 17, \"f\" : 1]>\nF0 (a) => (c) {\n  c = f.F0(a)\n}\n"
	var chain strings.Builder
	chain.WriteString("<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[N, 2] x0) => (y) {\n")
	for i := range 60 {
		a, b := "x"+string(rune('0'+i/10))+string(rune('0'+i%10)), "x"+string(rune('0'+(i+1)/10))+string(rune('0'+(i+1)%10))
		if i == 0 {
			a = "x0"
		}
		chain.WriteString("  " + b + " = Concat<axis = 0>(" + a + ", " + a + ")\n")
	}
	chain.WriteString("  y = Relu(x60)\n}\n")
	for name, text := range map[string]string{
		"doubling functions": doubling.String(), "nested graphs": nested, "a function that calls itself": itself,
		"doubling sizes": chain.String(),
	} {
		t.Run(name, func(t *testing.T) {
			if r := analyze(text); r.Err != nil {
				t.Error("no result")
			}
		})
	}
}
