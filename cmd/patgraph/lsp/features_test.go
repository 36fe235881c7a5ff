package lsp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Programs for the tests. « marks a place; places are counted from 0.
const (
	kProgram = `-- Numbers; see P0302 and https://example.org/nat.
$nat = <nat succ, {} zero>;
$pair = {nat x, nat y};
add = $pair <
    {.x .succ «x, .y y} $«pair «add {() succ},
    .y
>;
double = {() x, () y} «add;
swap = ?{«X x, X y, Y z} {.x y, .«y x, .z z};
`
	relayProgram = `#[version = "0.0.5"]
// Layers; see P0310.
// And more.
type Pair[A] {
  Both(A, A),
  Neither
}
def @layer(%x: Tensor[(2, 10), float32], %w) {
  let %y = nn.«dense(%«x, «%w, units=32);
  nn.relu(%y)
}
def @main(%x: Tensor[(2, 10), float32], %w) {
  @«layer(%x, %w)
}
def @first(%p: «Pair[int32]) {
  match (%p) { «Both(%a, _) => «%a, Neither => 1 }
}
`
)

func (s *session) both() (k, relay []M) {
	return s.open("a.k", kProgram), s.open("a.rly", relayProgram)
}

func TestHover(t *testing.T) {
	s := begin(t, M{})
	k, relay := s.both()
	hover := func(name string, at M) string { return s.ask("textDocument/hover", s.at(name, at)) }
	s.has(hover("a.k", k[1]), "```k\\n$pair = {nat x, nat y};\\n```", "values: infinite", "the least value")
	s.has(hover("a.k", k[2]), `"value":"`+"```k\\nadd : ", "the input is", "](file://DIR/a.k#L")
	s.has(hover("a.k", M{"line": 3, "character": 1}), "```k\\nadd : ", "$pair", "$nat")
	s.has(hover("a.rly", relay[0]), "```relation\\nnn.dense(data, weight)", "relation Dense(Tensor(s, b), W, O) with units: int")
	s.has(hover("a.rly", relay[2]), "```relay\\n%w : Tensor[(32, 10), float32]", "`10`", "](file://DIR/a.rly#L")
	s.has(hover("a.rly", relay[4]), "type Pair[A] {")
	wide := s.open("b.k", "$wide = {\n  int a,\n  int b,\n  int c,\n  int d,\n  int e\n};\nf = $«wide «{"+
		".a a, .b b, .c c, .d d, .e e, 1 f, 2 g, 3 h}«.a;\n")
	conv := s.open("b.rly", "#[version = \"0.0.5\"]\ndef @f(%x: «Tensor[(1, 3), float32]) { nn.«conv2d(%x) }\n")
	linear := s.open("a.trs", "use lin::Lin«ear;\n")
	s.has(hover("b.k", wide[0]), "int b,\\n…\\n```\\n\\n- values: infinite")
	s.has(hover("b.k", wide[2]), "- the input is")
	s.has(hover("b.rly", conv[1]), "relation Conv(", "\\n…\\n```\\nmore: `patgraph explain nn.conv2d`")
	s.has(hover("a.trs", linear[0]), "\\n…\\n```\\nmore: `patgraph explain lin.Linear`")
	for _, text := range []string{
		hover("a.rly", relay[2]), hover("a.k", k[2]), hover("b.k", wide[0]), hover("b.k", wide[2]), hover("b.rly", conv[0]),
		hover("b.rly", conv[1]), hover("a.trs", linear[0]),
	} {
		var h struct{ Contents struct{ Value string } }
		if err := json.Unmarshal([]byte(text), &h); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(h.Contents.Value, "\n") + 1; lines > 10 {
			t.Errorf("%d lines: %s", lines, h.Contents.Value)
		}
	}
	if got := hover("a.k", M{"line": 0, "character": 4}); got != "null" {
		t.Errorf("of a comment: %s", got)
	}
}

