package wire

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/internal/syntaxtest"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/lang/onnx/message"
)

// unknown is a field that no message has; its content must be kept.
var unknown = message.Field{Number: 99, Wire: length, Bytes: "kept"}

// asExported writes messages as exporters may: each has a field that is not read, weights have data, numbers are raw,
// fields with the value 0 are missing, and initializers are in another order than inputs.
func asExported(fields []message.Field, kind message.Kind, isRaw bool) (out []message.Field) {
	var bits []byte
	shown := false
	elem := 0
	for _, f := range fields {
		switch {
		case f.Fields != nil:
			inner := asExported(f.Fields(), f.Kind, isRaw)
			f.Fields = func() []message.Field { return inner }
		case kind == message.Tensor && f.Number == 2:
			elem = int(f.Value)
		case kind == message.Tensor && slices.Contains(numberFields, f.Number) || f.Number == 14:
			if shown = true; isRaw && f.Number != rawData && f.Number != 14 {
				bits = append(bits, raw([]message.Field{f}, elements[elem].bits)[0].Bytes...)
				continue
			}
		case f.Wire == varint && f.Value == 0 && f.Number == 3 && kind == message.Plain:
			continue
		}
		out = append(out, f)
	}
	switch {
	case bits != nil:
		out = append(out, message.Field{Number: rawData, Wire: length, Bytes: string(bits)})
	case kind == message.Tensor && !shown:
		out = append(out, message.Field{Number: rawData, Wire: length, Bytes: "\x01\x02\x03"})
	}
	if isRaw {
		slices.SortStableFunc(out, func(a, b message.Field) int { return -strings.Compare(a.Name, b.Name) })
	}
	return append([]message.Field{unknown}, append(out, unknown)...)
}

// randomGraph draws the text of a graph after its name.
func randomGraph(t *rapid.T, depth int, values []string) string {
	some := func(what string, most int, one func(i int) string) string {
		list := make([]string, rapid.IntRange(0, most).Draw(t, what))
		for i := range list {
			list[i] = one(i)
		}
		return strings.Join(list, ", ")
	}
	pick := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "word") }
	name := func(kind string) string {
		values = append(values, fmt.Sprintf("%s%d_%d", kind, depth, len(values)))
		return values[len(values)-1]
	}
	tensor := func() string {
		return pick("int64[2] {3, -1}", "float[3] {0.5, 1.0, -2.0}", "int32 {7}", "float16[1] {0.5}", "double {0.1}",
			"bool[2] {1, 0}", "uint8[1] {9}", "int4[3] {-8, 7, 1}", "bfloat16 {1.5}", "float[4,4] {...}", "string[2] {...}",
			`float[2] ["location" : "w"]`)
	}
	local := func(i int) string {
		typ, data, _ := strings.Cut(tensor(), " ")
		return typ + " " + name("w") + " = " + data
	}
	typed := func(kind string) func(int) string {
		return func(i int) string {
			if kind == "x" && rapid.IntRange(0, 3).Draw(t, "default") == 0 {
				return local(i)
			}
			typ := pick("float[N, 3] ", "int64[] ", "float ", "seq(map(string, float[2])) ", "optional(float[?]) ", "")
			return typ + name(kind)
		}
	}
	inputs := some("inputs", 3, typed("x"))
	weights := some("weights", 3, local)
	attribute := func(i int) string {
		value := pick("1", "[1, 2]", "0.5", "[0.5]", `"s"`, `["a", "b"]`, "tensor", "graph", "float[N]",
			"[float, seq(int64)]")
		switch {
		case value == "tensor":
			value = strings.Replace(tensor(), " [", " = [", 1)
		case value == "graph" && depth > 1:
			value = "2"
		case value == "graph":
			value = "sub " + randomGraph(t, depth+1, values)
		}
		return fmt.Sprint("a", i, " = ", value)
	}
	var body strings.Builder
	for range rapid.IntRange(0, 5).Draw(t, "nodes") {
		args := some("args", 3, func(int) string { return pick(append(values, `""`)...) })
		if attrs := some("attributes", 2, attribute); attrs != "" {
			args = "<" + attrs + ">(" + args + ")"
		} else {
			args = "(" + args + ")"
		}
		body.WriteString("\n" + pick("", `["/n"] `) + name("v") + " = " + pick("Foo", "com.my.Bar", "Foo:o") + args)
	}
	outputs := some("outputs", 2, typed("y"))
	if more := some("declared", 2, typed("v")); weights != "" && more != "" {
		weights += ", " + more
	} else {
		weights += more
	}
	if weights != "" {
		weights = " <" + weights + ">"
	}
	return "(" + inputs + ") => (" + outputs + ")" + weights + " {" + body.String() + "\n}"
}

