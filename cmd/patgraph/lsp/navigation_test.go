package lsp_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func TestNavigation(t *testing.T) {
	s := begin(t, M{})
	k, relay := s.both()
	locate := func(method, name string, at M) string { return s.ask("textDocument/"+method, s.at(name, at)) }
	s.has(locate("definition", "a.k", k[2]), `[{"uri":"file://DIR/a.k","range":{"start":{"line":3,"character":0},"end":{"line":3,"character":3}}}]`)
	s.has(locate("definition", "a.k", k[1]), `"start":{"line":2,"character":1},"end":{"line":2,"character":5}`)
	s.has(locate("definition", "a.rly", relay[3]), `"start":{"line":7,"character":4},"end":{"line":7,"character":10}`)
	s.has(locate("definition", "a.rly", relay[5]), `"start":{"line":4,"character":2},"end":{"line":4,"character":6}`)
	s.has(locate("definition", "a.rly", relay[2]), `"start":{"line":7,"character":41},"end":{"line":7,"character":43}`)
	s.has(locate("typeDefinition", "a.k", k[2]), `"start":{"line":1,"character":1},"end":{"line":1,"character":4}`)
	s.has(locate("typeDefinition", "a.rly", relay[5]), `"start":{"line":3,"character":5}`)
	s.has(locate("documentHighlight", "a.k", k[2]), `"line":3,"character":0},"end":{"line":3,"character":3}},"kind":3`, `"line":4`, `"kind":2`, `"line":7`)
	s.has(locate("documentHighlight", "a.k", k[5]), `"line":8,"character":28`, `"line":8,"character":32`)
	s.has(locate("documentHighlight", "a.rly", relay[6]), `"line":15,"character":20`, `"kind":3`, `"kind":2`)
	references := func(name string, at M, declaration bool) string {
		p := s.at(name, at)
		p["context"] = M{"includeDeclaration": declaration}
		return s.ask("textDocument/references", p)
	}
	if got := references("a.k", k[2], true); strings.Count(got, "uri") != 3 {
		t.Errorf("references to add: %s", got)
	}
	if got := references("a.k", k[2], false); strings.Count(got, "uri") != 2 {
		t.Errorf("without the definition: %s", got)
	}
	if got := references("a.rly", relay[3], false); strings.Count(got, "uri") != 1 {
		t.Errorf("references to @layer: %s", got)
	}
	for _, x := range []struct {
		name         string
		at           M
		from, callee string
	}{{"a.k", k[2], "double", "add"}, {"a.rly", relay[3], "@main", "@layer"}} {
		var items []any
		if err := s.Call("textDocument/prepareCallHierarchy", s.at(x.name, x.at), &items); err != nil || len(items) != 1 {
			t.Fatal(items, err)
		}
		s.has(s.ask("callHierarchy/incomingCalls", M{"item": items[0]}), `"from":{"name":"`, x.from, `"fromRanges":[{`)
		var incoming []struct{ From M }
		if err := s.Call("callHierarchy/incomingCalls", M{"item": items[0]}, &incoming); err != nil {
			t.Fatal(err)
		}
		s.has(s.ask("callHierarchy/outgoingCalls", M{"item": incoming[len(incoming)-1].From}), `"to":{"name":"`+x.callee+`"`, `"fromRanges":[{`)
	}
}