// The page of each operator is shown in at most ten lines, in whole blocks of code.
func TestHoverOfOperators(t *testing.T) {
	s := begin(t, M{})
	at := s.open("a.rly", "#[version = \"0.0.5\"]\ndef @f() { « }\n")
	var all struct {
		Items []struct{ Label, Detail string }
	}
	if err := s.Call("textDocument/completion", s.at("a.rly", at[0]), &all); err != nil {
		t.Fatal(err)
	}
	text := "#[version = \"0.0.5\"]\n"
	for _, i := range all.Items {
		if strings.HasPrefix(i.Detail, "built in") {
			text += "def @f() { «" + i.Label + " }\n"
		}
	}
	shown := 0
	for _, at := range s.open("a.rly", text) {
		var h struct{ Contents struct{ Value string } }
		if err := s.Call("textDocument/hover", s.at("a.rly", at), &h); err != nil {
			t.Fatal(err)
		}
		page := h.Contents.Value
		cut := strings.Contains(page, "\n…\n```\nmore: `patgraph explain ")
		if strings.Count(page, "\n") >= 10 || strings.Count(page, "```")%2 != 0 || strings.Contains(page, "…") != cut {
			t.Errorf("%v: %s", at, page)
		}
		if cut {
			shown++
		}
	}
	if shown < 100 {
		t.Errorf("only %d pages are cut", shown)
	}
}

// Punctuation shows nothing; an operator shows its expression, and an expression of signs shows itself.
func TestHoverOfSigns(t *testing.T) {
	s := begin(t, M{})
	for name, x := range map[string]struct {
		text  string
		shows string // at these places, of those that are marked
	}{
		"a.k": {"$u = {int a};\nf «= $u «{«.a x«, «() y, «{} z«}«; g «= «(«| «<.a, .b«>«)«;\n", " 2 4 5 10 "},
		"a.rly": {"#[version = \"0.0.5\"]\ndef @f«(%x«: «Tensor«[(1, 3), float32]«, %y) «-> bool «{ let %z «= («)«; %x «=«= «%y «}\n",
			" 2 8 10 11 12 "},
		"a.trs": {"use lin::Linear;\nnode N<[?, 4] -> [?, 2]> «{}\nweights N<[?, 4] -> [?, 2]> { «l «= Linear::new«(in«=4, out=2); }\n" +
			"graph N<[?, 4] -> [?, 2]> { def forward «{ «x «|«> «l «} }\n", " 1 6 9 "},
		"a.onnxtxt": {"<ir_version: 8, opset_import: [\"\" : 17]>\nnet (float[N, 8] x) => (y) {\n  «y «= «Softmax«<axis = 1«>«(x)\n}\n", " 0 2 "},
	} {
		for i, at := range s.open(name, x.text) {
			got := s.ask("textDocument/hover", s.at(name, at))
			if (got != "null") != strings.Contains(x.shows, fmt.Sprintf(" %d ", i)) {
				t.Errorf("%s: place %d shows %s", name, i, got)
			}
		}
	}
}

var everywhere = M{"start": M{"line": 0, "character": 0}, "end": M{"line": 1000, "character": 0}}

