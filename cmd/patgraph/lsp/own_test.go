package lsp_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp"
	"github.com/patgraph/patgraph/internal/lab/onnxgen"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// Requests specific to this server return the output of the commands for the text in the editor.
func TestOwnRequests(t *testing.T) {
	s := begin(t, M{}, "a.k", "old = .x;\n", "a.rly", "")
	k, relay := s.both()
	at := func(name string, place M, more ...any) M {
		p := s.at(name, place)
		if place == nil {
			delete(p, "position")
		}
		for i := 0; i < len(more); i += 2 {
			p[more[i].(string)] = more[i+1]
		}
		return p
	}
	s.has(s.ask("patgraph/why", at("a.k", k[2])), `"schema":"patgraph/1"`, `"file":"DIR/a.k"`, `"expression":"add"`)
	s.has(s.ask("patgraph/why", at("a.rly", nil, "name", "@layer")), `"definition":"@layer"`)
	s.has(s.ask("patgraph/why", at("a.k", nil, "name", "double", "at", 1)), `"step":1`)
	s.has(s.ask("patgraph/trace", at("a.k", nil, "name", "double")), `"definition":"double"`)
	s.has(s.ask("patgraph/trace", at("a.rly", nil)), `"definition":"@layer"`, `"definition":"@main"`)
	s.has(s.ask("patgraph/graph", at("a.k", nil, "names", []string{"double"})), `{"format":"dot","text":"`, "digraph")
	s.has(s.ask("patgraph/graph", at("a.rly", nil, "view", "calls", "format", "txt")), `{"format":"txt","text":"`, "@layer")
	s.has(s.ask("patgraph/graph", at("a.k", nil, "view", "history", "names", []string{"double"}, "at", 2)), "digraph")
	s.has(s.ask("patgraph/explain", M{"code": "P0302"}), `{"text":"`, "P0302")
	s.open("b.k", "$t = {int a, int c};\nf = $t .b;\n")
	s.has(s.ask("patgraph/explain", M{"textDocument": s.doc("b.k"), "position": M{"line": 1, "character": 8}}), `{"text":"`, "error[P0302]", "b.k:2:")
	s.has(s.ask("patgraph/graph", at("b.k", nil, "error", 1)), "digraph")
	for _, x := range []struct {
		method string
		params M
	}{
		{"patgraph/why", at("a.k", nil, "name", "nosuch")}, {"patgraph/why", at("a.k", M{"line": 0, "character": 0})}, {"patgraph/graph", at("a.k", nil, "view", "nosuch")},
		{"patgraph/graph", at("a.k", nil, "format", "--help")}, {"patgraph/explain", M{"code": "--help"}}, {"patgraph/explain", M{"code": "nosuch"}}, {"patgraph/check", at("nosuch.k", nil)}, {"patgraph/trace", at("nosuch.k", nil)},
	} {
		if err := s.Call(x.method, x.params, nil); code(err) != -32803 {
			t.Errorf("%s of %v: %v", x.method, x.params, err)
		}
	}
	_ = relay
}

// All requests about a version of a text are answered from one analysis of it, and its library is not analysed again,
// either.
func TestAnalysedOnce(t *testing.T) {
	analyses := make(map[string]int) // by text
	var lock sync.Mutex
	counted := slices.Clone(languages.All)
	for i, l := range counted {
		copied := *l
		copied.Analyze = func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
			lock.Lock()
			analyses[string(f.Src)]++
			lock.Unlock()
			return l.Analyze(ctx, f, o)
		}
		counted[i] = &copied
	}
	s := beginWith(t, func(stdin io.Reader, stdout io.Writer) int {
		p := cli.NewProgram(nil, stdin, stdout, os.Stderr)
		p.Languages = counted
		if err := lsp.Command().Run(lsp.Command().NewFlags(counted), p, nil); err != nil {
			return 1
		}
		return 0
	}, M{}, "lib.k", "$t = {int a, int c};\n", "patgraph.toml", "library = [\"lib.k\"]\n")
	at := s.open("b.k", "f = $t .b;\ng = $t .«a;\n")
	doc := func(more ...any) M {
		p := M{"textDocument": s.doc("b.k")}
		for i := 0; i < len(more); i += 2 {
			p[more[i].(string)] = more[i+1]
		}
		return p
	}
	s.has(s.ask("patgraph/check", doc()), `"P0302"`)
	lock.Lock()
	before := maps.Clone(analyses)
	lock.Unlock()
	s.has(s.ask("patgraph/types", doc()), `"expressions":[`)
	s.has(s.ask("patgraph/why", doc("position", at[0])), `"definition":"g"`)
	s.has(s.ask("patgraph/why", doc("name", "g", "at", 1)), `"step":1`)
	s.has(s.ask("patgraph/trace", doc("name", "g")), `"definition":"g"`)
	s.has(s.ask("patgraph/html", doc()), "<!--picture picture-1-->")
	s.has(s.ask("patgraph/graph", doc("error", 1)), "digraph")
	s.has(s.ask("patgraph/graph", doc("view", "patterns", "names", []string{"g"}, "at", 1)), "digraph")
	s.has(s.ask("patgraph/graph", doc("view", "calls", "format", "txt")), `"format":"txt"`)
	s.has(s.ask("patgraph/explain", doc("position", M{"line": 0, "character": 8})), "P0302")
	lock.Lock()
	defer lock.Unlock()
	if !maps.Equal(before, analyses) {
		t.Errorf("%v, and then %v", before, analyses)
	}
}

