package lsp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/patgraph/patgraph/internal/lspbench"
)

const (
	settings = "library = [\"lib/core.k\"]\n"
	core     = "$nat = <nat succ, {} zero>;\npred = $nat .succ;\n"
	app      = "f = pred pred;\n"
)

// until waits for diagnostics of a document with these codes.
func (s *session) until(name string, codes ...string) lspbench.Published {
	s.Helper()
	p, ok := s.DiagnosticsThat(s.uri(name), func(p lspbench.Published) bool {
		text := string(p.Diagnostics)
		if strings.Count(text, `"code":`) != len(codes) {
			return false
		}
		for _, c := range codes {
			if !strings.Contains(text, `"code":"`+c+`"`) {
				return false
			}
		}
		return true
	})
	if !ok {
		s.Errorf("%s has the diagnostics %s, not %q", name, p.Diagnostics, codes)
	}
	return p
}

// An unsaved library applies to all programs that use it.
func TestLibrary(t *testing.T) {
	s := begin(t, M{"workspace": M{"workspaceEdit": M{"documentChanges": true}, "inlayHint": M{"refreshSupport": true}}},
		"patgraph.toml", settings, "lib/core.k", core, "app.k", app, "other.k", "g = pred;\nh = .x;\n")
	s.open("app.k", app)
	s.until("app.k")
	s.has(s.ask("textDocument/definition", s.at("app.k", M{"line": 0, "character": 6})),
		`"uri":"file://DIR/lib/core.k","range":{"start":{"line":1,"character":0}`)
	s.has(s.ask("textDocument/hover", s.at("app.k", M{"line": 0, "character": 6})), "pred : ?$nat --", "file://DIR/")
	s.open("lib/core.k", core)
	s.change("lib/core.k", "$nat = <nat succ, {} zero>;\nminus = $nat .succ;\n")
	s.until("app.k", "P0201", "P0201")
	if _, ok := s.Heard("workspace/inlayHint/refresh"); !ok {
		t.Error("the editor goes on showing hints that do not hold any more")
	}
	s.change("lib/core.k", core)
	s.until("app.k")
	// A document closed without saving is replaced by its file.
	s.change("lib/core.k", "p = .x;\n")
	s.until("app.k", "P0201", "P0201")
	if err := s.Notify("textDocument/didClose", M{"textDocument": s.doc("lib/core.k")}); err != nil {
		t.Fatal(err)
	}
	s.until("app.k")
	// A file changes, and is removed.
	s.write("lib/core.k", "minus = .succ;\n")
	changed := M{"changes": []M{{"uri": s.uri("lib/core.k"), "type": 2}}}
	if err := s.Notify("workspace/didChangeWatchedFiles", changed); err != nil {
		t.Fatal(err)
	}
	s.until("app.k", "P0201", "P0201")
	if err := os.Remove(s.path("lib/core.k")); err != nil {
		t.Fatal(err)
	}
	if err := s.Notify("workspace/didChangeWatchedFiles", changed); err != nil {
		t.Fatal(err)
	}
	s.until("app.k", "P0821")
	s.write("lib/core.k", core)
	if err := s.Notify("workspace/didChangeWatchedFiles", changed); err != nil {
		t.Fatal(err)
	}
	s.until("app.k")
	// Names of the library belong to all programs that use it.
	references := s.at("app.k", M{"line": 0, "character": 6})
	references["context"] = M{"includeDeclaration": true}
	got := s.ask("textDocument/references", references)
	s.has(got, "DIR/app.k", "DIR/app.k")
	s.has(got, "DIR/lib/core.k")
	s.has(got, "DIR/other.k")
	rename := s.at("app.k", M{"line": 0, "character": 6})
	rename["newName"] = "less"
	got = s.ask("textDocument/rename", rename)
	for _, part := range []string{`{"uri":"file://DIR/app.k","version":1}`, `{"uri":"file://DIR/lib/core.k"`, `{"uri":"file://DIR/other.k"`} {
		s.has(got, part)
	}
	if n := strings.Count(got, `"newText":"less"`); n != 4 {
		t.Errorf("%d edits: %s", n, got)
	}
	rename["newName"] = "h" // other.k defines it
	if err := s.Call("textDocument/rename", rename, nil); err == nil || !strings.Contains(err.Error(), "other.k") {
		t.Error(err)
	}
	s.has(s.ask("workspace/symbol", M{"query": "prd"}), `"name":"pred"`)
	// A renamed library is updated in the configuration.
	s.has(s.ask("workspace/willRenameFiles", M{"files": []M{{"oldUri": s.uri("lib"), "newUri": s.uri("base")}}}), `{"uri":"file://DIR/patgraph.toml"`, `"start":{"line":0,"character":12},"end":{"line":0,"character":22}},"newText":"base/core.k"`)
	if got := s.ask("workspace/willRenameFiles", M{"files": []M{{"oldUri": s.uri("app.k"), "newUri": s.uri("b.k")}}}); got != "null" {
		t.Errorf("of a program: %s", got)
	}
}