func TestShownInText(t *testing.T) {
	s := begin(t, M{"textDocument": M{"documentSymbol": M{"hierarchicalDocumentSymbolSupport": true}}})
	k, relay := s.both()
	get := func(method, name string) string {
		return s.ask("textDocument/"+method, M{"textDocument": s.doc(name), "range": everywhere})
	}
	s.has(get("inlayHint", "a.k"), `{"position":{"line":3,"character":3},"label":" : ?$pair --> ?$nat"`, `"line":7,"character":6`, `"line":8,"character":4}`)
	s.has(get("inlayHint", "a.rly"), `{"position":{"line":7,"character":44},"label":" -> Tensor[(2, 32), float32]"`,
		`{"position":{"line":8,"character":8},"label":": Tensor[(2, 32), float32]"`, `"line":14`)
	if hints := s.ask("textDocument/inlayHint",
		M{"textDocument": s.doc("a.k"),
			"range": M{"start": M{"line": 8, "character": 0}, "end": M{"line": 8, "character": 9}}}); strings.Count(hints, "label") != 1 {
		t.Errorf("of one line: %s", hints)
	}
	s.has(get("codeLens", "a.k"), `"data":{`,
		`"title":"2 uses","command":"patgraph.references"`, `"title":"draw","command":"patgraph.draw"`, `"0 uses"`)
	s.has(s.signatureLens("a.k"),
		`"title":"?$pair --> ?$nat","command":"patgraph.why","arguments":["file://DIR/a.k",{"line":3,"character":0}]`)
	s.has(s.signatureLens("a.rly"), `"title":"fn (Tensor[(2, 10), float32]`)
	s.has(get("codeLens", "a.rly"), `"title":"1 use"`)
	s.has(get("documentSymbol", "a.k"),
		`"name":"add","detail":"?$pair --> ?$nat","kind":12,"range":{"start":{"line":3,"character":0},"end":{"line":6,"character":2}},"selectionRange":{"start":{"line":3,"character":0},"end":{"line":3,"character":3}}`, `"name":"nat","kind":5`)
	s.has(get("documentSymbol", "a.rly"), `"name":"Pair"`, `"children":[{"name":"Both","kind":22`, `"name":"Neither"`, `"name":"@layer","detail":"fn (`)
	s.has(get("foldingRange", "a.k"), `{"startLine":3,"endLine":6}`)
	s.has(get("foldingRange", "a.rly"), `{"startLine":1,"endLine":2,"kind":"comment"}`, `{"startLine":3,"endLine":6}`, `{"startLine":7,"endLine":10}`)
	s.has(get("documentLink", "a.k"), `"target":"patgraph:/codes/P0302.txt"`, `"target":"https://example.org/nat."`)
	s.has(get("documentLink", "a.rly"), `"target":"patgraph:/codes/P0310.txt"`)
	s.has(s.ask("textDocument/selectionRange", M{"textDocument": s.doc("a.k"), "positions": []M{k[0]}}),
		`"character":14},"end":{"line":4,"character":14}}`,
		`"parent":{"range":{"start":{"line":4,"character":14},"end":{"line":4,"character":15}}`,
		`"parent":{"range":{"start":{"line":4,"character":4},"end":{"line":4,"character":22}}`,
		`{"line":3,"character":0},"end":{"line":6,"character":2}}`, `{"line":0,"character":0},"end":{"line":9,"character":0}}`)
	s.has(s.ask("textDocument/selectionRange", M{"textDocument": s.doc("a.rly"), "positions": []M{relay[1]}}), `"parent"`,
		`"line":8,"character":11},"end":{"line":8,"character":37}`, `"line":7,"character":0}`)
}

func TestTokens(t *testing.T) {
	s := begin(t, M{})
	s.open("a.k", "f = /* é\nb */ .x $nat;\n$nat = {};\n")
	var tokens struct{ Data []int }
	if err := s.Call("textDocument/semanticTokens/full", M{"textDocument": s.doc("a.k")}, &tokens); err != nil {
		t.Fatal(err)
	}
	text := []string{"f = /* é", "b */ .x $nat;", "$nat = {};"}
	kinds := []string{"function", "main", "type", "typeParameter", "variable", "field", "constructor", "operator",
		"relation", "label", "number", "string", "comment"}
	var got []string
	line, column := 0, 0
	for d := tokens.Data; len(d) > 0; d = d[5:] {
		if d[0] > 0 {
			column = 0
		}
		line, column = line+d[0], column+d[1]
		got = append(got, kinds[d[3]]+" "+string([]rune(text[line])[column:column+d[2]]))
		if d[4] == 1 {
			got[len(got)-1] += "!"
		}
	}
	if all := strings.Join(got, "|"); all != "function f!|comment /* é|comment b */|label x|type nat|type nat!" {
		t.Error(all)
	}
	s.open("a.rly", relayProgram)
	var part struct{ Data []int }
	if err := s.Call("textDocument/semanticTokens/range",
		M{"textDocument": s.doc("a.rly"), "range": M{"start": M{"line": 8, "character": 0}, "end": M{"line": 8, "character": 60}}}, &part); err != nil {
		t.Fatal(err)
	}
	if want := []int{8, 6, 2, 4, 1, 0, 5, 8, 6, 2, 0, 9, 2, 4, 0, 0, 4, 2, 4, 0, 0, 4, 5, 8, 0, 0, 6, 2, 9, 0}; len(part.Data) != len(want) {
		t.Errorf("%v, want %v", part.Data, want)
	}
}

func TestSignatureHelp(t *testing.T) {
	s := begin(t, M{})
	k, relay := s.both()
	help := func(name string, at M) string { return s.ask("textDocument/signatureHelp", s.at(name, at)) }
	s.has(help("a.rly", relay[1]), `"label":"nn.dense(data, weight)`, `"activeParameter":0`)
	s.has(help("a.rly", relay[2]), `"label":"nn.dense(data, weight)`, `"activeParameter":1`)
	s.has(help("a.rly", M{"line": 12, "character": 12}), `"label":"@layer : fn (Tensor[(2, 10), float32], `,
		`"parameters":[{"label":"%x"},{"label":"%w"}]`, `"activeParameter":1`)
	s.has(help("a.k", M{"line": 7, "character": 16}), `"label":"add : ?$pair --> ?$nat"`,
		`"parameters":[{"label":"x"},{"label":"y"}]`, `"activeParameter":1`)
	if got := help("a.k", k[0]); got != "null" {
		t.Errorf("where nothing is called: %s", got)
	}
}

