package wire

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
)

// sniffed is the number of first bytes of a file that decide its form.
const sniffed = 512

// IsModel reports whether a file with some first bytes is a binary model: it begins with a version of the format and
// another field of a model.
func IsModel(head []byte) bool {
	if len(head) < 3 || head[0] != 1<<3|varint || head[1] == 0 || head[1] >= 1<<6 {
		return false
	}
	field, wire := head[2]>>3, head[2]&7 // a greater field has a key of two bytes
	return wire == varint && field == 5 || wire == length && slices.Contains([]byte{2, 3, 4, 6, 7, 8, 14}, field)
}

// IsText reports whether a file with some first bytes begins like the text of a model: with a comment, a header, or the
// name and the inputs of a graph.
func IsText(head []byte) bool {
	text := bytes.TrimPrefix(head, []byte("\ufeff"))
	for {
		text = bytes.TrimLeft(text, " \t\r\n")
		if len(text) == 0 || text[0] != '#' {
			break
		}
		_, rest, ended := bytes.Cut(text, []byte("\n"))
		if !ended {
			return utf8.Valid(text) || len(text) > utf8.UTFMax && utf8.Valid(text[:len(text)-utf8.UTFMax])
		}
		text = rest
	}
	text, header := bytes.CutPrefix(text, []byte("<"))
	text = bytes.TrimLeft(text, " \t\r\n")
	n := 0
	for n < len(text) && (text[n] == '_' || text[n] >= utf8.RuneSelf || '0' <= text[n] && text[n] <= '9' ||
		'a' <= text[n]|0x20 && text[n]|0x20 <= 'z') {
		n++
	}
	word, rest := text[:n], bytes.TrimLeft(text[n:], " \t\r\n")
	if header {
		return slices.Contains(onnx.Settings, string(word)) && bytes.HasPrefix(rest, []byte(":"))
	}
	return len(word) > 0 && bytes.HasPrefix(rest, []byte("("))
}

// IsOther reports whether a file with some first bytes is a model in another form, whatever its name is: for ONNX
// Runtime, as JSON, or as protobuf text.
func IsOther(head []byte) bool {
	text := trimmed(head)
	inside, isJSON := bytes.CutPrefix(text, []byte("{"))
	return isRuntime(head) || isJSON && bytes.HasPrefix(trimmed(inside), []byte("\"irVersion\"")) ||
		bytes.HasPrefix(text, []byte("ir_version:"))
}

func isRuntime(head []byte) bool { return len(head) >= 8 && string(head[4:8]) == "ORTM" }

func trimmed(head []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
}

// otherForm returns the diagnostic of a file in another form than that of binary models, or nil.
func otherForm(head []byte) *lang.Diagnostic {
	text := trimmed(head)
	report := func(what, help string) *lang.Diagnostic {
		return &lang.Diagnostic{Code: lang.UnreadableInput,
			Message: lang.Text("the file is " + what + " and not a binary model"), Help: lang.Texts(help)}
	}
	switch word := text[:max(bytes.IndexAny(text, ": \t{\r\n"), 0)]; {
	case IsModel(head):
		return nil
	case len(head) == 0:
		return report("empty", "export the model again")
	case isRuntime(head):
		return report("a model of ONNX Runtime (`.ort`)", "check the `.onnx` file that it was made from")
	case len(text) > 0 && text[0] == '{' && bytes.IndexByte(text, '"') > 0:
		return report("JSON", "convert it: `onnx.save(onnx.load(\"model.json\"), \"model.onnx\")` in Python")
	case slices.Contains(append(onnx.Settings, "graph", "functions"), string(word)):
		return report("protobuf text", "convert it: `onnx.save(onnx.load(\"model.textproto\"), \"model.onnx\")` in Python")
	case bytes.HasPrefix(bytes.ToLower(text), []byte("<!doctype")), bytes.HasPrefix(bytes.ToLower(text), []byte("<html")):
		return report("a web page", "download the model itself")
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return report("a ZIP archive", "unpack it, or export the PyTorch model by `torch.onnx.export`")
	case bytes.HasPrefix(head, []byte("version https://git-lfs")):
		return report("a pointer of Git LFS", "fetch the model: `git lfs pull`")
	}
	return nil
}
