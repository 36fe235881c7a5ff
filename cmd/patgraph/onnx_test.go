package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
)

// binaryModel returns a model of two layers, whose second weight has some rows.
func binaryModel(rows int) []byte {
	tree, _ := onnx.Parse(lang.NewFile("in", fmt.Appendf(nil, `<ir_version: 8, opset_import: ["" : 17]>
net (float[N, 8] x) => (y)
<float[8, 16] w1 = {...}, float[%d, 4] w2 = {...}>
{
  ["/fc1/MatMul"] h = MatMul(x, w1)
  ["/fc2/MatMul"] y = MatMul(h, w2)
}
`, rows)))
	return onnxgen.Model(tree)
}

// A binary model is analysed as text, and reports name its nodes.
func TestBinaryModel(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, rows := range map[string]int{"good.onnx": 16, "bad.onnx": 15} {
		if err := os.WriteFile(name, binaryModel(rows), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("other.onnx", []byte(`{"irVersion": "8"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	prints(t, nil, []printed{
		{"types good.onnx", 0, []string{"net : (float[N, 8]) -> (float[N, 4])"}},
		{"types --all --format json good.onnx", 0, []string{`"values":{"x":"float[N, 8]","w1":"float[8, 16]","w2":"float[16, 4]","h":"float[N, 16]","y":"float[N, 4]"}`}},
		{"diff good.onnx good.onnx", 0, []string{"1 definition: 1 same"}},
		{"diff good.onnx bad.onnx", 0, []string{"error[P0710]: `net` is not compared: it has an error now"}},
		{"check bad.onnx", 1, []string{`--> bad.onnx: node 1 "/fc2/MatMul"`, "the inner sizes 16 and 15 differ", "`15` is written here"}},
		{"check --format json bad.onnx", 1, []string{`"node":{"index":1,"name":"/fc2/MatMul","op":"MatMul","offset":`}},
		{"check --format sarif bad.onnx", 1, []string{`"physicalLocation":{"artifactLocation":{"uri":"bad.onnx","uriBaseId":"%SRCROOT%"},"region":{"byteOffset":`,
			`"logicalLocations":[{"name":"/fc2/MatMul","kind":"node","properties":{"index":1,"operator":"MatMul"}}`}},
		{"check --format github bad.onnx", 1, []string{`file=bad.onnx,title=`, `At node 1 "/fc2/MatMul".`}},
		{"why bad.onnx h", 0, []string{"it is the result of `MatMul` (node 0, `/fc1/MatMul`)", "axis 1 is 16, because"}},
		{"why good.onnx /fc2/MatMul", 0, []string{"`y` is the result of `MatMul` (node 1, `/fc2/MatMul`)"}},
		{"types --free --sizes N=3 good.onnx", 0, []string{"net : (float[3, 8]) -> (float[3, 4])"}},
		{"fmt bad.onnx", 0, []string{`  ["/fc1/MatMul"] h = MatMul(x, w1)`}},
		{"check other.onnx", 2, []string{"cannot read `other.onnx`: the file is JSON and not a binary model"}},
		{"fmt -w bad.onnx", 2, []string{"cannot write `bad.onnx`: the file has another form"}},
		{"graph --format txt bad.onnx", 0, []string{"[4] h = MatMul", "[5] y = MatMul", "the inner sizes 16 and 15 differ"}},
		{"graph --format txt --view patterns good.onnx", 0, []string{"no expression"}},
		{"graph --view relations good.onnx", 2, []string{"--view stages draws its operators by their names"}},
	})
}

// A model is recognised by its first bytes, whatever its name is, and so are its other forms.
func TestModelByItsBytes(t *testing.T) {
	t.Chdir(t.TempDir())
	model := binaryModel(15)
	for name, data := range map[string][]byte{
		"net.pb": model, "net": model, "cut": model[:len(model)/2], "net.ort": []byte("\x1c\x00\x00\x00ORTM\x00\x00\x00\x00"),
		"net.onnxjson": []byte("{\n  \"irVersion\": \"8\""), "net.pbtxt": []byte("ir_version: 8\ngraph {\n"),
		"other.json": []byte(`{"a": 1}`), "other.yaml": []byte("domain: x\n"),
	} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	prints(t, nil, []printed{
		{"check net.pb", 1, []string{`--> net.pb: node 1 "/fc2/MatMul"`}},
		{"check net", 1, []string{`--> net: node 1 "/fc2/MatMul"`}},
		{"types --all net", 1, []string{"h = MatMul : float[N, 16]"}},
		{"check cut", 2, []string{"cannot read `cut`: the model is damaged at byte", "copy or download it again"}},
		{"check net.ort", 2, []string{"cannot read `net.ort`: the file is a model of ONNX Runtime"}},
		{"check --dialect onnx net.ort", 2, []string{"the file is a model of ONNX Runtime"}},
		{"check net.onnxjson", 2, []string{"cannot read `net.onnxjson`: the file is JSON", "convert it: "}},
		{"check net.pbtxt", 2, []string{"cannot read `net.pbtxt`: the file is protobuf text", "convert it: "}},
		{"check other.json", 2, []string{"its name does not end in"}},
		{"check other.yaml", 2, []string{"its name does not end in"}},
	})
}

// A binary model on standard input needs no --lang.
func TestBinaryModelOnStandardInput(t *testing.T) {
	t.Chdir(t.TempDir())
	prints(t, func(p *cli.Program) { p.Stdin = bytes.NewReader(binaryModel(15)) }, []printed{
		{"check -", 1, []string{`--> <stdin>: node 1 "/fc2/MatMul"`, "the inner sizes 16 and 15 differ"}},
	})
}

// The bytes of a place in SARIF are those of its node.
func TestBinarySARIF(t *testing.T) {
	t.Chdir(t.TempDir())
	model := binaryModel(15)
	if err := os.WriteFile("bad.onnx", model, 0o666); err != nil {
		t.Fatal(err)
	}
	_, out, _ := patgraph(t, nil, "check", "--format", "sarif", "bad.onnx")
	var log struct {
		Runs []struct {
			Results []struct {
				Locations []struct {
					PhysicalLocation struct {
						Region struct{ ByteOffset, ByteLength int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err)
	}
	at := log.Runs[0].Results[0].Locations[0].PhysicalLocation.Region
	node := string(model[at.ByteOffset : at.ByteOffset+at.ByteLength])
	if !strings.Contains(node, "/fc2/MatMul") || strings.Contains(node, "/fc1/MatMul") {
		t.Errorf("%q", node)
	}
}

// Files of relations define further operators of models, in texts and in binary models, whose places and changes stay
// those of the model.
func TestOwnOperators(t *testing.T) {
	t.Chdir(t.TempDir())
	tree, _ := onnx.Parse(lang.NewFile("in", []byte(`<ir_version: 8, opset_import: ["" : 17, "com.acme" : 1]>
net (float[2, 3] x) => (float[2, 7] z) {
  ["/twice"] y = com.acme.Twice<note = "kept", size = 2>(x)
  z = Relu(y)
}
`)))
	files := map[string]string{
		"twice.onnxtxt": `<ir_version: 8, opset_import: ["" : 17, "com.acme" : 1]>
net (float x) => (z) { z = com.acme.Twice(x) }
`,
		"acme.onnx.rel": `op com.acme.Twice(X: T) -> (Y) with size: int = 2 for T in {float, float16}: Doubled.
relation Doubled(Tensor(s, b, _), O) with size: int :-
   1 <= len(s) else P0311 "a scalar has no last axis"
   | O = Tensor(s[:-1] ++ [s[-1] * @size], b, ?).
`,
		"wrong.onnx.rel": "op com.acme.Twice(X) -> (Y): Doubled.\n",
		"wide.onnx":      string(onnxgen.Model(tree)),
		"first.rly":      "def @f(%x: Tensor[(2, 3), float32]) { %x }\n",
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const with = " --relations acme.onnx.rel"
	prints(t, nil, []printed{
		{"check acme.onnx.rel", 0, []string{"1 file ok"}},
		{"fmt acme.onnx.rel", 0, []string{"op com.acme.Twice"}},
		{"check wide.onnx", 0, []string{"the operator `com.acme.Twice` is not known"}},
		{"check wide.onnx" + with, 1, []string{"--> wide.onnx:2:34", "`z` is declared as `float[2, 7]`, but it is `float[2, 6]`",
			"6 = 3·2, by `Twice` at node 0"}},
		{"check twice.onnxtxt" + with, 1, []string{"--> twice.onnxtxt:2:28", "a scalar has no last axis"}},
		{"check twice.onnxtxt --relations wrong.onnx.rel", 1, []string{"--> wrong.onnx.rel:1:"}},
		{"why wide.onnx z" + with, 0, []string{"`Twice` (node 0, `/twice`) gives 6 = 3·2"}},
		{"types first.rly wide.onnx --all" + with, 1, []string{"y = com.acme.Twice : float[2, 6]"}},
		{"fix --unsafe-fixes wide.onnx -o good.onnx" + with, 0, []string{"fixed[P0310] wide.onnx", "1 change"}},
		{"check good.onnx" + with, 0, []string{"2 files ok"}},
		{"types good.onnx" + with, 0, []string{"net : (float[2, 3]) -> (float[2, 6])"}},
	})
}