func TestCompletion(t *testing.T) {
	s := begin(t, M{})
	complete := func(name, text string) (labels []string, all string) {
		t.Helper()
		at := s.open(name, text)
		var list struct {
			Items []struct{ Label, SortText string }
		}
		var raw json.RawMessage
		if err := s.Call("textDocument/completion", s.at(name, at[0]), &raw); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			t.Fatal(err)
		}
		for _, i := range list.Items {
			labels = append(labels, i.SortText[:1]+" "+i.Label)
		}
		return labels, s.brief(raw)
	}
	has := func(labels []string, want ...string) {
		t.Helper()
		for _, w := range want {
			found := false
			for _, l := range labels {
				found = found || l == w
			}
			if !found {
				t.Errorf("%q is not among %q", w, labels)
			}
		}
	}
	types := "$nat = <nat succ, {} zero>;\n$pair = {nat left, nat right};\n"
	labels, raw := complete("a.k", types+"f = $pair .le«;\ng = .other;\n")
	has(labels, "0 left", "0 right", "5 other")
	s.has(raw, `"textEdit":{"range":{"start":{"line":2,"character":11},"end":{"line":2,"character":13}},"newText":"left"}`)
	labels, _ = complete("b.k", types+"f = $pair .«\n")
	has(labels, "0 left", "0 right")
	labels, _ = complete("c.k", types+"f = $pa«;\n")
	has(labels, "4 pair", "4 nat", "7 int")
	labels, raw = complete("d.k", types+"one = $pair .left;\ntwo = $nat .succ;\nf = $pair «;\n")
	has(labels, "2 one", "3 two", "6 PLUS")
	s.has(raw, `"detail":"?$pair --> ?$nat"`)
	for _, text := range []string{
		"f = {1 left, 2 «} $pair;\n", "f = {1 left, 2 ri«} $pair;\n", "f = {1 left, (2 3) «", "f = {left: 1, «: 2} $pair;\n",
		"g = $pair; f = {1 left, 2 «} g;\n", "g = $pair;\nf = {{1 left, 2 «} a} .a g;\n", "f = {?X left, 2 «zzz} $pair; g = .a .b;\n",
	} {
		labels, _ = complete("g.k", types+text)
		if strings.Contains(text, "}") {
			has(labels, "0 right", "3 f")
		}
		if slices.ContainsFunc(labels, func(l string) bool { return strings.HasSuffix(l, " left") }) {
			t.Errorf("%s: a label is offered twice: %q", text, labels)
		}
	}
	labels, _ = complete("h.k", types+"f = {1 «} $nat;\n")
	has(labels, "0 succ", "0 zero")
	labels, _ = complete("h.k", types+"$other = {nat «, nat b};\n")
	if slices.Contains(labels, "0 left") {
		t.Errorf("in a declaration: %q", labels)
	}
	labels, _ = complete("e.k", types+"-- f = .le«x\n")
	if labels != nil {
		t.Errorf("in a comment: %q", labels)
	}
	labels, _ = complete("a.rly",
		"#[version = \"0.0.5\"]\ntype List[A] { Cons(A, List[A]), Nil }\ndef @f(%first: int32) { let %second = 1; %« }\ndef @g(%third: int32) { @f(%third) }\n")
	has(labels, "1 %first", "1 %second", "3 @f", "3 @g", "3 Cons", "4 List", "6 nn.dense", "7 float32", "8 match")
	for _, l := range labels {
		if strings.HasSuffix(l, "%third") {
			t.Error("a variable of another function is offered")
		}
	}
	_, raw = complete("b.rly", "#[version = \"0.0.5\"]\ntype List[A] { Cons(A, List[A]), Nil }\ndef @f(%x: List[int32]) { match (%x) «{ Nil => 1 } }\n")
	s.has(raw, `"additionalTextEdits"`, "Cons")
}

