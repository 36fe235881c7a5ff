package main

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
)

// contents returns the files below a folder by their paths.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(folder, path)
		all[rel] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// lastNumber returns the number before a word in the last lines of a report.
func lastNumber(t *testing.T, out, word string) int {
	t.Helper()
	all := regexp.MustCompile(`(\d+) `+word).FindAllStringSubmatch(out, -1)
	if all == nil {
		t.Fatalf("no %s: %s", word, out)
	}
	n, _ := strconv.Atoi(all[len(all)-1][1])
	return n
}

// For examples with errors: each change leaves fewer errors, a second run changes nothing, and the number of workers does
// not matter. --diff shows exactly these changes.
func TestFixLaws(t *testing.T) {
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{{}, {"--unsafe-fixes"}} {
		var before, shown, first string
		var texts map[string]string
		for _, workers := range []string{"1", "4"} {
			t.Chdir(t.TempDir())
			for _, folder := range []string{"errors", "onnx/errors", "relay/errors", "relay/seed", "tensorscript/errors"} {
				if err := os.CopyFS(folder, os.DirFS(filepath.Join(examples, folder))); err != nil {
					t.Fatal(err)
				}
			}
			were := contents(t, ".")
			args := append([]string{"fix", "-j", workers}, flags...)
			if workers == "1" {
				_, before, _ = patgraph(t, nil, "check", ".")
				_, shown, _ = patgraph(t, nil, append(args, "--diff", ".")...)
			}
			_, out, _ := patgraph(t, nil, append(args, ".")...)
			changes, had, left := lastNumber(t, out, "change"), lastNumber(t, before, "error"), lastNumber(t, out, "error")
			if changes < 10 || left > had-changes/2 {
				t.Errorf("%d changes, %d errors of %d are left", changes, left, had)
			}
			now := contents(t, ".")
			if first == "" {
				_, again, _ := patgraph(t, nil, append(args, ".")...)
				if lastNumber(t, again, "change") != 0 || lastNumber(t, again, "error") != left {
					t.Errorf("a second run leaves %d errors of %d", lastNumber(t, again, "error"), left)
				}
				var done []byte
				for _, name := range slices.Sorted(maps.Keys(now)) {
					done = append(done, diff.Diff(name, []byte(were[name]), name, []byte(now[name]))...)
				}
				if string(done) != shown {
					t.Errorf("--diff shows\n%s\nand this is done:\n%s", shown, done)
				}
				first, texts = out, now
				continue
			}
			if out != first {
				t.Error("the report depends on the number of workers")
			}
			for name, text := range now {
				if texts[name] != text {
					t.Errorf("%s depends on the number of workers", name)
				}
			}
		}
	}
}

// A binary model is changed in another file or, if asked, in its place; nothing else in it changes.
func TestFixBinary(t *testing.T) {
	t.Chdir(t.TempDir())
	tree, _ := onnx.Parse(lang.NewFile("in", []byte(`<ir_version: 8, opset_import: ["" : 17]>
net (float[1, 3, 158, 160] x) => (joint) <float[8, 3, 3, 3] w = {...}, float[4] scales = {1.0, 1.0, 2.0, 2.0}> {
  ["/conv"] a = Conv<pads = [1, 1, 1, 1]>(x, w)
  half = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(a)
  quarter = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(half)
  up = Resize(quarter, "", scales)
  ["/joint"] joint = Concat<axis = 1>(half, up)
}
`)))
	bad := onnxgen.Bytes(onnxgen.Model(tree), 6, strings.Repeat("documentation", 1000)) // which no text has
	write := func(name string) {
		if err := os.WriteFile(name, bad, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("bad.onnx")
	if err := os.WriteFile("damaged.onnx", bad[:len(bad)-2], 0o600); err != nil {
		t.Fatal(err)
	}
	prints(t, nil, []printed{
		{"fix bad.onnx", report.Unusable, []string{`would fix[P0310] bad.onnx: node 4 "/joint": multiples of 4 fit`,
			"cannot write `bad.onnx`: it is binary", "-o FILE writes the model to another file, --in-place over itself"}},
		{"fix -o bad.onnx bad.onnx", report.Unusable, []string{"it is the program itself"}},
		{"fix -o - bad.onnx", report.Unusable, []string{"it is binary, and standard output is for texts"}},
		{"fix --diff bad.onnx", report.Clean, []string{"-net (float[1, 3, 158, 160] x)", "+net (float[1, 3, 160, 160] x)"}},
		{"fix damaged.onnx -o never.onnx", report.Unusable, []string{"cannot read `damaged.onnx`"}},
	})
	if now, _ := os.ReadFile("bad.onnx"); !bytes.Equal(now, bad) {
		t.Error("a model is overwritten")
	}
	if _, err := os.Stat("never.onnx"); err == nil {
		t.Error("a file is written for a damaged model")
	}
	prints(t, nil, []printed{
		{"fix bad.onnx -o good.onnx", report.Clean, []string{`fixed[P0310] bad.onnx: node 4 "/joint"`, "1 change\n1 file ok"}},
		{"check good.onnx", report.Clean, []string{"1 file ok"}},
		{"fix good.onnx", report.Clean, []string{"0 changes"}},
	})
	good, _ := os.ReadFile("good.onnx")
	want := bytes.Replace(bad, []byte{8, 158, 1}, []byte{8, 160, 1}, 1) // a size of 160 takes as many bytes
	if !bytes.Equal(good, want) {
		t.Errorf("%d bytes are written, not %d", len(good), len(want))
	}
	prints(t, nil, []printed{{"fix --in-place bad.onnx", report.Clean, []string{"fixed[P0310]"}}})
	if now, _ := os.ReadFile("bad.onnx"); !bytes.Equal(now, want) {
		t.Error("the model is not changed in its place")
	}
	if info, _ := os.Stat("bad.onnx"); info.Mode().Perm() != 0o600 {
		t.Errorf("it has the mode %v", info.Mode())
	}
	from := func(p *cli.Program) { p.Stdin = bytes.NewReader(bad) }
	code, _, said := patgraph(t, from, "fix", "--stdin-name", "x.onnx", "-")
	if code != report.Unusable || !strings.Contains(said, "only models in files are changed") {
		t.Errorf("exit status %d: %s", code, said)
	}
}

// A change that needs the weights is refused with the reason.
func TestFixWeights(t *testing.T) {
	t.Chdir(t.TempDir())
	model := binaryModel(15)
	if err := os.WriteFile("bad.onnx", model, 0o666); err != nil {
		t.Fatal(err)
	}
	prints(t, nil, []printed{{"fix --unsafe-fixes --width 0 bad.onnx -o out.onnx", report.Errors, []string{
		`not fixed[P0310] bad.onnx: node 1 "/fc2/MatMul": write`, "the data of `w2` would not fit the new type", "0 changes",
		"1 file, 1 error"}}})
	if out, _ := os.ReadFile("out.onnx"); !bytes.Equal(out, model) {
		t.Error("a model without changes is not copied")
	}
}