// An error in a configuration is reported at its place, until it is fixed.
// The labels of a library's types belong to all programs that use it.
func TestLabelsOfLibrary(t *testing.T) {
	s := begin(t, M{}, "patgraph.toml", settings, "lib/core.k", "$p = {int x, int y};\nat = .x;\n$q = {int left};\n",
		"app.k", "f = $p .x $q .left;\n", "other.k", "g = {1 x, 2 y} $p at;\nh = {1 x} .x;\ni = $q .left;\n")
	s.open("app.k", "f = $p .x $q .left;\n")
	starts := func(got string) (list []string) {
		for _, place := range regexp.MustCompile(`DIR/([\w/]+)|"start":{"line":(\d+),"character":(\d+)`).FindAllStringSubmatch(got, -1) {
			list = append(list, strings.Join(place[1:], " "))
		}
		return list
	}
	for _, x := range []struct {
		name       string
		at         M
		references string
		rename     string
	}{
		{"app.k", M{"line": 0, "character": 8}, "app|0 8|lib/core|0 10|other|0 7|lib/core|1 6", ""},
		{"lib/core.k", M{"line": 0, "character": 10}, "lib/core|0 10|app|0 8|other|0 7|lib/core|1 6", ""},
		{"app.k", M{"line": 0, "character": 14}, "app|0 14|lib/core|2 10|other|2 8", "app|0 14|lib/core|2 10|other|2 8"},
	} {
		p := s.at(x.name, x.at)
		p["context"], p["newName"] = M{"includeDeclaration": true}, "other"
		var out json.RawMessage
		if err := s.Call("textDocument/references", p, &out); err != nil || !sameParts(starts(s.brief(out)), x.references) {
			t.Errorf("%v: %s, %v", x, out, err)
		}
		err := s.Call("textDocument/rename", p, &out)
		// That the label of at is the one of $p is only known in other.k.
		if x.rename == "" && (err == nil || !strings.Contains(err.Error(), "other.k")) ||
			x.rename != "" && (err != nil || !sameParts(starts(s.brief(out)), x.rename)) {
			t.Errorf("%v: %s, %v", x, out, err)
		}
	}
}

// sameParts compares a list, regardless of its order, with a text that has its parts between bars.
func sameParts(list []string, text string) bool {
	want := strings.Split(text, "|")
	for i := range list {
		list[i] = strings.Trim(list[i], " ")
	}
	slices.Sort(list)
	slices.Sort(want)
	return slices.Equal(list, want)
}

func TestBrokenSettings(t *testing.T) {
	s := begin(t, M{}, "patgraph.toml", "dialekt = \"k6\"\n")
	s.open("a.k", "f = .a .b;\n")
	s.has(string(s.until("patgraph.toml", "P0820").Diagnostics), "dialekt")
	s.until("a.k", "P0821")
	s.write("patgraph.toml", "dialect = \"k6\"\n")
	if err := s.Notify("textDocument/didSave", M{"textDocument": s.doc("patgraph.toml")}); err != nil {
		t.Fatal(err)
	}
	s.until("patgraph.toml")
	s.until("a.k")
	s.has(s.ask("patgraph/check", M{"textDocument": s.doc("a.k")}), `"dialect":"k6"`)
}

// Documents that are not files, whose language the editor names, and others.
func TestOtherDocuments(t *testing.T) {
	s := begin(t, M{})
	if err := s.Open("untitled:Untitled-1", "relay", 1, "#[version = \"0.0.5\"]\ndef @f(%x: int32) { %y }\n"); err != nil {
		t.Fatal(err)
	}
	if p, ok := s.Diagnostics("untitled:Untitled-1", 1); !ok || !strings.Contains(string(p.Diagnostics), `"code":"P0211"`) {
		t.Errorf("%s", p.Diagnostics)
	}
	if err := s.Open(s.uri("notes"), "k", 1, "f = @g;\n"); err != nil {
		t.Fatal(err)
	}
	if p, ok := s.Diagnostics(s.uri("notes"), 1); !ok || !strings.Contains(string(p.Diagnostics), `"severity":1`) {
		t.Errorf("%s", p.Diagnostics)
	}
	if err := s.Open(s.uri("notes.txt"), "plaintext", 1, "f = @g;\n"); err != nil {
		t.Fatal(err)
	}
	if got := s.ask("textDocument/hover", s.at("notes.txt", M{"line": 0, "character": 1})); got != "null" {
		t.Errorf("a file that is not a program: %s", got)
	}
}