// Within a call, completion offers the remaining named arguments.
// The required arguments come first, in the order of the editor.
func TestRequiredArguments(t *testing.T) {
	s := begin(t, M{})
	at := s.open("a.rly", "#[version = \"0.0.5\"]\n"+
		"def @f(%x: Tensor[(1, 3, 8, 8), float32]) { (topk(%x, «), strided_slice(%x, «)) }\n")
	for i, first := range [][]string{{"k="}, {"begin=", "end=", "strides="}} {
		var list struct {
			Items []struct{ Label, SortText string }
		}
		if err := json.Unmarshal([]byte(s.ask("textDocument/completion", s.at("a.rly", at[i]))), &list); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(list.Items, func(a, b struct{ Label, SortText string }) int {
			return strings.Compare(a.SortText, b.SortText)
		})
		for k, label := range first {
			if list.Items[k].Label != label {
				t.Errorf("%s is number %d: %v", label, k, list.Items[:4])
			}
		}
	}
}

// In an import, completion offers the operations of its module that it does not have yet, and nothing else.
func TestImports(t *testing.T) {
	s := begin(t, M{})
	for i, x := range []struct{ text, offered, not string }{
		{"use conv::«\n", "Conv2d", "Linear"},
		{"use conv::C«onv;\nnode N<[?, 3] -> [?, 3]> {}\n", "Conv2d", "node"},
		{"use lin::Linear;\nuse conv::{Conv2d as C,\n  «};\n", "maxpool2d", "Conv2d"},
		{"use «\n", "conv", "Conv2d"},
		{"use conv::Conv2d;\n«\n", "node", "lin"},
		{"use conv::Conv2d\nno«de N<[?, 3] -> [?, 3]> {}\n", "node", "lin"},
	} {
		name := string(rune('a'+i)) + ".trs"
		at := s.open(name, x.text)
		got := s.ask("textDocument/completion", s.at(name, at[0]))
		if !strings.Contains(got, `"label":"`+x.offered+`"`) || strings.Contains(got, `"label":"`+x.not+`"`) {
			t.Errorf("%s: %s", x.text, got)
		}
	}
}

