package wire

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
)

// check checks the laws of a model that was read.
func check(t syntaxtest.T, m *Model) *onnx.Tree {
	t.Helper()
	f := lang.NewFile("model.onnx", m.Text)
	tree, ds := onnx.Parse(f)
	if len(ds) > 0 {
		t.Fatalf("%s\n%s", syntaxtest.Found(f, ds), m.Text)
	}
	out, ds := onnx.Format(f, lang.Layout{Width: 1 << 30})
	if ds != nil || !bytes.Equal(out, m.Text) {
		t.Fatalf("%v\n%s", ds, cmp.Diff(string(m.Text), string(out)))
	}
	i := 0
	spans := map[lang.Span]syntaxtest.T{}
	for id := range tree.Of(onnx.OpNode) {
		spans[tree.Span(id)] = nil
		n := m.At(tree.Nodes[tree.Kid(id, 2)].At)
		if n == nil || n.Span != tree.Span(id) || n.Name != tree.Label(id) {
			t.Fatalf("%s is %v", tree.Source(id), n)
		}
		if _, op, _ := tree.Operator(id); op != n.Op {
			t.Fatalf("%s has the operator %s", tree.Source(id), n.Op)
		}
		i++
	}
	if i != len(m.Nodes) || len(spans) != i {
		t.Fatalf("%d nodes in the text, %d in the model", i, len(m.Nodes))
	}
	return tree
}

// read reads a model, and checks its laws.
func read(t syntaxtest.T, b []byte) *Model {
	t.Helper()
	m, bad := Read(bytes.NewReader(b), int64(len(b)), nil)
	if bad != nil {
		t.Fatalf("%v", bad)
	}
	check(t, m)
	return m
}

// again checks that the binary form of a text is read as the same text.
func again(t syntaxtest.T, m *Model) []byte {
	t.Helper()
	tree, _ := onnx.Parse(lang.NewFile("model.onnx", m.Text))
	b := onnxgen.Model(tree)
	if n := read(t, b); !bytes.Equal(m.Text, n.Text) {
		t.Fatalf("%s", cmp.Diff(string(m.Text), string(n.Text)))
	}
	return b
}

// The models of the project itself, which Debian's package libonnx-testdata has.
func TestDebian(t *testing.T) {
	files, _ := filepath.Glob("/usr/share/libonnx-testdata/data/*/*/model.onnx")
	if len(files) == 0 {
		t.Skip("libonnx-testdata is not installed")
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !IsModel(b) {
			t.Errorf("%s does not look like a model", name)
		}
		again(t, read(t, b))
	}
}
