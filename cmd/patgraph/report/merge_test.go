package report_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
)

var formats = []string{"json", "ndjson", "sarif"}

// whole is the report of a run over some inputs, and its exit status.
func whole(f string, strict bool, inputs ...*report.Input) (b []byte, exit int) {
	j, s := report.JSON{Lines: f == "ndjson"}, report.SARIF{Version: "1.2.3", Pages: languages.All.Pages()}
	b = j.AppendStart(nil)
	var total report.Summary
	usual := 0
	for i, in := range inputs {
		b = append(b, j.Before(i == 0)...)
		b = append(j.AppendFile(b, in), j.After()...)
		s.Add(s.Render(in))
		total.Add(in.Count())
		usual, exit = report.Worst(usual, in.Diagnostics, false), report.Worst(exit, in.Diagnostics, strict)
	}
	if f == "sarif" {
		return s.AppendLog(nil, exit, exit < report.Unusable), exit
	}
	total.Strict = exit != usual
	return j.AppendEnd(b, total), exit
}

// merge merges reports named 1, 2 and so on.
func merge(strict bool, reports ...[]byte) (out []byte, exit int, err error) {
	var list []report.Part
	for i, b := range reports {
		list = append(list, report.Part{Name: fmt.Sprint(i + 1), Reader: bytes.NewReader(b)})
	}
	exit, err = report.Merge(list, strict, func(b []byte) error { out = append(out, b...); return nil })
	return out, exit, err
}

// anyInput is a program, an unreadable input, or a defect, with the given name.
func anyInput(t *rapid.T, name string) *report.Input {
	in := &report.Input{Name: name}
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		in.Diagnostics = []lang.Diagnostic{{Code: lang.UnreadableInput, Message: lang.Text("cannot read it: " + name)}}
		return in
	case 1:
		in.Diagnostics = []lang.Diagnostic{{Code: lang.Internal, Message: lang.Text("patgraph failed")}}
		return in
	}
	text := rapid.SampledFrom([]string{"", "f = .a .b;", "f = {1 x, 2 y} .z;", "+++ f = nosuch;", "f = \"\\q\";",
		"f = {1 \"](<é\u2028>\", 2 y} .z; g = f", "f = .a; f = .b; $a = <a b>;"}).Draw(t, "text")
	in.File = lang.NewFile(name, []byte(text))
	in.Result = k.Analyze(context.Background(), in.File, k.Options{})
	in.Diagnostics = in.Result.Diagnostics
	if rapid.IntRange(0, 9).Draw(t, "set") == 0 {
		in.Settings = "severity.P0302=\"warning\""
	}
	return in
}

// TestMerge checks the law: merging the reports of shards gives the report of the whole.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SampledFrom([]string{"a", "b", "/", " ", "é", "\"", "\\", "\n", "<", ":", "%", "日", "\xed\xa0\xbd",
			"\U0001F600", "\\ud800", "."})
		names := rapid.SliceOfNDistinct(rapid.Map(rapid.SliceOfN(letters, 1, 5),
			func(l []string) string { return strings.Join(l, "") }), 0, 12, rapid.ID[string]).Draw(t, "names")
		slices.Sort(names)
		n := rapid.IntRange(1, 5).Draw(t, "shards")
		var inputs []*report.Input
		shards := make([][]*report.Input, n)
		for _, name := range names {
			in := anyInput(t, name)
			group := []*report.Input{in}
			if in.File == nil && rapid.Bool().Draw(t, "twice") {
				group = append(group, in) // as if nosuch.k and ./nosuch.k were named
			}
			inputs = append(inputs, group...)
			i := rapid.IntRange(0, n-1).Draw(t, "shard")
			shards[i] = append(shards[i], group...)
			if k := rapid.IntRange(0, n-1).Draw(t, "again"); k != i && rapid.IntRange(0, 5).Draw(t, "both") == 0 {
				shards[k] = append(shards[k], group...)
			}
		}
		strict := rapid.Bool().Draw(t, "strict")
		for _, f := range formats {
			want, exit := whole(f, strict, inputs...)
			var parts, loose [][]byte
			for _, s := range shards {
				b, _ := whole(f, strict, s...)
				parts = append(parts, b)
				b, _ = whole(f, false, s...)
				loose = append(loose, b)
			}
			got, code, err := merge(false, parts...)
			if err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			if !bytes.Equal(got, want) || code != exit {
				t.Errorf("%s: exit %d, want %d;\n%s\nwant\n%s", f, code, exit, got, want)
			}
			// Strictness can be chosen when merging.
			if got, code, err = merge(strict, loose...); err != nil || !bytes.Equal(got, want) || code != exit {
				t.Errorf("%s: --strict: exit %d, want %d, %v;\n%s\nwant\n%s", f, code, exit, err, got, want)
			}
		}
	})
}