// The output of commands is shown in the editor, if it can show documents, and returned.
func TestCommands(t *testing.T) {
	s := begin(t, M{"window": M{"showDocument": M{"support": true}}})
	k, _ := s.both()
	for command, want := range map[string]string{"patgraph.why": "the input is", "patgraph.references": "DIR/a.k"} {
		s.has(s.ask("workspace/executeCommand", M{"command": command, "arguments": []any{s.uri("a.k"), k[2]}}), want)
	}
	if _, ok := s.Heard("window/showDocument"); !ok {
		t.Error("nothing is shown")
	}
	s.has(s.ask("workspace/executeCommand", M{"command": "patgraph.why", "arguments": []any{s.uri("a.k"), M{"line": 3, "character": 0}}}), "?$pair --> ?$nat")
	s.open("b.k", "$t = {int a};\nf = $t .b;\ng = $t .a;\n")
	s.has(s.ask("workspace/executeCommand",
		M{"command": "patgraph.explain", "arguments": []any{s.uri("b.k"), M{"line": 1, "character": 8}}}), "P0303", "has no tag `b`")
	for title, place := range map[string]M{
		"patterns of `g` in": {"line": 2, "character": 0}, "around 3:9": {"line": 2, "character": 8}, "patterns of b.k": {"line": 0, "character": 0},
	} {
		if got := s.ask("workspace/executeCommand",
			M{"command": "patgraph.draw", "arguments": []any{s.uri("b.k"), place}}); !strings.Contains(got, "<svg") ||
			!strings.Contains(strings.ReplaceAll(got, "&#45;", "-"), title) {
			t.Errorf("%q is not in %s", title, got)
		}
	}
	for _, p := range []M{{"command": "patgraph.nosuch", "arguments": []any{s.uri("a.k"), k[0]}}, {"command": "patgraph.why"}, {"command": "patgraph.why", "arguments": []any{7, 8}}} {
		if err := s.Call("workspace/executeCommand", p, nil); code(err) != -32602 {
			t.Errorf("%v: %v", p, err)
		}
	}
}

// Functions that fit in place of a selected expression are found in all folders, in the texts as the editor has them.
func TestSearch(t *testing.T) {
	s := begin(t, M{"window": M{"showDocument": M{"support": true}}}, "lib/lib.k", "$line = {int price, string item};\nprice = $line .price;\n")
	at := s.open("a.k", "$order = {[{int price, string item}] lines};\nall = $order .lines | «.item ^ [()] | ^ PLUS;\n")
	action := s.ask("textDocument/codeAction", M{"textDocument": s.doc("a.k"), "context": M{"diagnostics": []any{}},
		"range": M{"start": at[0], "end": M{"line": 1, "character": 27}}})
	s.has(action, `"title":"find functions that fit here","kind":"refactor","command":`, `"command":"patgraph.search"`)
	if got := s.ask("textDocument/codeAction", M{"textDocument": s.doc("a.k"), "context": M{"diagnostics": []any{}},
		"range": M{"start": at[0], "end": at[0]}}); strings.Contains(got, "patgraph.search") {
		t.Errorf("it is offered without a selection: %s", got)
	}
	s.has(s.ask("patgraph/search", s.at("a.k", at[0])), `"schema":"patgraph/1","matches":[{"file":"DIR/lib/lib.k","line":2,`, `"name":"price"`)
	s.has(s.ask("workspace/executeCommand", M{"command": "patgraph.search", "arguments": []any{s.uri("a.k"), at[0]}}), "price : ")
	if err := s.Call("patgraph/search", s.at("a.k", M{"line": 0, "character": 3}), nil); code(err) != -32803 {
		t.Errorf("no expression: %v", err)
	}
}

