package acceptance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/sample"
)

// diff compares any two texts: it never fails, its data conform to the schema, and a program compared with itself has
// not changed for callers.
func TestDiffAnything(t *testing.T) {
	schemaText, err := os.ReadFile("../report/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	schema := typesSchema(t, string(schemaText), "#/$defs/changes")
	var files []string
	for _, glob := range []string{
		"programs/*/*.k", "relay/*.rly", "tensorscript/*.trs", "onnx/*.onnxtxt", "errors/*/*.k",
	} {
		found, err := filepath.Glob("../../../examples/" + glob)
		if err != nil || len(found) == 0 {
			t.Fatal(glob, err)
		}
		files = append(files, found...)
	}
	dir := t.TempDir()
	compare := func(old, new []byte, extension string) string {
		a, b := filepath.Join(dir, "old"+extension), filepath.Join(dir, "new"+extension)
		for path, text := range map[string][]byte{a: old, b: new} {
			if err := os.WriteFile(path, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		code, stdout, stderr := patgraph(t, nil, "diff", "--format", "json", a, b)
		if code != report.Clean && code != report.Unusable {
			t.Fatalf("exit %d: %s%s\n%s\n---\n%s", code, stdout, stderr, old, new)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(stdout))
		if err == nil {
			err = schema.Validate(doc)
		}
		if err != nil {
			t.Fatalf("%v\n%s\n%s\n---\n%s", err, stdout, old, new)
		}
		return stdout
	}
	for n, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n%sample.Size(1, 3) != 0 {
			continue
		}
		extension := filepath.Ext(file)
		if out := compare(text, text, extension); !strings.Contains(out, `"level":"patch"}}`) {
			t.Errorf("%s compared with itself: %s", file, out)
		}
		rnd := rand.New(rand.NewPCG(1, uint64(n)))
		for range sample.Size(20, 3) {
			compare(text, damaged(rnd, text), extension)
			compare(damaged(rnd, text), text, extension)
		}
	}
	if out := compare([]byte("f = _log! .a;"), []byte("f = _log! .a .b;"), ".k"); !strings.Contains(out, "major") {
		t.Error(out)
	}
}

// damaged changes some bytes of a text.
func damaged(rnd *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	for range 1 + rnd.IntN(3) {
		at := rnd.IntN(len(text) + 1)
		switch end := min(at+1+rnd.IntN(6), len(text)); rnd.IntN(4) {
		case 0:
			text = append(text[:at:at], text[end:]...)
		case 1:
			text = append(text[:at:at], append(bytes.Clone(text[at:end]), text[at:]...)...)
		case 2:
			other := rnd.IntN(len(text) + 1)
			text = append(text[:at:at], append(bytes.Clone(text[other:min(other+5, len(text))]), text[end:]...)...)
		default:
			text = append(text[:at:at], append(fmt.Append(nil, rnd.IntN(10)), text[end:]...)...)
		}
	}
	return text
}