// TestMergeNames checks the same law for SARIF and names of all kinds, since a name is a URI in such a report, and
// names determine the order.
func TestMergeNames(t *testing.T) {
	names := []string{"/", "//", "///", "////", "/a", "//a", "///a", "a", "a:", "a:/a", "/a:", "/a:/a", "//a:/a", ".",
		"/.", "file:", "file:///a", "file:/a", "a%3A/a", "/a%3A/a", "%"}
	slices.Sort(names)
	var inputs []*report.Input
	for _, name := range names {
		inputs = append(inputs, &report.Input{Name: name, Diagnostics: []lang.Diagnostic{{Code: lang.UnreadableInput, Message: lang.Text("cannot read it: " + name)}}})
	}
	want, _ := whole("sarif", false, inputs...)
	for i, in := range inputs {
		one, _ := whole("sarif", false, in)
		rest, _ := whole("sarif", false, slices.Concat(inputs[:i], inputs[i+1:])...)
		if got, _, err := merge(false, rest, one); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: %v, %s\nwant\n%s", in.Name, err, got, want)
		}
	}
}

func source(name, text string) *report.Input {
	in := &report.Input{Name: name, File: lang.NewFile(name, []byte(text))}
	in.Result = k.Analyze(context.Background(), in.File, k.Options{})
	in.Diagnostics = in.Result.Diagnostics
	return in
}

// TestCut checks that a report that ends early, at any byte, is never accepted as complete.
func TestCut(t *testing.T) {
	inputs := []*report.Input{source("a.k", "f = nosuch;"), source("b.k", "f = .a;"), source("c.k", "+++ f = .a;")}
	for _, f := range formats {
		b, _ := whole(f, false, inputs...)
		for n := range b {
			if f == "sarif" && n == len(b)-1 {
				continue // only the last line end is missing
			}
			_, _, err := merge(false, b[:n])
			var wrong *report.ReadError
			if !errors.As(err, &wrong) || !wrong.Cut {
				t.Fatalf("%s: cut at %d of %d: %v", f, n, len(b), err)
			}
		}
	}
}

// TestLines checks that a report from which a line is missing, or which has one twice or out of order, is not merged. A
// log of SARIF is accepted if it is one that patgraph could have written.
func TestLines(t *testing.T) {
	inputs := []*report.Input{source("a.k", "f = nosuch;\ng = {1 x, 2 y} .z;"), source("b.k", "f = .a .b;\n$t = <{} x>;"),
		source("c.k", "+++ f = .b;")}
	for _, f := range formats {
		original, _ := whole(f, false, inputs...)
		lines := bytes.SplitAfter(original, []byte("\n"))
		refuse := func(what string, i int, changed ...[][]byte) {
			m := bytes.Join(slices.Concat(changed...), nil)
			out, _, err := merge(false, m)
			if bytes.Equal(m, original) || err != nil {
				return
			}
			if again, _, err := merge(false, out); f != "sarif" || err != nil || !bytes.Equal(again, out) {
				t.Errorf("%s: line %d %s: it is merged: %s", f, i+1, what, out)
			}
		}
		for i := range lines {
			refuse("is missing", i, lines[:i], lines[i+1:])
			refuse("is there twice", i, lines[:i+1], lines[i:])
			if i > 0 {
				refuse("is before the one above it", i, lines[:i-1], lines[i:i+1], lines[i-1:i], lines[i+1:])
			}
		}
	}
}