// Clients that pull diagnostics are answered with those of check, and get no notifications.
func TestPull(t *testing.T) {
	s := begin(t, M{"textDocument": M{"diagnostic": M{}}}, "b.k", "f = g;\n")
	s.open("a.k", "$t = {int a, int c};\nf = $t .b;\n")
	p := M{"textDocument": s.doc("a.k")}
	first := s.ask("textDocument/diagnostic", p)
	s.has(first, `{"kind":"full","resultId":"`, `"code":"P0302"`, `"href":"patgraph:/codes/P0302.txt"`, "help: ", `"relatedInformation":[{"location"`)
	var report struct{ ResultId string }
	if err := s.Call("textDocument/diagnostic", p, &report); err != nil {
		t.Fatal(err)
	}
	p["previousResultId"] = report.ResultId
	if got := s.ask("textDocument/diagnostic", p); got != `{"kind":"unchanged","resultId":"`+report.ResultId+`"}` {
		t.Error(got)
	}
	all := s.ask("workspace/diagnostic", M{"previousResultIds": []M{{"uri": s.uri("a.k"), "value": report.ResultId}}})
	s.has(all, `"unchanged"`, `DIR/a.k`, `"code":"P0201"`, `DIR/b.k`)
	if _, n := s.LastPublished(s.uri("a.k")); n > 0 {
		t.Errorf("the diagnostics are also published, %d times", n)
	}
	// A client that supports refreshes gets the errors first, if changes take longer than a moment to find.
	quick := begin(t, M{"textDocument": M{"diagnostic": M{}}, "workspace": M{"diagnostics": M{"refreshSupport": true}}})
	long := ""
	for i := range 40 {
		long += fmt.Sprintf("def @f%d(%%x: Tensor[(2), float32]) -> Tensor[(3), float32] { nn.relu(%%x) }\n", i)
	}
	quick.open("a.rly", long)
	quick.has(quick.ask("textDocument/diagnostic", M{"textDocument": quick.doc("a.rly")}), `"code":"P0310"`)
	if _, ok := quick.Heard("workspace/diagnostic/refresh"); !ok {
		t.Error("the client is not asked to request the diagnostics again")
	}
	quick.has(quick.ask("textDocument/diagnostic", M{"textDocument": quick.doc("a.rly")}), `"code":"P0310"`, "help: ")
}

// Clients repeat workspace requests. If all was reported, the answer waits for a change: of a text, or of a file, also
// its removal.
func TestNews(t *testing.T) {
	s := begin(t, M{"textDocument": M{"diagnostic": M{}}}, "b.k", "f = g;\n", "c.k", "f = h;\n")
	s.open("a.k", "f = .a;\n")
	type item struct{ Kind, URI, ResultID string }
	known := make(map[string]string)
	ask := func(meanwhile func()) (names []string) {
		t.Helper()
		var ids []M
		for uri, id := range known {
			ids = append(ids, M{"uri": uri, "value": id})
		}
		p, err := s.Ask("workspace/diagnostic", M{"previousResultIds": ids})
		if err != nil {
			t.Fatal(err)
		}
		var report struct{ Items []item }
		answered := make(chan error, 1)
		go func() { answered <- p.Wait(&report) }()
		if meanwhile != nil {
			select {
			case err := <-answered:
				t.Fatalf("answered without news: %v, %v", report, err)
			case <-time.After(100 * time.Millisecond):
			}
			meanwhile()
		}
		if err := <-answered; err != nil {
			t.Fatal(err)
		}
		for _, i := range report.Items {
			if known[i.URI] = i.ResultID; i.Kind == "full" {
				names = append(names, filepath.Base(i.URI))
			}
		}
		slices.Sort(names)
		return names
	}
	for i, step := range []struct {
		meanwhile func()
		want      string
	}{
		{nil, "a.k b.k c.k"},
		{func() { s.change("a.k", "f = .b .(;\n") }, "a.k"},
		{func() {
			s.write("b.k", "f = gg;\n")
			_ = s.Notify("workspace/didChangeWatchedFiles", M{"changes": []M{{"uri": s.uri("b.k"), "type": 2}}})
		}, "b.k"},
		{func() {
			_ = os.Remove(s.path("c.k"))
			_ = s.Notify("workspace/didChangeWatchedFiles", M{"changes": []M{{"uri": s.uri("c.k"), "type": 3}}})
		}, "c.k"},
	} {
		if got := strings.Join(ask(step.meanwhile), " "); got != step.want {
			t.Fatalf("step %d reports %q, not %q", i, got, step.want)
		}
	}
}

func TestTags(t *testing.T) {
	s := begin(t, M{})
	s.open("a.rly", "#[version = \"0.0.5\"]\ndef @f(%x: int32) { match (%x) { _ => 1, %y => 2 } }\n")
	s.has(string(s.until("a.rly", "P0509").Diagnostics), `"severity":2,"code":"P0509"`, `"tags":[1]`)
	s.open("a.k", "f = .a;\nf = .b;\n")
	s.has(string(s.until("a.k", "P0204").Diagnostics), `"code":"P0204"`, `"tags":[1]`, `"message":"the first definition"`)
}