// An editor proposes edits of a model.
type editor struct {
	*onnx.Tree
	t *rapid.T
}

func (e editor) pick(list []onnx.NodeID) onnx.NodeID {
	if len(list) == 0 {
		return onnx.NoNode
	}
	return rapid.SampledFrom(list).Draw(e.t, "part")
}

func (e editor) all(ops ...onnx.Op) []onnx.NodeID { return slices.Collect(e.Of(ops...)) }

// edit returns a change of a kind that a fix may be, or nothing if the model has no part for it.
func (e editor) edit(parents map[onnx.NodeID]onnx.NodeID) []lang.Edit {
	word := func(list ...string) string { return rapid.SampledFrom(list).Draw(e.t, "word") }
	replace := func(id onnx.NodeID, text string) []lang.Edit {
		return []lang.Edit{{Span: e.Span(id), Text: text}}
	}
	insert := func(at int32, text string) lang.Edit {
		return lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text}
	}
	number := word("0", "1", "3", "5", "7")
	hasNumbers := func(id onnx.NodeID) bool {
		for id > 0 && !e.Is(id, onnx.OpValue, onnx.OpTensor) {
			id = parents[id] // 0 for a root
		}
		return id != onnx.NoNode && len(e.Kids(e.Data(id))) > 0
	}
	typed := func(list []onnx.NodeID) onnx.NodeID { return e.pick(slices.DeleteFunc(list, hasNumbers)) }
	within := func(ops ...onnx.Op) func(onnx.NodeID) bool {
		return func(id onnx.NodeID) bool { return !e.Is(parents[id], ops...) }
	}
	switch rapid.IntRange(0, 10).Draw(e.t, "kind") {
	case 0: // a number of an attribute
		if id := e.pick(slices.DeleteFunc(e.all(onnx.OpInt), within(onnx.OpAttr, onnx.OpList))); id != onnx.NoNode {
			return replace(id, number)
		}
	case 1: // an entry of a constant
		if id := e.pick(slices.DeleteFunc(e.all(onnx.OpInt), within(onnx.OpData))); id != onnx.NoNode {
			return replace(id, word("0", "1"))
		}
	case 2: // a declared size
		sizes := e.all(onnx.OpInt, onnx.OpName, onnx.OpAny)
		if id := typed(slices.DeleteFunc(sizes, within(onnx.OpTensorType))); id != onnx.NoNode {
			return replace(id, number)
		}
	case 3: // an element type
		if id := typed(slices.DeleteFunc(e.all(onnx.OpTensorType), within(onnx.OpValue))); id != onnx.NoNode {
			s := e.Span(id)
			s.End = s.Start + int32(len(e.Name(id)))
			return []lang.Edit{{Span: s, Text: word("int64", "float16")}}
		}
	case 4: // a declared type
		types := e.all(onnx.OpTensorType, onnx.OpTypeCall)
		if id := typed(slices.DeleteFunc(types, within(onnx.OpValue))); id != onnx.NoNode {
			return replace(id, word("float[1, "+number+"]", "seq(float[N])", "int64", "float[]"))
		}
	case 5: // an input of a node
		if id := e.pick(slices.DeleteFunc(e.all(onnx.OpName, onnx.OpAbsent), within(onnx.OpArgs))); id != onnx.NoNode {
			if e.Is(id, onnx.OpAbsent) && e.Span(id).Empty() {
				return nil
			}
			return []lang.Edit{{Span: e.Span(id), Text: word("other", `"/an/other"`)},
				insert(e.Span(id).End, word("", ", more"))}
		}
	case 6: // another node, perhaps with a constant
		if id := e.pick(e.all(onnx.OpNode)); id != onnx.NoNode {
			return []lang.Edit{insert(e.Span(id).Start, word("c = Constant<value = int64[1] {"+number+"}>()\n  ",
				"t = Transpose<perm = [1, 0]>(x)\n  ", "k = Cast<to = 1>(x)\n  l = Flatten(k)\n  "))}
		}
	case 7: // no node, or the last one and its first input in its place
		if id := e.pick(e.all(onnx.OpNode)); id != onnx.NoNode {
			s := e.Span(id)
			for int(s.End) < len(e.File.Src) && strings.IndexByte(" \n", e.File.Src[s.End]) >= 0 {
				s.End++
			}
			return []lang.Edit{{Span: s}}
		}
	case 8: // another opset
		if id := e.pick(slices.DeleteFunc(e.all(onnx.OpInt), within(onnx.OpPair))); id != onnx.NoNode {
			return replace(id, "1"+number)
		}
	case 9: // no attribute
		if node := e.pick(e.all(onnx.OpNode)); node != onnx.NoNode && len(e.Attrs(node)) > 1 {
			i := rapid.IntRange(0, len(e.Attrs(node))-1).Draw(e.t, "attribute")
			return []lang.Edit{{Span: e.ItemSpan(e.Attrs(node), i)}}
		}
	case 10: // another operator
		if id := e.pick(e.all(onnx.OpNode)); id != onnx.NoNode {
			return []lang.Edit{{Span: e.NameSpan(e.Kid(id, 2)), Text: word("Foo", `"a b"`)}}
		}
	}
	return nil
}