func TestRename(t *testing.T) {
	s := begin(t, M{"workspace": M{"workspaceEdit": M{"documentChanges": true}}})
	k, relay := s.both()
	rename := func(name string, at M, to string) (string, error) {
		p := s.at(name, at)
		p["newName"] = to
		var result json.RawMessage
		err := s.Call("textDocument/rename", p, &result)
		return s.brief(result), err
	}
	fine := func(name string, at M, to string, edits int) {
		t.Helper()
		got, err := rename(name, at, to)
		if err != nil || strings.Count(got, `"newText":"`+to+`"`) != edits {
			t.Errorf("%s: %s, %v", to, got, err)
		}
	}
	refused := func(name string, at M, to, why string) {
		t.Helper()
		if got, err := rename(name, at, to); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %s, %v", to, got, err)
		}
	}
	s.has(s.ask("textDocument/prepareRename", s.at("a.k", k[2])), `"placeholder":"add"`)
	fine("a.k", k[2], "plus", 3)
	fine("a.k", k[1], "two", 3)
	fine("a.k", k[4], "Z", 2)
	refused("a.k", k[2], "swap", "P0204")
	refused("a.k", k[2], "a b", "")
	refused("a.k", k[2], "", "")
	refused("a.k", k[4], "Y", "two things")
	fine("a.rly", relay[3], "@dense", 2)
	fine("a.rly", relay[6], "%b", 2)
	fine("a.rly", relay[4], "Two", 2)
	refused("a.rly", relay[3], "@main", "P0204")
	refused("a.rly", relay[2], "%x", "")
	got, err := rename("a.rly", relay[6], "b")
	if err != nil || strings.Count(got, `"newText":"%b"`) != 2 {
		t.Errorf("without its sign: %s, %v", got, err)
	}
	if _, err := rename("a.rly", relay[0], "f"); err == nil {
		t.Error("what is built in has another name")
	}
	if err := s.Call("textDocument/prepareRename", s.at("a.rly", relay[0]), nil); err == nil || !strings.Contains(err.Error(), "built in") {
		t.Error(err)
	}
}

// Errors that a program has do not prevent a renaming, which may neither add an error nor remove one.
func TestRenameWithErrors(t *testing.T) {
	s := begin(t, M{})
	for name, x := range map[string]struct {
		text, to string
		edits    int // 0: refused
		why      string
	}{
		"a.k": {"«add = .x .y;\nf = 1 .a;\ng = add unknown;\nh = {1 a, 2 a} add;\n", "plus", 3, ""},
		"b.k": {"add = .x .y;\nf = 1 .a;\n«g = add unknown;\n", "unknown", 0, "`unknown` would stand for something else"},
		"c.k": {"«add = .x .y;\nf = 1 .a;\n", "f", 0, "P0204"},
		"a.rly": {"#[version = \"0.0.5\"]\ndef @f(%«x: Tensor[(1, 3), float32], %w: Tensor[(2, 4), float32]) " +
			"{ let %y = nn.dense(%x, %w, units=2); nn.relu(%x, %unknown) }\n", "%zz", 3, ""},
		"a.trs": {"use lin::Linear;\nnode N<[?, 4] -> [?, 2]> {}\nweights N<[?, 4] -> [?, 2]> { l = Linear::new(in=5, out=2); }\n" +
			"graph N<[?, 4] -> [?, 2]> { def forward { x |> «l |> foo } }\n", "zz", 2, ""},
		"a.onnxtxt": {"<ir_version: 8, opset_import: [\"\" : 17]>\nnet (float[N, 8] x) => (y) <float[4, 8] w = {...}>\n{\n" +
			"  «h = MatMul(x, w)\n  y = Unknown(h)\n}\n", "zz", 2, ""},
	} {
		p := s.at(name, s.open(name, x.text)[0])
		p["newName"] = x.to
		var out json.RawMessage
		err := s.Call("textDocument/rename", p, &out)
		if n := strings.Count(string(out), `"newText":"`+x.to+`"`); n != x.edits || (err != nil) != (x.edits == 0) ||
			err != nil && !strings.Contains(err.Error(), x.why) {
			t.Errorf("%s: %s, %v", name, out, err)
		}
		if d, ok := s.Diagnostics(s.uri(name), s.version); !ok || !strings.Contains(string(d.Diagnostics), `"severity":1`) {
			t.Errorf("%s has no error: %s", name, d.Diagnostics)
		}
	}
}