func TestMergeErrors(t *testing.T) {
	a, _ := whole("ndjson", false, source("a.k", "f = .a;"))
	again, _ := whole("ndjson", false, source("a.k", "f = .b;"))
	strange, _ := whole("ndjson", false, source("b.k", "f = .a;"), source("a.k", "f = .a;"))
	document, _ := whole("json", false, source("b.k", "f = .a;"))
	log, _ := whole("sarif", false, source("b.k", "f = nosuch;"))
	other, _ := whole("sarif", false, source("b.k", "f = nosuch2;"))
	wild, _ := whole("sarif", false, source("b.k", "f = nosuch;"), source("a.k", "f = nosuch;"))
	counts := []byte("{\"schema\":\"patgraph/1\",\"files\":[\n],\"summary\":{\"files\":1,\"ok\":1,\"errors\":0,\"warnings\":0,\"definitions\":0,\"codes\":{}}}\n")
	change := func(b []byte, from, to string) []byte { return bytes.Replace(b, []byte(from), []byte(to), 1) }
	for name, c := range map[string]struct {
		want    string
		reports [][]byte
	}{
		"empty":        {"the report `2`: it is empty", [][]byte{a, {}}},
		"text":         {"the report `1`: it is not a report of patgraph", [][]byte{[]byte("1 file ok\n")}},
		"other JSON":   {"not a report of patgraph", [][]byte{[]byte("{\"version\":1}\n")}},
		"UTF-16":       {"UTF-16", [][]byte{[]byte("\xff\xfe{\x00")}},
		"gzip":         {"compressed", [][]byte{[]byte("\x1f\x8b\x08")}},
		"formats":      {"the report `2`: it is json, and `1` is ndjson", [][]byte{a, document}},
		"schema":       {"line 1: its schema is `patgraph/2`, and this patgraph knows `patgraph/1`", [][]byte{change(document, "patgraph/1", "patgraph/2")}},
		"why":          {"it has no files", [][]byte{[]byte("{\"schema\":\"patgraph/1\",\"file\":\"a.k\",\"why\":{}}\n")}},
		"jq":           {"not laid out as patgraph writes it", [][]byte{change(document, "{", "{\n")}},
		"joined":       {"line 3: it goes on after its summary", [][]byte{slices.Concat(a, again)}},
		"counts":       {"--summary-only", [][]byte{counts}},
		"order":        {"line 2: `a.k` comes after `b.k`, out of order", [][]byte{strange}},
		"left out":     {"its summary is not that of its files", [][]byte{strange[bytes.IndexByte(strange, '\n')+1:]}},
		"summary":      {"its summary cannot be read", [][]byte{change(a, `"files":1`, `"files":1,"new":2`)}},
		"differ":       {"the report `2`, line 1: it says something else of `a.k` than `1` does in line 1", [][]byte{a, again}},
		"severity":     {"no severity `bad`", [][]byte{change(document, `"diagnostics":[`, `"diagnostics":[{"severity":"bad"}`)}},
		"hash":         {"has no SHA-256", [][]byte{change(a, `"sha256":"`, `"sha256":"x`)}},
		"keys":         {"a key that every file has is missing", [][]byte{[]byte("{\"file\":\"a.k\"}\n")}},
		"between":      {"line 2: there is no file of a report", [][]byte{change(a, "\n", "\nWarning: disk is slow\n")}},
		"SARIF":        {"it is SARIF, but of `other`", [][]byte{change(log, `"name":"patgraph"`, `"name":"other"`)}},
		"SARIF differ": {"the report `2`: it says something else of `b.k` than `1` does", [][]byte{log, other}},
		"SARIF order":  {"its result 2, of `a.k`, comes after one of `b.k`", [][]byte{wild}},
		"SARIF by":     {"it is by patgraph 1.2.4, and `1` by 1.2.3", [][]byte{log, bytes.ReplaceAll(log, []byte("1.2.3"), []byte("1.2.4"))}},
		"SARIF rules":  {"its rule P0201 is not that of `1`", [][]byte{log, change(log, "An undefined function", "An undefined thing")}},
		"SARIF added":  {"something was added, changed or left out", [][]byte{change(log, `"columnKind"`, `"automationDetails":{"id":"x"},"columnKind"`)}},
		"SARIF index":  {"something was added, changed or left out", [][]byte{change(log, `"ruleIndex":0`, `"ruleIndex":1`)}},
		"SARIF exit":   {"something was added, changed or left out", [][]byte{change(log, `"exitCode":1`, `"exitCode":9`)}},
		"SARIF runs":   {"more than the one run", [][]byte{change(log, `"runs":[`, `"runs":[{"tool":{"driver":{"name":"patgraph"}}},`)}},
		"SARIF old":    {"patgraph writes 2.1.0", [][]byte{change(log, `"version":"2.1.0"`, `"version":"2.0.0"`)}},
		"SARIF result": {"its result 1 is not as patgraph writes it", [][]byte{change(log, `{"ruleId":"P0201",`, `{"kind":"fail","ruleId":"P0201",`)}},
	} {
		_, exit, err := merge(false, c.reports...)
		if err == nil || !strings.Contains(err.Error(), c.want) || exit != report.Unusable {
			t.Errorf("%s: exit %d, %v, want %q", name, exit, err, c.want)
		}
	}
	// Changes without a meaning are accepted.
	for name, reports := range map[string][][]byte{
		"twice":        {a, a, a},
		"a mark":       {append([]byte("\uFEFF"), a...)},
		"line ends":    {bytes.ReplaceAll(a, []byte("\n"), []byte("\r\n"))},
		"SARIF blanks": {change(log, `"results":[`, "\"results\": [\n\n")},
	} {
		want := a
		if name == "SARIF blanks" {
			want = log
		}
		if out, _, err := merge(false, reports...); err != nil || !bytes.Equal(out, want) {
			t.Errorf("%s: %v, %s", name, err, out)
		}
	}
	broken := report.Part{Name: "r", Reader: io.MultiReader(bytes.NewReader(a[:9]), failing{})}
	if _, err := report.Merge([]report.Part{broken}, false, nil); err == nil ||
		!strings.Contains(err.Error(), "cannot be read: worn out") {
		t.Errorf("a read error: %v", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("worn out") }

// TestMemory checks that merging holds only one file of each report.
func TestMemory(t *testing.T) {
	line := func(i int) string {
		return fmt.Sprintf(`{"file":"%09d.k","ok":true,"definitions":[],"types":[],"diagnostics":[],"pad":"%s"}`+"\n", i,
			strings.Repeat("x", 1000))
	}
	const files, shards = 20_000, 4
	var reports []report.Part
	requested := make([]int, shards) // the number of files requested from each shard
	written := 0
	for s := range shards {
		i, pending := s, ""
		reports = append(reports, report.Part{Name: fmt.Sprint(s), Reader: readFunc(func(b []byte) (int, error) {
			if pending == "" {
				switch {
				case i < files:
					pending = line(i)
				case i < files+shards:
					pending = string((&report.JSON{Lines: true}).AppendEnd(nil,
						report.Summary{Files: files / shards, OK: files / shards}))
				default:
					return 0, io.EOF
				}
				i += shards
				requested[s]++
			}
			n := copy(b, pending)
			pending = pending[n:]
			return n, nil
		})})
	}
	_, err := report.Merge(reports, false, func(b []byte) error {
		written++
		for _, n := range requested {
			if ahead := n - written/shards; ahead > 100 {
				t.Fatalf("%d files of a report are held", ahead)
			}
		}
		return nil
	})
	if err != nil || written != files+2 { // the start, which is empty, and the summary
		t.Fatalf("%d writes, %v", written, err)
	}
}

// TestBounds reads endless reports.
func TestBounds(t *testing.T) {
	report.Bound(t, 1<<20)
	for start, want := range map[string]string{
		`{"file":"`:                               "line 1: a line has more than 1 MiB",
		`{"schema":"patgraph/1","files":[`:        "line 1: a line has more than 1 MiB",
		`{"schema":"patgraph/1","files":[` + "\n": "line 2: a line has more than 1 MiB",
		`{"$schema":"`:                            "it has more than 1 MiB",
	} {
		read := 0
		endless := readFunc(func(b []byte) (int, error) {
			read += len(b)
			for i := range b {
				b[i] = 'x'
			}
			return len(b), nil
		})
		_, err := report.Merge([]report.Part{{Name: "r", Reader: io.MultiReader(strings.NewReader(start), endless)}}, false, func([]byte) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) || read > 2<<20 {
			t.Errorf("%s: %v after %d bytes", start, err, read)
		}
	}
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(b []byte) (int, error) { return f(b) }

func FuzzMerge(f *testing.F) {
	for _, format := range formats {
		b, _ := whole(format, false, source("a.k", "f = nosuch;"), source("b.k", "+++ f = .a;"))
		f.Add(b, b)
	}
	f.Add([]byte("{}"), []byte(""))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		out, _, err := merge(false, a, b)
		if err != nil {
			return
		}
		// An accepted report merges to itself.
		if again, _, err := merge(false, out); err != nil || !bytes.Equal(again, out) {
			t.Errorf("%v: %s\nbecame %s", err, out, again)
		}
	})
}

func BenchmarkMerge(b *testing.B) {
	var inputs [4][]*report.Input
	for i := range 4000 {
		inputs[i%4] = append(inputs[i%4], source(fmt.Sprintf("%04d.k", i), "f = .a .b; g = {1 x, 2 y} .z;"))
	}
	for _, f := range formats {
		b.Run("format="+f, func(b *testing.B) {
			var parts [][]byte
			size := 0
			for _, in := range inputs {
				p, _ := whole(f, false, in...)
				parts = append(parts, p)
				size += len(p)
			}
			b.SetBytes(int64(size))
			for b.Loop() {
				if _, _, err := merge(false, parts...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