func touch(a, b lang.Span) bool { return a.Start <= b.End && b.Start <= a.End }

// changeLaw: the text of a changed model is the changed text, and all messages outside of the edits keep their
// bytes. It returns whether the change was made.
func changeLaw(t syntaxtest.T, b []byte, m *Model, edits []lang.Edit) (*Changed, error) {
	t.Helper()
	c, now, err := Change(bytes.NewReader(b), int64(len(b)), nil, m.Text, edits)
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.NewSectionReader(c, 0, c.Size()))
	if err != nil || int64(len(out)) != c.Size() {
		t.Fatalf("%d bytes of %d, %v", len(out), c.Size(), err)
	}
	again := read(t, out)
	edited := lang.AppendEdited(nil, m.Text, lang.Span{End: int32(len(m.Text))}, edits)
	want, bad := onnx.Format(lang.NewFile("", edited), lang.Layout{Width: 1 << 30})
	if bad != nil {
		t.Fatalf("%v", bad)
	}
	line := func(b []byte) string { return strings.Join(strings.Fields(string(b)), "") }
	if line(again.Text) != line(want) || !bytes.Equal(again.Text, now.Text) {
		t.Fatalf("%s", cmp.Diff(string(want), string(again.Text)))
	}
	nodes := make(map[lang.Span]*Node)
	for i := range again.Nodes {
		nodes[again.Nodes[i].Span] = &again.Nodes[i]
	}
	if bytes.Equal(edited, again.Text) { // places are the same
		for _, n := range m.Nodes {
			s := lang.Span{Start: lang.Moved(n.Span.Start, edits), End: lang.Moved(n.Span.End, edits)}
			if slices.ContainsFunc(edits, func(e lang.Edit) bool { return touch(e.Span, n.Span) }) {
				continue
			}
			if k := nodes[s]; k == nil || !bytes.Equal(b[n.Offset:n.Offset+n.Size], out[k.Offset:k.Offset+k.Size]) {
				t.Fatalf("%s has other bytes", m.Text[n.Span.Start:n.Span.End])
			}
		}
	}
	return c, nil
}