// Codes link to their pages, and names of a prelude to its text.
func TestContent(t *testing.T) {
	s := begin(t, M{}, "patgraph.toml", "prelude = true\n")
	content := func(uri string) string { return s.ask("workspace/textDocumentContent", M{"uri": uri}) }
	s.has(content("patgraph:/codes/P0302.txt"), `{"text":"`, "P0302")
	at := s.open("a.rly", "#[version = \"0.0.5\"]\ndef @f(%x: «List[int32]) { %x }\n")
	var places []struct {
		URI   string
		Range struct{ Start struct{ Line int } }
	}
	if err := s.Call("textDocument/definition", s.at("a.rly", at[0]), &places); err != nil || len(places) != 1 {
		t.Fatal(places, err)
	}
	var text struct{ Text string }
	if err := json.Unmarshal([]byte(content(places[0].URI)), &text); err != nil {
		t.Fatal(err)
	}
	if line := strings.Split(text.Text, "\n")[places[0].Range.Start.Line]; !strings.HasPrefix(line, "type List[A]") {
		t.Errorf("%q at %v", line, places)
	}
	if err := s.Call("textDocument/prepareRename", s.at("a.rly", at[0]), nil); code(err) != -32803 {
		t.Errorf("a name of the prelude: %v", err)
	}
	for _, uri := range []string{"patgraph:/codes/nosuch.txt", "patgraph:/", "file:///etc/passwd", "patgraph:/codes/--help.txt", "patgraph:/prelude/../x"} {
		if err := s.Call("workspace/textDocumentContent", M{"uri": uri}, nil); err == nil {
			t.Errorf("%s is answered", uri)
		}
	}
}

// Pictures come with a list of places and names for their elements.
func TestPictureParts(t *testing.T) {
	s := begin(t, M{})
	s.open("b.k", "$t = {int a, int c};\nf = $t .b;\n")
	var pic struct {
		Format, Text, Outline string
		Elements              []struct {
			ID, Reason string
			Step       int
			Span       *struct{ Start struct{ Line int } }
		}
	}
	if err := s.Call("patgraph/graph", M{"textDocument": s.doc("b.k"), "error": 1, "dark": true, "all": true}, &pic); err != nil {
		t.Fatal(err)
	}
	if pic.Format != "dot" || !strings.Contains(pic.Text, `bgcolor="#1`) || !strings.Contains(pic.Outline, "[1] A: ") {
		t.Errorf("%+v", pic)
	}
	steps, spans := 0, 0
	for _, e := range pic.Elements {
		if !strings.Contains(pic.Text, `id="`+e.ID+`"`) {
			t.Errorf("no element %q in the picture", e.ID)
		}
		if e.Step > 0 && e.Reason != "" {
			steps++
		}
		if e.Span != nil {
			spans++
		}
	}
	if steps == 0 || spans == 0 {
		t.Errorf("%d steps, %d places: %+v", steps, spans, pic.Elements)
	}
	s.has(s.ask("patgraph/html", M{"textDocument": s.doc("b.k")}), `{"text":"<!doctype html>`, "<!--picture picture-1-->",
		`"pictures":[{"id":"picture-1","dot":"digraph `)
	s.has(s.ask("patgraph/graph", M{"textDocument": s.doc("b.k"), "focus": "f", "radius": 1, "maxNodes": 3, "types": "full"}), "folded")
	s.has(s.ask("patgraph/graph", M{"textDocument": s.doc("b.k"), "view": "history", "names": []string{"f"}, "all": true}),
		`1  input of`, `"reason":"comp: start","step":2`)
}

