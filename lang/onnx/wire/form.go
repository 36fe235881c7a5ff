package wire

import (
	"bytes"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// sniffed is the number of first bytes of a file that decide its form.
const sniffed = 512

// IsModel reports whether a file with some first bytes is a binary model: it begins with a version of the format and
// another field of a model.
func IsModel(head []byte) bool {
	return len(head) > 2 && head[0] == 1<<3 && head[1] > 0 && head[1] < 1<<6 &&
		slices.Contains([]byte{2<<3 | length, 3<<3 | length, 4<<3 | length, 5 << 3, 6<<3 | length, 7<<3 | length, 8<<3 | length,
			14<<3 | length, 20<<3 | length, 25<<3 | length}, head[2])
}

// otherForm returns the diagnostic of a file in another form than that of binary models, or nil.
func otherForm(head []byte) *lang.Diagnostic {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	report := func(what, help string) *lang.Diagnostic {
		return &lang.Diagnostic{Code: lang.UnreadableInput,
			Message: lang.Text("the file is " + what + " and not a binary model"), Help: lang.Texts(help)}
	}
	switch word := text[:max(bytes.IndexAny(text, ": \t{\r\n"), 0)]; {
	case IsModel(head):
		return nil
	case len(head) == 0:
		return report("empty", "export the model again")
	case len(head) >= 8 && string(head[4:8]) == "ORTM":
		return report("a model of ONNX Runtime (`.ort`)", "check the `.onnx` file that it was made from")
	case len(text) > 0 && text[0] == '{' && bytes.IndexByte(text, '"') > 0:
		return report("JSON", "convert it: `onnx.save(onnx.load(\"model.json\"), \"model.onnx\")` in Python")
	case slices.Contains([]string{"ir_version", "producer_name", "producer_version", "domain", "model_version", "doc_string",
		"graph", "opset_import", "metadata_props", "functions"}, string(word)):
		return report("protobuf text", "convert it: `onnx.save(onnx.load(\"model.textproto\"), \"model.onnx\")` in Python")
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return report("a ZIP archive", "unpack it, or export the PyTorch model by `torch.onnx.export`")
	case bytes.HasPrefix(head, []byte("version https://git-lfs")):
		return report("a pointer of Git LFS", "fetch the model: `git lfs pull`")
	}
	return nil
}