// Edits change only the parts that they name, in every form of a file.
func TestChange(t *testing.T) {
	texts := texts(t)
	for _, m := range onnxgen.Models()[:6] {
		texts = append(texts, m.Text)
	}
	made := 0
	rapid.Check(t, func(t *rapid.T) {
		var text string
		if rapid.Bool().Draw(t, "known") {
			text = rapid.SampledFrom(texts).Draw(t, "model")
		} else {
			text = `<ir_version: 8, opset_import: ["" : 17, "com.my" : 1]> g ` + randomGraph(t, 0, nil)
		}
		tree, ds := onnx.Parse(lang.NewFile("", []byte(text)))
		if len(ds) > 0 {
			t.Fatal(syntaxtest.Found(tree.File, ds), text)
		}
		fields := message.Model(tree)
		exported := asExported(fields, message.Plain, rapid.Bool().Draw(t, "raw"))
		version := func(f message.Field) bool { return f.Number == 1 } // is first in a file
		b := message.Append(nil, append(pick(exported, 1), slices.DeleteFunc(exported, version)...)...)
		m, bad := Read(bytes.NewReader(b), int64(len(b)), nil)
		if bad != nil {
			t.Skip("no version")
		}
		tree, _ = onnx.Parse(lang.NewFile("", m.Text))
		parents := make(map[onnx.NodeID]onnx.NodeID)
		for id := range onnx.NodeID(len(tree.Nodes)) {
			for _, kid := range tree.Kids(id) {
				parents[kid] = id
			}
		}
		var edits []lang.Edit
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			more := editor{tree, t}.edit(parents)
			if !slices.ContainsFunc(more, func(e lang.Edit) bool {
				return slices.ContainsFunc(edits, func(f lang.Edit) bool { return touch(e.Span, f.Span) })
			}) {
				edits = append(edits, more...)
			}
		}
		slices.SortFunc(edits, func(a, b lang.Edit) int { return int(a.Span.Start - b.Span.Start) })
		typed := slices.ContainsFunc(edits, func(e lang.Edit) bool {
			return strings.ContainsAny(e.Text, "[(") || e.Text == "int64"
		})
		c, err := changeLaw(t, b, m, edits)
		switch {
		case err == nil:
			made++
			lost := bytes.Count(b, []byte("kept")) - bytes.Count(contents(t, c), []byte("kept"))
			if lost > 0 && len(edits) == 1 && !typed && edits[0].Text != "" {
				t.Fatalf("%d unknown fields are lost by %q", lost, edits)
			}
		case !strings.HasPrefix(err.Error(), "the data of"):
			t.Fatalf("%q: %v\n%s", edits, err, m.Text)
		}
	})
	if made == 0 {
		t.Error("no change is made")
	}
}

