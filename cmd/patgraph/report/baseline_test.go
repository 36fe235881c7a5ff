package report

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// input is an input with an error for each letter; capitals are warnings, * is a consequence, ! is an error that cannot
// be known.
func input(name, errors string) *Input {
	in := &Input{Name: name, Path: name, Result: &patterns.Result{}}
	for i, c := range errors {
		d := lang.Diagnostic{
			Code: "P0302", Message: lang.Text("error " + string(c)), Fingerprint: "fp-" + string(c),
			Span: lang.Span{Start: int32(i), End: int32(i)},
		}
		switch {
		case c == '*':
			d.Secondary = true
		case c == '!':
			d.Code, d.Fingerprint = lang.UnreadableInput, ""
			in.Result = nil
		case c < 'a':
			d.Severity = lang.Warning
		}
		in.Diagnostics = append(in.Diagnostics, d)
	}
	return in
}

// letters are the remaining errors of an input.
func letters(in *Input) string {
	s := ""
	for i := range in.Diagnostics {
		s += in.Diagnostics[i].Message.String()[len("error "):]
	}
	return s
}

func recorded(inputs ...*Input) *BaselineRecorder {
	r := NewBaselineRecorder("known.json")
	for _, in := range inputs {
		r.Record(in)
	}
	return r
}

// readBack reads the output of a recorder as a baseline, without the removed files.
func readBack(t interface{ Fatalf(string, ...any) }, r *BaselineRecorder, gone ...string) *Baseline {
	doc, err := parseBaseline(r.Append(nil))
	if err != nil {
		t.Fatalf("%v: %s", err, r.Append(nil))
	}
	b := newBaseline(doc, newKnownNamer("known.json"))
	b.findRemoved(func(path string) bool {
		return slices.ContainsFunc(gone, func(g string) bool { return path == b.abs(g) })
	})
	return b
}

// sift filters inputs as a batch does: first all of them, then those that must wait, in order.
func sift(b *Baseline, inputs ...*Input) string {
	var wait []*Input
	for _, in := range slices.Backward(inputs) {
		if !b.Filter(in) {
			wait = append(wait, in)
		}
	}
	for _, in := range slices.Backward(wait) {
		b.Settle(in)
	}
	var out []string
	for _, in := range inputs {
		out = append(out, fmt.Sprintf("%s:%s-%d", in.Name, letters(in), in.Known))
	}
	return strings.Join(out, " ")
}

func stale(b *Baseline) string {
	var out []string
	for _, s := range b.Stale() {
		out = append(out, s.File+": "+s.Says)
	}
	return strings.Join(out, "\n")
}

