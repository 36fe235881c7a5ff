package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

func open(t testing.TB, b []byte) (*report.Earlier, error) {
	path := filepath.Join(t.TempDir(), "report")
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := report.OpenEarlier(path)
	if err == nil {
		t.Cleanup(func() { e.Close() })
	}
	return e, err
}

var programs = []*report.Input{
	source("a.k", "f = nosuch;"), source("b.k", "f = .a;"), source("c.k", "+++ f = .\"\u2028\";"),
	source("\xed\xa0\xbd \"\\.k", "f = .a;"),
}

// TestFind checks that found outcomes have the bytes and counts of the report.
func TestFind(t *testing.T) {
	for _, f := range []string{"json", "ndjson"} {
		b, _ := whole(f, false, programs...)
		e, err := open(t, b)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range programs {
			o, ok := e.Find(in.Name, in.File, "")
			if want := (&report.JSON{}).AppendFile(nil, in); !ok || !bytes.Equal(o.Out, want) || o.Summary != in.Count() {
				t.Errorf("%s: %q: %t, %s, %+v; want %s, %+v", f, in.Name, ok, o.Out, o.Summary, want, in.Count())
			}
			if !slices.EqualFunc(o.Input.Diagnostics, in.Diagnostics, func(a, b lang.Diagnostic) bool {
				return a.Code == b.Code && a.Severity == b.Severity && a.Secondary == b.Secondary
			}) {
				t.Errorf("%s: %q: diagnostics %v", f, in.Name, o.Input.Diagnostics)
			}
			if _, ok := e.Find(in.Name, in.File, "limits.nodes=1"); ok {
				t.Errorf("%q is found by other settings", in.Name)
			}
			if _, ok := e.Find(in.Name, lang.NewFile(in.Name, []byte("f = .b;")), ""); ok {
				t.Errorf("%q is found with another text", in.Name)
			}
			if _, ok := e.Find(in.Name+"x", in.File, ""); ok {
				t.Errorf("%q is found by another name", in.Name)
			}
		}
	}
}

// TestEarlierDamaged checks that a damaged report is an error or has fewer programs, and never returns an outcome that
// it did not have.
func TestEarlierDamaged(t *testing.T) {
	b, _ := whole("ndjson", false, programs...)
	path := filepath.Join(t.TempDir(), "report")
	rapid.Check(t, func(t *rapid.T) {
		c := bytes.Clone(b[:rapid.IntRange(0, len(b)).Draw(t, "end")])
		if tail := rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "tail"); rapid.Bool().Draw(t, "dirty") {
			c = append(c, tail...)
		}
		if err := os.WriteFile(path, c, 0o666); err != nil {
			t.Fatal(err)
		}
		e, err := report.OpenEarlier(path)
		if err != nil {
			if bytes.HasPrefix(c, b[:bytes.IndexByte(b, '\n')+1]) {
				t.Fatalf("a report with a damaged end: %v", err)
			}
			return
		}
		defer e.Close()
		for _, in := range programs {
			o, ok := e.Find(in.Name, in.File, "")
			if ok && !bytes.Contains(b, append(o.Out, '\n')) {
				t.Fatalf("it never said %s", o.Out)
			}
			if line := append((&report.JSON{}).AppendFile(nil, in), '\n'); ok != bytes.Contains(c, line) {
				t.Fatalf("%q is found: %t", in.Name, ok)
			}
		}
	})
}

func TestEarlierIsNot(t *testing.T) {
	log, _ := whole("sarif", false, programs...)
	for text, want := range map[string]string{
		"f = .a;\n": "not a report of patgraph",
		string(log): "it is SARIF",
		"{\"schema\":\"patgraph/9\",\"files\":[\n": "`patgraph/9`",
		"{\"file\":\"x\"}\n":                       "a key that every file has is missing",
	} {
		if _, err := open(t, []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	for _, text := range []string{"", "{", "{\"schema\":\"patgraph/1\",\"files\":[", "\n"} {
		if e, err := open(t, []byte(text)); err != nil || e.Len() != 0 || e.Missing() {
			t.Errorf("%q: %v", text, err)
		}
	}
	if e, err := report.OpenEarlier(filepath.Join(t.TempDir(), "none")); err != nil || !e.Missing() || e.Close() != nil {
		t.Errorf("none: %v", err)
	}
	// Elements of types --all, with known errors left out, or with defects, are derived again.
	b, _ := whole("ndjson", false, source("a.k", "f = .a;"))
	for _, change := range [][2]string{{`"types":`, `"expressions":[],"types":`}, {`"diagnostics":[]`, `"diagnostics":[],"known":1`}, {`"diagnostics":[`, `"diagnostics":[{"code":"P0901","severity":"error"}`}} {
		element := b[:bytes.IndexByte(b, '\n')+1] // left by such a run when it was interrupted
		if e, err := open(t,
			bytes.Replace(element, []byte(change[0]), []byte(change[1]), 1)); err != nil || e.Len() != 0 {
			t.Errorf("%s: %v", change[1], err)
		}
	}
}