// Each part stays in the form that it has in the file, and a change that needs weights is refused.
func TestChangeForms(t *testing.T) {
	weight := func(elem int64, dims ...int64) []byte {
		b := onnxgen.Int(nil, 2, elem)
		for _, d := range dims {
			b = onnxgen.Int(b, 1, d)
		}
		return b
	}
	model := func(graph []byte) []byte { return onnxgen.Bytes(onnxgen.Int(nil, 1, 8), 7, graph) }
	named := func(tensor []byte) []byte { return model(onnxgen.Bytes(nil, 5, onnxgen.Bytes(tensor, 8, "w"))) }
	attribute := func(b []byte) []byte {
		return model(onnxgen.Bytes(nil, 1, onnxgen.Bytes(onnxgen.Bytes(nil, 4, "F"), 5, onnxgen.Bytes(b, 1, "a"))))
	}
	pair := func(b []byte, key, value string) []byte {
		return onnxgen.Bytes(b, 13, onnxgen.Bytes(onnxgen.Bytes(nil, 1, key), 2, value))
	}
	typ := onnxgen.Bytes(nil, 1, onnxgen.Bytes(onnxgen.Int(nil, 1, 1), 2, onnxgen.Bytes(nil, 1, onnxgen.Int(nil, 1, 2))))
	twice := onnxgen.Bytes(onnxgen.Bytes(onnxgen.Bytes(nil, 1, "x"), 2, typ), 2, typ)
	external := onnxgen.Int(pair(weight(7, 2), "location", "w.bin"), 14, 1)
	folder := fstest.MapFS{"w.bin": {Data: []byte("\x05\x00\x00\x00\x00\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00")}}
	for _, c := range []struct {
		name       string
		model      []byte
		folder     fs.FS
		old, new   string
		has, lacks string // bytes after the change
		err        string
	}{
		{"packed numbers", attribute(onnxgen.Int(onnxgen.Bytes(nil, 8, "\x01\x02"), 20, 7)), nil,
			"[1, 2]", "[1, 2, 3]", "", "", ""},
		{"no kind", attribute(onnxgen.Int(nil, 3, 4)), nil, "a = 4", "a = 5", "", "\xa0\x01", ""},
		{"another kind", attribute(onnxgen.Int(onnxgen.Int(nil, 3, 4), 20, 2)), nil, "a = 4", "a = [4]", "", "", ""},
		{"missing zero", attribute(onnxgen.Int(nil, 20, 2)), nil, "a = 0", "a = 1", "", "", ""},
		{"raw numbers", named(onnxgen.Bytes(weight(6, 2), 9, "\x01\x00\x00\x00\x02\x00\x00\x00")), nil,
			"{1, 2}", "{1, 258}", "\x01\x00\x00\x00\x02\x01\x00\x00", "", ""},
		{"numbers", named(onnxgen.Int(onnxgen.Int(weight(6, 2), 5, 1), 5, 2)), nil,
			"{1, 2}", "{1, -1}", "\x28\x01\x28\xff", "", ""},
		{"raw numbers of another type", named(onnxgen.Bytes(weight(6, 1), 9, "\x01\x00\x00\x00")), nil,
			"int32[1]", "int64[1]", "\x01\x00\x00\x00\x00\x00\x00\x00", "", ""},
		{"weight", named(onnxgen.Bytes(weight(1, 2, 2), 9, make([]byte, 16))), nil,
			"[2, 2]", "[2, 3]", "", "", "the data of `w` would not fit the new type"},
		{"element type of a weight", named(onnxgen.Bytes(weight(1, 2, 2), 9, make([]byte, 16))), nil,
			"float", "double", "", "", "the data of `w` would not fit the new type"},
		{"numbers without a form", named(onnxgen.Int(weight(7, 1), 7, 1)), nil,
			"int64[1] w = {1}", "float[1] w = {1.5}", "\x00\x00\xc0\x3f", "", ""},
		{"too few numbers", named(onnxgen.Int(weight(7, 1), 7, 1)), nil,
			"int64[1] w = {1}", "int64[2] w = {1}", "", "", unusual},
		{"external numbers", named(external), folder, "{5, 6}", "{5, 7}", "\x07\x00\x00", "w.bin", ""},
		{"name of external data", named(external), nil, "w.bin", "other", "other", "w.bin", ""},
		{"a type twice", model(onnxgen.Bytes(nil, 11, twice)),
			nil, "float[2, 2]", "float[2, 3]", "", "", unusual},
		{"a syntax error", attribute(onnxgen.Int(nil, 3, 4)), nil,
			"a = 4", "a = = 4", "", "", "the changed text has a syntax error"},
	} {
		m, bad := Read(bytes.NewReader(c.model), int64(len(c.model)), c.folder)
		if bad != nil {
			t.Fatalf("%s: %v", c.name, bad)
		}
		at := int32(bytes.Index(m.Text, []byte(c.old)))
		if at < 0 {
			t.Fatalf("%s: %s", c.name, m.Text)
		}
		out, now, err := Change(bytes.NewReader(c.model), int64(len(c.model)), c.folder, m.Text,
			[]lang.Edit{{Span: lang.Span{Start: at, End: at + int32(len(c.old))}, Text: c.new}})
		if err != nil {
			if c.err == "" || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if got := contents(t, out); c.err != "" || !strings.Contains(string(now.Text), c.new) ||
			!bytes.Contains(got, []byte(c.has)) || c.lacks != "" && bytes.Contains(got, []byte(c.lacks)) {
			t.Errorf("%s: %q\n%s", c.name, got, now.Text)
		}
	}
}

// Weights are not read for a change.
func TestChangeSkips(t *testing.T) {
	const size = 4 << 20
	weight := onnxgen.Bytes(onnxgen.Bytes(onnxgen.Int(onnxgen.Int(nil, 1, size/4), 2, 1), 9, make([]byte, size)), 8, "w")
	node := onnxgen.Bytes(onnxgen.Bytes(onnxgen.Bytes(nil, 1, "w"), 2, "y"), 4, "F")
	graph := onnxgen.Bytes(onnxgen.Bytes(onnxgen.Bytes(nil, 5, weight), 1, node), 5, weight)
	b := onnxgen.Bytes(onnxgen.Int(nil, 1, 8), 7, graph)
	c := &counted{Reader: bytes.NewReader(b)}
	m := read(t, b)
	at := int32(bytes.Index(m.Text, []byte("F(")))
	edit := lang.Edit{Span: lang.Span{Start: at, End: at + 1}, Text: "Longer"}
	out, _, err := Change(c, int64(len(b)), nil, m.Text, []lang.Edit{edit})
	if err != nil || c.bytes > 200_000 {
		t.Fatalf("%d bytes are read, %v", c.bytes, err)
	}
	if got := contents(t, out); len(got) != len(b)+len("onger") || !bytes.HasSuffix(got, weight) {
		t.Errorf("%d bytes in place of %d", len(got), len(b))
	}
}

func contents(t syntaxtest.T, c *Changed) []byte {
	t.Helper()
	b, err := io.ReadAll(io.NewSectionReader(c, 0, c.Size()))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return b
}

// For any bytes and any edit of a part of their text, Change makes the change or gives a reason; it never panics.
func FuzzChange(f *testing.F) {
	all := models(f)
	other := all[len(all)-1]
	for i, b := range all {
		for k, text := range []string{"7", "float[2, N]", "x, y", `"a b"`, "", "= Foo(x)", "int64[2] {3, 4}", "x = {1}",
			"[1.5, 2]"} {
			f.Add(b, uint16(7*i+5*k), text)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, part uint16, text string) {
		m, bad := Read(bytes.NewReader(b), int64(len(b)), nil)
		if bad != nil || strings.Contains(text, "#") { // a file has no comments
			return
		}
		tree, _ := onnx.Parse(lang.NewFile("", m.Text))
		span := tree.Span(onnx.NodeID(int(part) % len(tree.Nodes)))
		edits := []lang.Edit{{Span: span, Text: text}}
		if _, err := changeLaw(t, b, m, edits); err != nil && err.Error() == "" {
			t.Error("no reason is given")
		}
		Change(bytes.NewReader(other), int64(len(other)), nil, m.Text, edits) // a file that has been changed meanwhile
	})
}

// The models of the project itself can be changed, too.
func TestDebianChanges(t *testing.T) {
	files, _ := filepath.Glob("/usr/share/libonnx-testdata/data/*/*/model.onnx")
	if len(files) == 0 {
		t.Skip("libonnx-testdata is not installed")
	}
	made, stride := 0, sample.Size(1, 10)
	for i, name := range files {
		if i%stride != 0 {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m := read(t, b)
		tree, _ := onnx.Parse(lang.NewFile("", m.Text))
		var edits []lang.Edit
		for id := range tree.Of(onnx.OpNode) {
			before := lang.Span{Start: tree.Span(id).Start, End: tree.Span(id).Start}
			edits = append(edits, lang.Edit{Span: before, Text: "c = Constant<value = int64[1] {3}>()\n"},
				lang.Edit{Span: tree.NameSpan(tree.Kid(id, 2)), Text: "Foo"})
			for _, a := range tree.Attrs(id) {
				if tree.Is(tree.Value(a), onnx.OpInt, onnx.OpList) {
					edits = append(edits, lang.Edit{Span: tree.Span(tree.Value(a)), Text: "[7, 8]"})
				}
			}
			for _, arg := range tree.Args(id) {
				edits = append(edits, lang.Edit{Span: tree.Span(arg), Text: `"an other"`})
			}
		}
		for id := range tree.Of(onnx.OpValue) {
			if typ := tree.Type(id); typ != onnx.NoNode && tree.Data(id) == onnx.NoNode {
				edits = append(edits, lang.Edit{Span: tree.Span(typ), Text: "int64[N, 2]"})
			}
		}
		for _, e := range edits {
			if _, err := changeLaw(t, b, m, []lang.Edit{e}); err != nil {
				t.Errorf("%s: %q in place of %q: %v", name, e.Text, tree.File.Text(e.Span), err)
			}
			made++
		}
	}
	t.Logf("%d changes", made)
}
