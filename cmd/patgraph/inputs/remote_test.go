package inputs

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/patgraph/patgraph/patterns/language"
)

// A source made in another process from a source's name and line reads the same, and an open stream reads the same as a
// file with its bytes.
func TestRemoteSources(t *testing.T) {
	type read struct{ name, extension, text, problem string }
	of := func(s Source) read {
		r := read{extension: s.Extension}
		f, problem := s.Read(nil)
		r.name = s.Name
		if problem != nil {
			r.problem = problem.Message.String()
		} else {
			r.text = string(f.Src)
		}
		return r
	}
	o := Options{Languages: language.Table{{Extensions: []string{".k", ".j"}}}, Limit: 60}
	stream := "\xef\xbb\xbf{\"id\":\"a\",\"source\":\"f = .a;\"}\r\n\n no JSON\n{\"id\":\"b.j\",\"source\":1}\n" +
		"{\"id\":\"c.j\",\"source\":\"\\ud800\"}\n" + strings.Repeat("x", 100) + "\n{\"id\":2,\"source\":\"\"}"
	var direct, again []read
	for s := range Records(Options{Languages: o.Languages, Limit: o.Limit, StdinName: "here"}, []string{"-"},
		strings.NewReader(stream)) {
		direct = append(direct, of(s))
	}
	lines := 0
	for s := range RecordsOf(o, "here", strings.NewReader(stream)) {
		if line := s.Line(); line != nil {
			lines++
			s = Record(&o, s.Name, bytes.Clone(line))
		}
		again = append(again, of(s))
	}
	if d := cmp.Diff(direct, again, cmp.AllowUnexported(read{})); d != "" || len(direct) != 6 || lines != 5 {
		t.Errorf("%d sources, %d lines\n%s", len(direct), lines, d)
	}
}

// The name of an object is reported unchanged, not as a path.
func TestRemoteNames(t *testing.T) {
	const name = "gs://bucket/a//b.ndjson"
	o := Options{Languages: toys}
	broken := iotest.ErrReader(errors.New("no route"))
	for what, r := range map[string]io.Reader{
		name + "`: it is compressed by zstd": strings.NewReader("\x28\xb5\x2f\xfd and so on"),
		name + "`: it is damaged (no route)": broken,
	} {
		all := slices.Collect(RecordsOf(o, name, r))
		if len(all) != 1 || all[0].Problem == nil || all[0].Line() != nil {
			t.Fatalf("%s: %v", what, all)
		}
		if m := all[0].Problem.Message; !strings.Contains(m.String(), what) || all[0].Name != name {
			t.Errorf("%q is about %s, not: %s", m, all[0].Name, what)
		}
	}
	if s := Missing(name); s.Name != name || !strings.Contains(s.Problem.Message.String(), "`"+name+"`") {
		t.Errorf("%+v", s)
	}
}
