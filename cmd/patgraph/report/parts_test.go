package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
)

// parted is a program with two libraries.
func parted(core, more, main string) *report.Input {
	whole := lang.Join([]*lang.File{lang.NewFile("lib/a b.k", []byte(core)), lang.NewFile("../more.k", []byte(more))},
		lang.NewFile("main.k", []byte(main)))
	r := k.Analyze(context.Background(), whole, k.Options{})
	return &report.Input{
		Name: "main.k", File: whole, Result: r, Diagnostics: r.Diagnostics,
		With: []string{"--with lib/a b.k", "--with ../more.k"},
	}
}

// splits are programs with mistakes, split into files between definitions.
func splits(t *testing.T) (list []*report.Input) {
	for i := 0; i < 500 && len(list) < 30; i++ {
		p := (corpus.Corpus{Seed: 11}).Program(i)
		if p.Kind != corpus.IllTyped || len(p.Source) > 5000 {
			continue
		}
		one := k.Analyze(context.Background(), lang.NewFile("one.k", p.Source), k.Options{})
		n := len(one.Definitions)
		a, b := int(one.Definitions[n/3].Span.End), int(one.Definitions[2*n/3].Span.End)
		list = append(list, parted(string(p.Source[:a]), string(p.Source[a:b]), string(p.Source[b:])))
	}
	if len(list) < 20 {
		t.Fatalf("only %d programs", len(list))
	}
	// Mistakes that involve several files.
	list = append(list, parted("f = .z;\n", "", "g = {() x, () y} f;\n"),
		parted("$line = {string item, int price, int amount};\n$order = {string name, [line] lines};\n",
			"sum = <SNOC [.car, .cdr sum] PLUS, 0>;\n\ntotal =\n  | [.price, .ammount] TIMES ^ sum;",
			"invoice = $order {.name to,\n .lines total due};"),
		parted("f = .a;", "f = .b;", "f = .c;\n$t = {};"))
	return list
}

// byName are the parts of a file by name.
func byName(f *lang.File) map[string]*lang.File {
	names := make(map[string]*lang.File)
	for _, p := range f.Parts() {
		names[p.File.Name] = p.File
	}
	return names
}

// objects visits all objects in a document.
func objects(v any, visit func(map[string]any)) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			objects(e, visit)
		}
	case map[string]any:
		for _, e := range v {
			objects(e, visit)
		}
		visit(v)
	}
}

// Every place in the data is within the file that it names, and has that file's lines.
func TestPartsJSON(t *testing.T) {
	s := schema(t, "")
	others := 0
	for _, in := range splits(t) {
		data := document(report.JSON{Expressions: true}, in)
		validate(t, s, data)
		var doc any
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		parts := byName(in.File)
		objects(doc, func(v map[string]any) {
			start, ok := v["start"].(map[string]any)
			if !ok {
				return
			}
			name, other := v["file"].(string)
			if !other {
				name = in.Name
			} else {
				others++
			}
			f := parts[name]
			if f == nil || other && name == in.Name {
				t.Fatalf("no part %q: %v", name, v)
			}
			for _, at := range []map[string]any{start, v["end"].(map[string]any)} {
				p := f.Position(int32(at["offset"].(float64)))
				if float64(p.Line) != at["line"] || float64(p.Column) != at["column"] || float64(p.Offset) != at["offset"] {
					t.Fatalf("%v is not a place of %s", v, name)
				}
			}
		})
		for _, d := range doc.(map[string]any)["files"].([]any)[0].(map[string]any)["definitions"].([]any) {
			if f, ok := d.(map[string]any)["span"].(map[string]any)["file"]; ok {
				t.Errorf("a definition of %v is listed", f)
			}
		}
	}
	if others == 0 {
		t.Error("no place in another file")
	}
}

func TestPartsSARIF(t *testing.T) {
	s, err := sarifSchema()
	if err != nil {
		t.Fatal(err)
	}
	uris := map[string]string{"main.k": "main.k", "lib/a%20b.k": "lib/a b.k", "../more.k": "../more.k"}
	seen := make(map[string]bool)
	for _, in := range splits(t) {
		data := sarif(in)
		validate(t, s, data)
		var doc any
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		parts := byName(in.File)
		objects(doc, func(v map[string]any) {
			artifact, ok := v["artifactLocation"].(map[string]any)
			if !ok {
				return
			}
			uri := artifact["uri"].(string)
			f := parts[uris[uri]]
			if f == nil {
				t.Fatalf("no file %q", uri)
			}
			seen[uri] = true
			if region, ok := v["region"].(map[string]any); ok {
				if _, ok := f.Offset(int(region["endLine"].(float64)), int(region["endColumn"].(float64))); !ok {
					t.Fatalf("%v is not a place of %s", region, uri)
				}
			}
		})
	}
	if len(seen) != len(uris) {
		t.Errorf("only %v", seen)
	}
}

var (
	frameStart = regexp.MustCompile(`^ +(?:-->|==>) (.*):(\d+):(\d+)$`)
	frameLine  = regexp.MustCompile(`^ *(\d+) \|(?:[ |/]*)(.*)$`)
)

// A frame shows lines only of the file that it names.
func TestPartsFrames(t *testing.T) {
	style := report.Style{}
	others := 0
	for _, in := range splits(t) {
		parts := byName(in.File)
		for _, view := range []report.View{report.Folded, report.Tree, report.Full} {
			var f *lang.File
			for _, line := range strings.Split(string(style.AppendExplained(nil, in, view)), "\n") {
				if m := frameStart.FindStringSubmatch(line); m != nil {
					if f = parts[m[1]]; f == nil {
						t.Fatalf("no file %q", m[1])
					}
					if strings.Contains(line, "==>") {
						others++
					}
					continue
				}
				if m := frameLine.FindStringSubmatch(line); m != nil && f != nil {
					n, _ := strconv.Atoi(m[1])
					if n > f.Lines() || !strings.Contains(flat(string(f.Line(n))), flat(m[2])) {
						t.Fatalf("%s has no line %q", f.Name, line)
					}
				}
			}
		}
	}
	if others == 0 {
		t.Error("no frame of a second file")
	}
}

// flat is a text without blanks, since a frame may break lines differently.
func flat(s string) string { return strings.Join(strings.Fields(s), "") }

// Every view names the library of a place in a library.
func TestPartsNarrated(t *testing.T) {
	in := parted("f = .z;\n", "", "g = {() x, () y} f;\n")
	for _, test := range []struct {
		view report.View
		want string
	}{
		{report.Folded, "--> lib/a b.k:1:5"},
		{report.Tree, "lib/a b.k:1:5"},
		{report.Narrated, "in lib/a b.k, line 1, column 5"},
		{report.Full, "lib/a b.k:1:5"},
	} {
		if got := (&report.Style{Width: 100}).AppendExplained(nil, in, test.view); !bytes.Contains(got, []byte(test.want)) {
			t.Errorf("no %q in\n%s", test.want, got)
		}
	}
	if got := (&report.Style{}).AppendExplained(nil, in, report.Folded); !bytes.Contains(got,
		[]byte("--with 'lib/a b.k' --with ../more.k")) && bytes.Contains(got, []byte("more: ")) {
		t.Errorf("the command is not whole:\n%s", got)
	}
}