func TestSift(t *testing.T) {
	for _, test := range []struct {
		what          string
		before, after []*Input
		gone          string
		want, stale   string
	}{
		{"the same", []*Input{input("a", "xyW")}, []*Input{input("a", "xyW")}, "", "a:-3", ""},
		{"in another order", []*Input{input("a", "xyx"), input("b", "z")}, []*Input{input("b", "z"), input("a", "yxx")}, "", "b:-1 a:-3", ""},
		{"one more", []*Input{input("a", "xx")}, []*Input{input("a", "xxx")}, "", "a:x-2", ""},
		{"one less", []*Input{input("a", "xxxy")}, []*Input{input("a", "xy")}, "", "a:-2", "a: P0302 is there once, not 3 times"},
		{"none left", []*Input{input("a", "xy")}, []*Input{input("a", "y")}, "", "a:-1", "a: P0302 is not there any more"},
		{"a file without errors", []*Input{input("a", "")}, []*Input{input("a", "x")}, "", "a:x-0", ""},
		{"another file", []*Input{input("a", "x")}, []*Input{input("a", "x"), input("b", "x")}, "", "a:-1 b:x-0", ""},
		{"not among the inputs", []*Input{input("a", "x"), input("b", "y")}, []*Input{input("b", "y")}, "", "b:-1", ""},
		{"a renamed file", []*Input{input("a", "xy")}, []*Input{input("b", "xyz")}, "a", "b:z-2",
			"a: the file is gone, and all that is known of it is in other files now"},
		{"a renamed file and a copy", []*Input{input("a", "x")}, []*Input{input("b", "x"), input("c", "x")}, "a", "b:-1 c:x-0",
			"a: the file is gone, and all that is known of it is in other files now"},
		{"a renamed file with errors of a known one", []*Input{input("a", "x"), input("b", "x")}, []*Input{input("b", "xxx")}, "a", "b:x-2",
			"a: the file is gone, and all that is known of it is in other files now"},
		{"files that have become one", []*Input{input("a", "xy"), input("b", "x")}, []*Input{input("c", "xx")}, "a b", "c:-2",
			"a: the file is gone, and 1 of 2 that are known of it are in other files now\nb: the file is gone, and all that is known of it is in other files now"},
		{"a deleted file", []*Input{input("a", "x")}, []*Input{input("b", "y")}, "a", "b:y-0", "a: the file is gone"},
		{"consequences of a known error", []*Input{input("a", "x*")}, []*Input{input("a", "x*")}, "", "a:-1", ""},
		{"consequences of an error that may be new", []*Input{input("a", "x*")}, []*Input{input("a", "xy**")}, "", "a:y**-1", ""},
		{"only consequences", nil, []*Input{input("a", "*")}, "", "a:*-0", ""},
		{"an unreadable input", []*Input{input("a", "x!")}, []*Input{input("a", "!")}, "", "a:!-0", ""},
	} {
		var gone []string
		if test.gone != "" {
			gone = strings.Fields(test.gone)
		}
		b := readBack(t, recorded(test.before...), gone...)
		if got := sift(b, test.after...); got != test.want {
			t.Errorf("%s: %s, want %s", test.what, got, test.want)
		}
		if got := stale(b); got != test.stale {
			t.Errorf("%s: stale\n%s\nwant\n%s", test.what, got, test.stale)
		}
	}
}

// If the records of a stream share a name, the entries of the name apply to each.
func TestSameName(t *testing.T) {
	record := func(errors string) *Input {
		in := input("record", errors)
		in.Path = ""
		return in
	}
	r := recorded(record("x"), record("xxy"), record("y"))
	if known, texts := r.Size(); known != 3 || texts != 1 {
		t.Errorf("%d known in %d", known, texts)
	}
	b := readBack(t, r)
	if got, want := sift(b, record("x"), record("xxx"), record("yy")), "record:-1 record:x-2 record:y-1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if s := stale(b); s != "" {
		t.Error(s)
	}
	// A file with that name is a different input.
	if got, want := sift(b, input("record", "x")), "record:x-0"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFingerprint(t *testing.T) {
	d := lang.Diagnostic{
		Code: "P0201", Definition: "f", Message: lang.Text("`g` is not defined"), Span: lang.Span{Start: 1, End: 2},
	}
	same := d
	same.Span, same.Label = lang.Span{Start: 90, End: 91}, lang.Text("another place")
	if fingerprintOf(&d) != fingerprintOf(&same) || len(fingerprintOf(&d)) != 20 {
		t.Errorf("%s and %s", fingerprintOf(&d), fingerprintOf(&same))
	}
	seen := map[string]bool{fingerprintOf(&d): true}
	for _, change := range []func(*lang.Diagnostic){
		func(d *lang.Diagnostic) { d.Code = "P0202" },
		func(d *lang.Diagnostic) { d.Definition = "h" },
		func(d *lang.Diagnostic) { d.Message = lang.Text("`h` is not defined") },
		func(d *lang.Diagnostic) { d.Fingerprint = "its own" },
	} {
		other := d
		change(&other)
		if f := fingerprintOf(&other); seen[f] {
			t.Errorf("%+v has the fingerprint of another", other)
		} else {
			seen[f] = true
		}
	}
	a := lang.Diagnostic{Code: lang.NotUTF8, Message: lang.Text("byte 0xFF at offset 3 does not begin a character")}
	b := lang.Diagnostic{Code: lang.NotUTF8, Message: lang.Text("byte 0xFE at offset 9 does not begin a character")}
	if fingerprintOf(&a) != fingerprintOf(&b) {
		t.Error("where it is not UTF-8 counts")
	}
}