// Labels belong to the type that declares them, also in a definition without a type that gets values of it, and without
// a declaration to what makes the values. In each program the first label is asked about. D is its definition; R and r
// are references (r is not a declaration); N must be renamed, too; and X is a label of something else.
func TestLabels(t *testing.T) {
	s := begin(t, M{})
	for name, text := range map[string]string{
		"declared": "f = $user {.«rage a, .name b}; $user = {int «Dage, string name}; $dog = {int «Xage, int legs}; " +
			"g = $dog .«Xage; h = f .a $int;",
		"declaration": "$user = {int «Dage, string name}; f = $user .«rage; g = {1 «rage, \"x\" name} $user;",
		"signature": "$user = {int «Dage, string name}; $dog = {int «Nage, int legs}; get = .«rage; f = $user .«rage; " +
			"g = $user get; h = $dog get; i = $dog .«Nage;",
		"open":       "get = .«rage; $user = {int «rage, string name}; f = $user get; g = .«Xage ();",
		"made":       "g = f .«rx; f = {1 «Dx, 2 y}; h = {1 «Xx};",
		"part":       "f = $a .p .«rx; $a = {{int «Dx, int y} p, int z}; g = .p; h = $a g .«rx; i = .«Xx;",
		"tag":        "g = $o .«rsome; $o = <int «Dsome, {} none>; f = {1 «rsome} $o;",
		"filter":     "f = ?{X «Da, Y b} {.«ra «Xa, .b d}; g = {1 «ra, 2 b} f;",
		"same type":  "f = $a .«rx; $a = {int «Dx, int y}; $b = {int «Dx, int y}; g = $b .«rx;",
		"text":       "f = $u .«r\"full name\"; $u = {int «D\"full name\", int b};",
		"errors":     "f = $u {.«rage a, .nme b}; $u = {int «Dage, string name}; g = $u .«rage; h = g .b;",
		"more":       "f = .«rage .b .c; $u = {int «Xage, string name}; g = $u .«Xage; h = 1 .a;",
		"recursion":  "sum = $t <.node {.left sum, .«rtop top, .right sum} .«Xtop, .leaf 0>; $t = <{} leaf, {t left, int «Dtop, t right} node>;",
		"k6":         "g = $o /«ra; $o = <o «Da, o b>; f = $o |«Xa /«Xa; h = $o |b;",
		"two groups": "f = {.«ra «Xb, g c}; g = .«ra f .c;",
	} {
		t.Run(name, func(t *testing.T) {
			roles := regexp.MustCompile("«([DRrNX])")
			marks := roles.FindAllStringSubmatch(text, -1)
			name := strings.ReplaceAll(name, " ", "") + ".k"
			places := s.open(name, strings.ReplaceAll(roles.ReplaceAllString(text, "«"), "; ", ";\n"))
			at := s.at(name, places[0])
			at["newName"] = "zz"
			for method, among := range map[string]string{
				"definition": "D", "references true": "Dr", "references false": "r", "rename": "DrN",
			} {
				method, declaration, _ := strings.Cut(method, " ")
				at["context"] = M{"includeDeclaration": declaration == "true"}
				got := s.ask("textDocument/"+method, at)
				for i, place := range places {
					start := fmt.Sprintf(`"start":{"line":%v,"character":%v}`, place["line"], place["character"])
					if strings.Contains(got, start) != strings.Contains(among, marks[i][1]) {
						t.Errorf("%s %s: label %d: %s", method, declaration, i, got)
					}
				}
			}
		})
	}
}

// Renaming a label is refused where it would join two labels, or where an error hides to which type a place belongs.
func TestRefusedLabels(t *testing.T) {
	s := begin(t, M{})
	for text, why := range map[string]string{
		"f = {.«x a, .y b};\n": "another label of the same value",
		"f = {1 «x, 2 y};\n":   "P0203",
		"$u = {int «age, string name};\nf = .age (1 .a);\ng = $u .age;\nh = $u f;\n": "`age` at 2:6",
		"f = .«age (1 .a);\n":           "`age` at 1:6",
		"f = <true, false> .«true;\n":   "no name of the program",
		"f = .«x .y;\ng = f unknown;\n": "",
	} {
		p := s.at("a.k", s.open("a.k", text)[0])
		p["newName"] = "y"
		err := s.Call("textDocument/rename", p, nil)
		if why == "" && err != nil || why != "" && (err == nil || !strings.Contains(err.Error(), why)) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