// Only programs and configurations of the folders are listed and read; an ordinary editor cannot save through the
// server.
func TestOwnFiles(t *testing.T) {
	s := begin(t, M{}, "a.k", "f = .x;\n", "sub/b.rly", "#[version = \"0.0.5\"]\n", "patgraph.toml", "prelude = true\n", "secret.txt", "s", "bad.k", "\xff")
	s.has(s.ask("patgraph/files", M{}), `"uri":"file://DIR/a.k","path":"a.k","language":"k"`, `"path":"sub/b.rly","language":"relay"`, `"cut":false`)
	read := func(uri string) error { return s.Call("patgraph/read", M{"uri": uri}, nil) }
	s.has(s.ask("patgraph/read", M{"uri": s.uri("a.k")}), `"text":"f = .x;\n"`, `"version":"`)
	s.has(s.ask("patgraph/read", M{"uri": s.uri("patgraph.toml")}), "prelude")
	for _, uri := range []string{s.uri("secret.txt"), s.uri("bad.k"), s.uri("nosuch.k"), s.uri("sub"), s.uri("../a.k"), "file:///etc/passwd", "", "%%"} {
		if err := read(uri); code(err) != -32803 {
			t.Errorf("%q: %v", uri, err)
		}
	}
	if err := s.Call("patgraph/save", M{"textDocument": s.doc("a.k"), "text": "g = .y;\n"}, nil); code(err) != -32803 {
		t.Errorf("a file is saved: %v", err)
	}
	s.has(s.ask("patgraph/examples", M{}), `"language":"k","kind":"error","look":"`, `"language":"tensorscript"`)
	k, _ := s.both()
	_ = k
	s.has(s.ask("patgraph/types", M{"textDocument": s.doc("a.k")}), `"schema":"patgraph/1"`, `"signature":"`, `"expressions":[`)
}

// The tutorial is there as in `patgraph tutorial`, and a document is checked against the task of a lesson.
func TestLessons(t *testing.T) {
	s := begin(t, M{}, "a.k", "-- dialect: k6\nname = ();\n", "b.k", "-- dialect: k6\nname = .name;\n", "c.k", "name = (\n")
	s.has(s.ask("patgraph/lessons", M{}), `"name":"01-field","title":"Values: a field"`, `"file":"15-gemm.onnxtxt"`, `"solution":"`)
	ask := func(file string) string {
		return s.ask("patgraph/lesson", M{"textDocument": s.doc(file), "name": "01-field"})
	}
	s.has(ask("a.k"), `"solved":false`, "but should give `\\\"Ada\\\"`")
	s.has(ask("b.k"), `"solved":true`, "`name` is undefined")
	s.has(ask("c.k"), `{"solved":false,"findings":null}`)
	for _, p := range []M{{"textDocument": s.doc("a.k"), "name": "nosuch"}, {"textDocument": s.doc("nosuch.k"), "name": "01-field"}} {
		if err := s.Call("patgraph/lesson", p, nil); code(err) != -32803 {
			t.Errorf("%v: %v", p, err)
		}
	}
}

// A binary model is read as its text: a file of the folder, or one that only the client has. The server asks for its
// bytes.
func TestModelFiles(t *testing.T) {
	tree, _ := onnx.Parse(lang.NewFile("in", []byte("<ir_version: 8, opset_import: [\"\" : 17]>\n"+
		"net (float[2] x) => (y) <float[2] w = {...}> {\n  y = Add(x, w)\n}\n")))
	model := onnxgen.Model(tree)
	s := begin(t, M{}, "a.onnx", string(model), "b.onnx", "\x08\x08\x3a\xff\xff")
	s.has(s.ask("patgraph/read", M{"uri": s.uri("a.onnx")}), `"text":"\u003cir_version: 8`, `y = Add(x, w)`)
	if err := s.Call("patgraph/read", M{"uri": s.uri("b.onnx")}, nil); code(err) != -32803 || !strings.Contains(err.Error(), "damaged") {
		t.Error(err)
	}
	files := [][]byte{model, []byte("f = .x;\n"), []byte("\xff"), model[:40]}
	s.Answer = func(method string, params json.RawMessage) any {
		var p struct{ File, Offset, Size int }
		if err := json.Unmarshal(params, &p); err != nil || method != "patgraph/bytes" {
			t.Errorf("%s: %v", method, err)
		}
		return M{"data": files[p.File][p.Offset:min(p.Offset+p.Size, len(files[p.File]))]}
	}
	text := func(name string, file, size int) M { return M{"name": name, "file": file, "size": size} }
	s.has(s.ask("patgraph/text", text("my.onnx", 0, len(model))), `y = Add(x, w)`, `"language":"onnx"`)
	s.has(s.ask("patgraph/text", text("my.k", 1, 8)), `"text":"f = .x;\n"`, `"language":"k"`)
	for _, x := range []struct {
		asked M
		want  string
	}{
		{text("my.txt", 1, 8), "is not a program: its name ends in none of .k, "},
		{text("my.k", 2, 1), "it is not a text in UTF-8"},
		{text("my.onnx", 0, len(model)+9), "cannot read"},
		{text("my.onnx", 3, 40), "damaged"},
	} {
		if err := s.Call("patgraph/text", x.asked, nil); code(err) != -32803 || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v: %v", x.asked, err)
		}
	}
}
