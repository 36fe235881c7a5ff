//go:build !js

package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/lang"
	syntax "github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns/onnx"
)

// A file that has changed since it was read is not overwritten.
func TestReplace(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.k", []byte("f=1;"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := replace("a.k", []byte("something else"), nil); err == nil || !strings.Contains(err.Error(), "changed meanwhile") {
		t.Errorf("%v", err)
	}
	if err := replace("a.k", []byte("f=1;"), []byte("f = 1;\n")); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile("a.k"); string(got) != "f = 1;\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// A binary model that changes while fixes are tried is not written, and neither is its copy.
func TestModelChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	tree, _ := syntax.Parse(lang.NewFile("a", []byte("<ir_version: 8> g (float[2] x) => (x) {}")))
	b := onnxgen.Model(tree)
	open := func() (*report.Input, *model) {
		if err := os.WriteFile("a.onnx", b, 0o666); err != nil {
			t.Fatal(err)
		}
		text, bad := onnx.Language.Binary.Read(bytes.NewReader(b), int64(len(b)), "a.onnx", nil)
		if bad != nil {
			t.Fatal(bad)
		}
		in := &report.Input{Name: "a.onnx", Path: "a.onnx", Language: onnx.Language, File: text}
		m, err := openModel(in)
		if err != nil {
			t.Fatal(err)
		}
		return in, m
	}
	in, m := open()
	if err := m.write("b.onnx", in.File); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile("a.onnx", append(b, 0), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := m.write("c.onnx", in.File); err != errChanged {
		t.Error(err)
	}
	if _, err := os.Stat("c.onnx"); err == nil {
		t.Error("a copy is written")
	}
	m.file.Close()
	in, m = open()
	m.file.Close()
	in.File = lang.NewFile("a.onnx", []byte("another model"))
	if _, err := openModel(in); err != errChanged {
		t.Error(err)
	}
}