func TestComplete(t *testing.T) {
	if !recorded(input("a", "x*"), input("b", "")).Complete() || recorded(input("a", "x"), input("b", "!")).Complete() {
		t.Error("it does not know what was analysed")
	}
}

// A name in a baseline is relative to the baseline's folder.
func TestNames(t *testing.T) {
	root := t.TempDir()
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	if err := os.MkdirAll(filepath.Join(root, "sub", "deep"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(root, "sub"))
	for _, test := range []struct{ baseline, path, shown, want string }{
		{"known.json", "a.k", "a.k", "file a.k"},
		{"../known.json", "a.k", "a.k", "file sub/a.k"},
		{"deep/known.json", "a.k", "a.k", "file ../a.k"},
		{filepath.Join(root, "known.json"), "./deep/../a.k", "a.k", "file sub/a.k"},
		{"known.json", filepath.Join(root, "sub", "a.k"), "whatever", "file a.k"},
		{"known.json", "a\xff.k", "a\xff.k", `file a\xff.k`},
		{"../known.json", "", "<stdin>", "other <stdin>"},
		{"../known.json", "", "a//b\xff", `other a//b\xff`},
	} {
		n := newKnownNamer(test.baseline)
		got := n.name(&Input{Path: test.path, Name: test.shown})
		kind := "other"
		if got.file {
			kind = "file"
		}
		if s := kind + " " + got.text; s != test.want {
			t.Errorf("%q in %q is %s, want %s", test.path, test.baseline, s, test.want)
		}
	}
}

func TestWrittenForm(t *testing.T) {
	other := input("<stdin>", "z")
	other.Path = ""
	a := input("b/a", "yxy")
	a.Diagnostics[0].Definition, a.Diagnostics[0].Message = "f", lang.Text("a <\"message\">")
	a.Diagnostics[2].Definition, a.Diagnostics[2].Message = "f", lang.Text("another")
	const want = `{
  "schema": "patgraph-baseline/3",
  "files": {
    "a": [
      {"code":"P0302","count":1,"fingerprint":"fp-x","message":"error x"}
    ],
    "b/a": [
      {"code":"P0302","count":1,"fingerprint":"fp-x","message":"error x"},
      {"code":"P0302","definition":"f","count":2,"fingerprint":"fp-y","message":"a <\"message\">"}
    ]
  },
  "others": {
    "<stdin>": [
      {"code":"P0302","count":1,"fingerprint":"fp-z","message":"error z"}
    ]
  }
}
`
	if diff := cmp.Diff(want, string(recorded(other, a, input("a", "x"), input("c", "*!")).Append(nil))); diff != "" {
		t.Error(diff)
	}
	const none = "{\n  \"schema\": \"patgraph-baseline/3\",\n  \"files\": {},\n  \"others\": {}\n}\n"
	if got := string(recorded().Append(nil)); got != none {
		t.Errorf("got %s", got)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "it is empty",
		" \n":                                "it is empty",
		"{":                                  "it ends too early",
		"[]":                                 "it has a wrong kind of JSON: array (line 1)",
		"null":                               `it has no "schema": "patgraph-baseline/3"`,
		"{}":                                 `it has no "schema": "patgraph-baseline/3"`,
		`{"schema":"patgraph/1","files":[]}`: "its schema is `patgraph/1`, and this version of patgraph reads `patgraph-baseline/3`",
		"{\"schema\":\"patgraph-baseline/3\",\n<<<<<<< HEAD\n":                                                                           "it is not JSON (line 2)",
		`{"schema":"patgraph-baseline/4","files":{}}`:                                                                                    "its schema is `patgraph-baseline/4`, and this version of patgraph reads `patgraph-baseline/3`",
		`{"schema":"patgraph-baseline/3","file":{}}`:                                                                                     `unknown field "file"`,
		`{"schema":"patgraph-baseline/3"} x`:                                                                                             "there is text after its end (line 1)",
		`{"schema":"patgraph-baseline/3","files":{"a.k":[{"code":"P0302","count":0,"fingerprint":"f","message":""}]}}`:                   "an entry of `a.k` has no fingerprint or an impossible count",
		`{"schema":"patgraph-baseline/3","others":{"a.k":[{"code":"P0302","count":1,"message":""}]}}`:                                    "an entry of `a.k` has no fingerprint or an impossible count",
		`{"schema":"patgraph-baseline/3","files":{"a.k":[{"code":"P0302","count":"2","fingerprint":"f","message":""}]}}`:                 "it has a wrong kind of JSON: string (line 1)",
		`{"schema":"patgraph-baseline/3","files":{"a.k":[{"code":"P0302","count":9e15,"fingerprint":"f","message":""}]}}`:                "it has a wrong kind of JSON: number 9e15 (line 1)",
		`{"schema":"patgraph-baseline/3","files":{"a.k":[{"code":"P0302","count":9000000000000000000,"fingerprint":"f","message":""}]}}`: "an entry of `a.k` has no fingerprint or an impossible count",
	} {
		_, err := parseBaseline([]byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// A baseline may be edited, and two may be joined; its layout does not matter.
func TestEdited(t *testing.T) {
	e, f := `{"code":"P0302","count":1,"fingerprint":"fp-x","message":"error x"}`,
		`{"code":"P0302","count":1,"fingerprint":"fp-y","message":"error y"}`
	for entries, want := range map[string]string{"": "a:xyxz-0", e: "a:yxz-1", e + "," + f: "a:xz-2", e + "," + e + "," + f: "a:z-3"} {
		text := `{"schema":"patgraph-baseline/3","files":{"a":[` + entries + `]}}`
		doc, err := parseBaseline([]byte(strings.ReplaceAll(text, ",", " ,\r\n\t")))
		if err != nil {
			t.Fatal(err)
		}
		if got := sift(newBaseline(doc, newKnownNamer("known.json")), input("a", "xyxz")); got != want {
			t.Errorf("%s: %s, want %s", entries, got, want)
		}
	}
}

// An impossible baseline is refused quickly.
func TestReadBounded(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(large, mostBaseline+1); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{large: "it has more than 64 MiB", dir: "it is a folder, not a file"} {
		if _, err := ReadBaseline(path); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

// TestLaws checks, for any inputs before and after: recorded errors are known; the output does not depend on the order;
// and for each error, the number of new ones over all files is the number that exceeds the baseline.
func TestLaws(t *testing.T) {
	inputs := rapid.Custom(func(t *rapid.T) []*Input {
		var list []*Input
		for _, n := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}), 0, 5,
			rapid.ID).Draw(t, "names") {
			list = append(list, input(n, rapid.StringMatching(`[xyZ]{0,5}`).Draw(t, "errors")))
		}
		return list
	})
	copies := func(list []*Input) (out []*Input) {
		for _, in := range list {
			c := *in
			out = append(out, &c)
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		before, after := inputs.Draw(t, "before"), inputs.Draw(t, "after")
		r := recorded(before...)
		bytes := string(r.Append(nil))
		if again := string(recorded(rapid.Permutation(before).Draw(t, "order")...).Append(nil)); again != bytes {
			t.Fatalf("another order, other bytes: %s and %s", bytes, again)
		}
		b := readBack(t, r)
		for _, in := range copies(before) {
			if !b.Filter(in) || len(in.Diagnostics) > 0 {
				t.Fatalf("%s is new in %s", letters(in), in.Name)
			}
		}
		if s := stale(b); s != "" {
			t.Fatalf("stale: %s", s)
		}
		var gone []string
		for _, in := range before {
			if !slices.ContainsFunc(after, func(a *Input) bool { return a.Name == in.Name }) {
				gone = append(gone, in.Name)
			}
		}
		siftedOnce := copies(after)
		first := sift(readBack(t, r, gone...), siftedOnce...)
		// Filtering in order without waiting gives the same result.
		b = readBack(t, r, gone...)
		inTurn := copies(after)
		var out []string
		for _, in := range inTurn {
			if !b.Filter(in) {
				b.Settle(in)
			}
			out = append(out, fmt.Sprintf("%s:%s-%d", in.Name, letters(in), in.Known))
		}
		if got := strings.Join(out, " "); got != first {
			t.Fatalf("%s in turn, %s at once", got, first)
		}
		count := func(list []*Input, name string, c string) (n int) {
			for _, in := range list {
				if name == "" || in.Name == name {
					n += strings.Count(letters(in), c)
				}
			}
			return n
		}
		for _, c := range []string{"x", "y", "Z"} {
			surplus, loose := 0, 0
			for _, in := range after {
				surplus += max(0, count(after, in.Name, c)-count(before, in.Name, c))
			}
			for _, g := range gone {
				loose += count(before, g, c)
			}
			if got := count(siftedOnce, "", c); got != max(0, surplus-loose) {
				t.Fatalf("%d new %s: %d more than in their files, %d from files that are gone", got, c, surplus, loose)
			}
		}
	})
}

// FuzzParse reads arbitrary bytes; an accepted baseline can be written and read again.
func FuzzParse(f *testing.F) {
	f.Add(recorded(input("a", "xyX"), input("b", "z")).Append(nil))
	f.Add([]byte(`{"schema":"patgraph-baseline/3","files":{"a":[{"code":"P0302","count":1,"fingerprint":"f","message":""}],"a":null},"others":{"":[]}}`))
	f.Add([]byte("{\"schema\":\"patgraph-baseline/3\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, err := parseBaseline(data)
		if err != nil {
			return
		}
		written := doc.appendTo(nil)
		if !json.Valid(written) {
			t.Fatalf("%s", written)
		}
		again, err := parseBaseline(written)
		if err != nil {
			t.Fatalf("%v: %s", err, written)
		}
		if twice := string(again.appendTo(nil)); twice != string(written) {
			t.Errorf("%s becomes %s", written, twice)
		}
		b := newBaseline(again, newKnownNamer("known.json"))
		b.findRemoved(func(string) bool { return true })
		sift(b, input("a", "xx"), input("b", "y"))
		b.Stale()
	})
}

// BenchmarkRead reads a baseline of 10000 files with three errors each.
func BenchmarkRead(b *testing.B) {
	r := NewBaselineRecorder(filepath.Join(b.TempDir(), "known.json"))
	for i := range 10_000 {
		r.Record(input(fmt.Sprintf("some/folder/%05d.k", i), "xyz"))
	}
	if err := r.Write(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadBaseline(r.path); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSift filters a file with three errors, all of them known.
func BenchmarkSift(b *testing.B) {
	r := NewBaselineRecorder("known.json")
	for i := range 10_000 {
		r.Record(input(fmt.Sprintf("some/folder/%05d.k", i), "xyz"))
	}
	doc, err := parseBaseline(r.Append(nil))
	if err != nil {
		b.Fatal(err)
	}
	known := newBaseline(doc, newKnownNamer("known.json"))
	b.ReportAllocs()
	for b.Loop() {
		if in := input("some/folder/05000.k", "xyz"); !known.Filter(in) || in.Known != 3 {
			b.Fatal(in.Known)
		}
	}
}