func TestNamedArguments(t *testing.T) {
	s := begin(t, M{})
	for name, x := range map[string]struct{ text, offered, given string }{
		"a.rly": {"#[version = \"0.0.5\"]\ndef @f(%x: Tensor[(2, 3), float32], %w) { nn.dense(%x, %w, units=4, «) }\n", "out_dtype=", "units="},
		"b.rly": {"#[version = \"0.0.5\"]\ndef @f(%x: Tensor[(2, 3), float32], %w) { nn.dense(%x, %w, «u) }\n", "units=", "data="},
		"a.trs": {"use conv::Conv2d;\nnode N<[?] -> [?]> {}\nweights N<[?] -> [?]> { c = Conv2d::new(in_ch=1, «); }\n", "kernel_size=", "in_ch="},
	} {
		at := s.open(name, x.text)
		got := s.ask("textDocument/completion", s.at(name, at[0]))
		if !strings.Contains(got, `"label":"`+x.offered+`"`) || strings.Contains(got, `"label":"`+x.given+`"`) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// signatureLens is the first lens of a document with a signature, as it is resolved.
func (s *session) signatureLens(name string) string {
	s.Helper()
	return s.ask("codeLens/resolve", s.lensToResolve(name))
}

func (s *session) lensToResolve(name string) M {
	s.Helper()
	var lenses []M
	if err := s.Call("textDocument/codeLens", M{"textDocument": s.doc(name)}, &lenses); err != nil {
		s.Fatal(err)
	}
	i := slices.IndexFunc(lenses, func(l M) bool { return l["command"] == nil })
	if i < 0 {
		s.Fatalf("every lens of %s has a command", name)
	}
	return lenses[i]
}

// A lens shows a signature only at the definition for which it was made.
func TestLensOfAnotherText(t *testing.T) {
	s := begin(t, M{})
	s.open("a.k", "$t = {int a};\nf = $t .a;\n")
	lens := s.lensToResolve("a.k")
	s.has(s.ask("codeLens/resolve", lens), `"title":"?$t --> ?$int"`)
	for _, text := range []string{"\n$t = {int a};\nf = $t .a;\n", "$t = {int a};\nf = $t .b;\n", "", "g = 1;\nf = 2;\n"} {
		s.change("a.k", text)
		if err := s.Call("codeLens/resolve", lens, nil); err == nil || !strings.Contains(err.Error(), "-32801") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, data := range []any{1, M{"uri": "file:///a.k", "symbol": -1}, M{"uri": s.doc("a.k")["uri"], "symbol": 1 << 40}} {
		lens["data"] = data
		if err := s.Call("codeLens/resolve", lens, nil); err == nil {
			t.Errorf("%v: no error", data)
		}
	}
}

func TestActions(t *testing.T) {
	const k = "$pair = {int left, int right};\nf = $pair .leftt;\ng = 1 .a;\n"
	const relay = "#[version = \"0.0.5\"]\ndef @f(%x: Tensor[(2, 3), float32], %y) { nn.dense(%x, %y, unitss=3) }\n"
	at := M{"start": M{"line": 1, "character": 0}, "end": M{"line": 1, "character": 80}}
	for name, x := range map[string]struct{ text, fixed string }{"a.k": {k, "left"}, "a.rly": {relay, "units"}} {
		// A client that resolves actions, and one that does not.
		for _, lazy := range []bool{true, false} {
			capabilities := M{}
			if lazy {
				capabilities = M{"textDocument": M{"codeAction": M{"resolveSupport": M{"properties": []string{"edit"}}}}}
			}
			s := begin(t, capabilities)
			s.open(name, x.text)
			var actions []M
			if err := s.Call("textDocument/codeAction",
				M{"textDocument": s.doc(name), "range": at, "context": M{"diagnostics": []any{}, "only": []string{"quickfix"}}}, &actions); err != nil {
				t.Fatal(err)
			}
			if len(actions) == 0 {
				t.Errorf("%s: no action", name)
				continue
			}
			first := actions[0]
			if (first["edit"] == nil) != lazy || first["kind"] != "quickfix" || first["diagnostics"] == nil {
				t.Errorf("%s: %v", name, first)
			}
			if lazy {
				s.has(s.ask("codeAction/resolve", first), `"edit":{"changes":{"file://DIR/`+name+`":[{"range":{"start":{"line":1`, x.fixed)
				s.change(name, x.text+"\n")
				if err := s.Call("codeAction/resolve", first, nil); err == nil || !strings.Contains(err.Error(), "-32801") {
					t.Errorf("an action of another version: %v", err)
				}
			}
		}
	}
	s := begin(t, M{})
	s.open("b.k", "f = .a(;\ng = @g;\n")
	s.open("c.k", "f = \"a\\qb\";\ng = \"c\\qd\";\n")
	_ = s.ask("textDocument/codeAction", M{"textDocument": s.doc("b.k"), "range": everywhere, "context": M{"diagnostics": []any{}}})
	if got := s.ask("textDocument/codeAction",
		M{"textDocument": s.doc("c.k"), "range": everywhere, "context": M{"diagnostics": []any{}, "only": []string{"refactor"}}}); got != "[]" {
		t.Errorf("what was not asked for: %s", got)
	}
}

// One action applies all certain fixes.
func TestFixAll(t *testing.T) {
	for name, x := range map[string][3]string{
		"a.k":   {"f = .a .b\ng = .c .d\nh = .e;\n", `{"range":{"start":{"line":0,"character":9},"end":{"line":0,"character":9}},"newText":";"},{"range":{"start":{"line":1,"character":9},"end":{"line":1,"character":9}},"newText":";"}`, "f = .a;\n"},
		"a.rly": {"#[version = \"0.0.5\"]\ndef @f(%x: int32) { let %y = %x %y }\ndef @g(%x: int32) { let %y = %x %y }\n", `"newText":";"`, "#[version = \"0.0.5\"]\n"},
	} {
		s := begin(t, M{})
		s.open(name, x[0])
		ask := func() string {
			return s.ask("textDocument/codeAction",
				M{"textDocument": s.doc(name), "range": everywhere, "context": M{"diagnostics": []any{}, "only": []string{"source"}}})
		}
		got := ask()
		s.has(got, `"kind":"source.fixAll"`, x[1])
		if n := strings.Count(got, "newText"); n != 2 {
			t.Errorf("%s: %d edits: %s", name, n, got)
		}
		s.change(name, x[2])
		if got := ask(); got != "[]" {
			t.Errorf("%s: where nothing is certain: %s", name, got)
		}
	}
}

func TestFormatting(t *testing.T) {
	s := begin(t, M{})
	options := M{"tabSize": 4, "insertSpaces": true}
	for name, x := range map[string][2]string{
		"a.k":   {"f   =   .a  ;\ng  = .b   ;\n", "g  = .b   ;"},
		"a.rly": {"#[version = \"0.0.5\"]\ndef @f( %x :int32 ) {  %x }\ndef @g( %x :int32 ) {  %x }\n", "def @g"},
	} {
		s.open(name, x[0])
		all := s.ask("textDocument/formatting", M{"textDocument": s.doc(name), "options": options})
		s.has(all, `"newText"`)
		line := strings.Count(x[0][:strings.Index(x[0], x[1])], "\n")
		at := M{"start": M{"line": line, "character": 0}, "end": M{"line": line, "character": 3}}
		one := s.ask("textDocument/rangeFormatting", M{"textDocument": s.doc(name), "range": at, "options": options})
		if len(one) >= len(all) || !strings.Contains(one, "newText") || strings.Contains(one, `"line":0`) {
			t.Errorf("%s: of one definition %s, of all %s", name, one, all)
		}
		typed := s.ask("textDocument/onTypeFormatting",
			M{"textDocument": s.doc(name), "position": M{"line": line, "character": 11}, "ch": ";", "options": options})
		if typed != one {
			t.Errorf("%s: when its end is typed %s, not %s", name, typed, one)
		}
	}
	s.open("b.k", "f = (  .a  ;\n")
	if got := s.ask("textDocument/formatting", M{"textDocument": s.doc("b.k"), "options": options}); got != "null" && got != "[]" {
		t.Errorf("with an error: %s", got)
	}
}

const tensorscriptProgram = `// See P0310.
use lin::Linear;
use nonlin::{relu, log_softmax as scores};
dim HIDDEN = 20; dim IN = 8; dim OUT = 2;
node Net<[?, IN] -> [?, OUT]> {}
weights Net<[?, IN] -> [?, OUT]> {
  first = Linear::new(in=IN, «out=«HIDDEN);
  last = Linear::new(in=HIDDEN, out=OUT);
}
graph Net<[?, IN] -> [?, OUT]> {
  def forward { x |> self.«body() |> «last |> «scores }
  def body(y) -> [?, HIDDEN] {
    «y |> «first |> «relu
  }
}
node Sure<[?, 8] -> [?, 2]> {}
weights Sure<[?, 8] -> [?, 2]> {
  net = «Net::new();
}
graph Sure<[?, 8] -> [?, 2]> {
  def forward { x |> net }
}
`

// The same for a language of networks: each feature supports its names and stages.
func TestNetworks(t *testing.T) {
	s := begin(t, M{"textDocument": M{"documentSymbol": M{"hierarchicalDocumentSymbolSupport": true}}})
	at := s.open("a.trs", tensorscriptProgram)
	if p, ok := s.Diagnostics(s.uri("a.trs"), s.version); !ok || strings.Contains(string(p.Diagnostics), `"severity":1`) {
		t.Fatalf("%s", p.Diagnostics)
	}
	out, hidden, body, last, scores, y, first, relu, net := at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8]
	ask := func(method string, at M) string { return s.ask("textDocument/"+method, s.at("a.trs", at)) }
	s.has(ask("hover", hidden), "dim HIDDEN = 20;")
	s.has(ask("hover", relu), "nonlin.relu(x)", "relation Same(Tensor(_), _)")
	s.has(ask("hover", first), "```tensorscript\\nfirst : ", "20]")
	s.has(ask("signatureHelp", out), `"label":"Linear::new(in: size, out: size)"`, `"activeParameter":1`)
	for name, x := range map[string]struct {
		at   M
		line string
		uses int
	}{
		"a size": {hidden, `"line":3,"character":4`, 4}, "a function": {body, `"line":11,"character":6`, 2}, "a weight": {last, `"line":7,"character":2`, 2},
		"another name": {scores, `"line":2,"character":34`, 2}, "a parameter": {y, `"line":11,"character":11`, 2}, "a node": {net, `"line":4,"character":5`, 4},
	} {
		s.has(ask("definition", x.at), `"start":{`+x.line)
		p := s.at("a.trs", x.at)
		p["context"] = M{"includeDeclaration": true}
		if got := s.ask("textDocument/references", p); strings.Count(got, `"uri"`) != x.uses {
			t.Errorf("%s is used at %s", name, got)
		}
	}
	rename := func(at M, to string) string {
		p := s.at("a.trs", at)
		p["newName"] = to
		var out json.RawMessage
		if err := s.Call("textDocument/rename", p, &out); err != nil {
			return err.Error()
		}
		return string(out)
	}
	if got := rename(hidden, "WIDTH"); strings.Count(got, "WIDTH") != 4 {
		t.Error(got)
	}
	s.has(rename(hidden, "OUT"), "instead of `HIDDEN`")
	s.has(rename(relu, "other"), "-32803")
	hints := s.ask("textDocument/inlayHint", M{"textDocument": s.doc("a.trs"), "range": everywhere})
	s.has(hints, `{"position":{"line":12,"character":14},"label":": [?, 20]"`)
	symbols := s.ask("textDocument/documentSymbol", M{"textDocument": s.doc("a.trs")})
	s.has(symbols, `"name":"Net"`, `"children":[`, `"name":"first"`, `"name":"body"`)
	s.has(ask("completion", first), `"label":"last"`, `"label":"relu"`, `"label":"HIDDEN"`, `"label":"weights"`)
	if got := ask("completion", first); strings.Contains(got, `"label":"net"`) {
		t.Error("a weight of another node is proposed")
	}
}

const onnxModel = `<ir_version: 8, opset_import: ["" : 17]>
net (float[N, 8] x) => («y) <float[8, 4] w = {...}>
{
  ["/fc/MatMul"] «h = «MatMul(x, «w)
  ["/fc/Relu"] y = Relu(«h)
  s = Softmax<«>(y)
}
`

// The same for a language of models: each feature supports its values.
func TestModels(t *testing.T) {
	s := begin(t, M{"textDocument": M{"documentSymbol": M{"hierarchicalDocumentSymbolSupport": true}}})
	at := s.open("a.onnxtxt", onnxModel)
	y, h, matmul, w, use, attributes := at[0], at[1], at[2], at[3], at[4], at[5]
	ask := func(method string, at M) string { return s.ask("textDocument/"+method, s.at("a.onnxtxt", at)) }
	s.has(ask("hover", h), "```onnx\\nh : float[N, 4]", "axis 1 is 4", "it is the result of `MatMul` (node `/fc/MatMul`)")
	s.has(ask("hover", use), "```onnx\\nh : float[N, 4]")
	s.has(ask("hover", w), "w : float[8, 4]", "it is a constant of `net`")
	s.has(ask("hover", matmul), "MatMul(x, w) : float[N, 4]")
	for name, x := range map[string]struct {
		at   M
		line string
		uses int
	}{
		"an output": {y, `"line":4,"character":15`, 3}, "a result": {use, `"line":3,"character":17`, 2},
		"a constant": {w, `"line":1,"character":40`, 2},
	} {
		s.has(ask("definition", x.at), `"start":{`+x.line)
		p := s.at("a.onnxtxt", x.at)
		p["context"] = M{"includeDeclaration": true}
		if got := s.ask("textDocument/references", p); strings.Count(got, `"uri"`) != x.uses {
			t.Errorf("%s is used at %s", name, got)
		}
	}
	rename := func(at M, to string) string {
		p := s.at("a.onnxtxt", at)
		p["newName"] = to
		var out json.RawMessage
		if err := s.Call("textDocument/rename", p, &out); err != nil {
			return err.Error()
		}
		return string(out)
	}
	if got := rename(use, "hidden"); strings.Count(got, "hidden") != 2 {
		t.Error(got)
	}
	if got := rename(y, `"/fc/Relu_output_0"`); strings.Count(got, "Relu_output_0") != 3 {
		t.Error(got)
	}
	s.has(rename(use, "x"), "instead of `h`")
	s.has(rename(matmul, "other"), "-32803")
	hints := s.ask("textDocument/inlayHint", M{"textDocument": s.doc("a.onnxtxt"), "range": everywhere})
	s.has(hints, `{"position":{"line":3,"character":18},"label":": float[N, 4]"`)
	symbols := s.ask("textDocument/documentSymbol", M{"textDocument": s.doc("a.onnxtxt")})
	s.has(symbols, `"name":"net"`, `"children":[`, `"name":"x"`, `"name":"w"`, `"name":"h"`)
	s.has(ask("signatureHelp", w), `"label":"MatMul(A, B)"`, `"activeParameter":1`)
	s.has(ask("completion", attributes), `"label":"axis="`, `"label":"Conv"`)
}
