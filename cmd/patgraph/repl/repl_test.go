package repl

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
)

// session makes a session that writes to a buffer.
func session(t *testing.T) (*Session, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	s := New(Options{
		Context:  t.Context(),
		Write:    func(b []byte) error { out.Write(b); return nil },
		Inputs:   inputs.Options{Languages: languages.All},
		Eval:     language.RunOptions{Fuel: 10_000_000},
		Language: languages.All[0],
		Most:     1 << 20,
		Analyze: func(ctx context.Context, source inputs.Source, do func(*report.Input)) error {
			in := &report.Input{Name: source.Name, Streamed: source.Streamed(), Language: languages.All[0]}
			file, problem := source.Read(nil)
			if problem != nil {
				in.Diagnostics = []lang.Diagnostic{*problem}
			} else {
				in.File = file
				in.Result = k.Analyze(ctx, file, k.Options{})
				if in.Result.Err != nil {
					return in.Result.Err
				}
				in.Diagnostics = in.Result.Diagnostics
			}
			do(in)
			return nil
		},
		Page: func(string) ([]byte, bool) { return nil, false },
		Draw: func(*report.Input, string, string, string) ([]byte, error) { return []byte("drawn\n"), nil },
	})
	return s, &out
}

func do(t *testing.T, s *Session, inputs ...string) {
	t.Helper()
	for _, input := range inputs {
		if quit, err := s.Do(input); quit || err != nil {
			t.Fatalf("%q: %v, %v", input, quit, err)
		}
	}
}

func TestUnfinished(t *testing.T) {
	for input, want := range map[string]bool{
		"f = .x":                 true,
		"f = .x;":                false,
		"{1 x,":                  true,
		`{"x": [1,`:              true,
		`{"x": [1, -0.5]} -> .x`: false,
		`{"x": 1} ->`:            true,
		`{"x": 1} -> {.x a,`:     true,
		"it ->":                  true,
		"it -> f":                false,
		"items":                  false,
		":type {.x a,":           true,
		":ty {.x a,":             true,
		":type {.x a}":           false,
		":load {.x":              false,
		":nosuch {.x":            false,
		":{":                     true,
		":{\nf = 1;":             true,
		":{\nf = 1;\n:}":         false,
		":{\nf = 1;\n\n  :}  ":   false,
		":{ f = 1; :}":           true, // the end must be on its own line
		":why --tree {.x":        true,
		"-- a comment {":         false,
		"\"a -> b":               true,
		"\"a\" -> .a // {":       false,
		"5 -> /*":                true,
	} {
		s, _ := session(t)
		if s.Unfinished(input) != want {
			t.Errorf("%q: %v", input, !want)
		}
	}
}

func TestGiven(t *testing.T) {
	s, _ := session(t)
	for input, want := range map[string]string{
		`{}|0 -> inc`:           "{}|0 | inc",
		"{{}|0 x, {}|1 y}->f":   "{{}|0 x, {}|1 y}|f",
		"<f, g->":               "",
		"$nat </0 |1, /1 g-> f": "",
	} {
		checkGiven(t, s.own, input, want)
	}
	for input, want := range map[string]string{
		`{"x": "->"} -> .x`: `{"x": "->"}| .x`,
		"5->f":              "5|f",
		" [1]\n->\nf":       "[1]|\nf",
		"it -> f":           "it| f",
		"it->f":             "it|f",
		"it f":              "",
		"iterate -> f":      "",
		"{x: 1} -> f":       "",
		"1 2 -> f":          "",
		"->":                "",
	} {
		checkGiven(t, &s.json, input, want)
	}
}

func checkGiven(t *testing.T, n *notation, input, want string) {
	got := ""
	if g, ok := n.givenOf(input); ok {
		if got = g.value; g.it {
			got = "it"
		}
		got += "|" + input[g.end:]
	}
	if got != want {
		t.Errorf("%q: %q, want %q", input, got, want)
	}
}

// A session has one dialect, which its first line or its content determines.
func TestDialect(t *testing.T) {
	for _, inputs := range [][]string{
		{"-- dialect: k6", "$bool = <{} true, {} false>;", "neg = $bool </true |false, /false |true> $bool;",
			`{}|true -> neg`},
		{"$bool = < {} true, {} false >; neg = $bool < /true |false, /false |true > $bool;", `{}|true -> neg`},
	} {
		s, out := session(t)
		do(t, s, inputs...)
		if !strings.Contains(out.String(), "{}|false\n") || len(s.entries) != 2 {
			t.Error(out)
		}
		if _, list, _ := s.Complete(".x /t", 5); !slices.Equal(list, []string{"true"}) {
			t.Error(list)
		}
		if _, list, _ := s.Complete("PL", 2); list != nil {
			t.Error(list)
		}
		out.Reset()
		if do(t, s, "5"); !strings.Contains(out.String(), "error[") {
			t.Error(out)
		}
	}
}

// Saving and loading preserves what was typed.
func TestSaveLoad(t *testing.T) {
	s, out := session(t)
	do(t, s, "// numbers\n$nat = <{} 0, nat 1>;", "",
		"# the sum\nadd = ${nat x, nat y}\n  <{.x.1 x, {.y 1} y} add, .y>; // recursive", "f = 1; g = f;", "f = 2;")
	path := filepath.Join(t.TempDir(), "a.k")
	do(t, s, ":save "+path)
	want := "// numbers\n$nat = <{} 0, nat 1>;\n# the sum\nadd = ${nat x, nat y}\n  <{.x.1 x, {.y 1} y} add, .y>; // recursive\nf = 2;\n g = f;\n"
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Fatalf("%v\n%s\n%s", err, got, out)
	}
	other, _ := session(t)
	if !other.Load(path) || text(other.entries) != want {
		t.Errorf("%s", text(other.entries))
	}
	// A file that others have changed is not overwritten.
	if err := os.WriteFile(path, []byte("mine = 1;\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	do(t, s, ":save "+path)
	if !strings.Contains(out.String(), "has changed since") {
		t.Error(out)
	}
	do(t, s, ":save --force "+path, ":save "+path)
	if got, _ = os.ReadFile(path); string(got) != want {
		t.Errorf("%s", got)
	}
}

func TestReload(t *testing.T) {
	s, out := session(t)
	path := filepath.Join(t.TempDir(), "a.k")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("f = .x;\ng = .y;\n")
	do(t, s, ":load "+path, "h = g;")
	write("f = .z;\n")
	do(t, s, ":reload") // h needs g
	if got := text(s.entries); got != "f = .x;\ng = .y;\nh = g;\n" {
		t.Errorf("%s", got)
	}
	do(t, s, ":delete h", ":reload")
	if got := text(s.entries); got != "f = .z;\n" {
		t.Errorf("%s\n%s", got, out)
	}
	write("f = .z;\n\ng = nosuch;\n// the end\n")
	do(t, s, ":reload")
	if got := text(s.entries); got != "f = .z;\n" {
		t.Errorf("%s\n%s", got, out)
	}
	out.Reset()
	do(t, s, ":save "+path)
	if !strings.Contains(out.String(), "not all of it is in this session") {
		t.Error(out)
	}
}

// A definition that would break others is refused with an explanation.
func TestRefused(t *testing.T) {
	s, out := session(t)
	do(t, s, "f = {1 x, 2 y};", "g = f .x;")
	out.Reset()
	do(t, s, "f = {1 a, 2 b};")
	if got := text(s.entries); got != "f = {1 x, 2 y};\ng = f .x;\n" ||
		!strings.Contains(out.String(), "`g` of this session would not fit any more") {
		t.Errorf("%s\n%s", got, out)
	}
	do(t, s, ":{\nf = {1 a, 2 b};\ng = f .a;\n:}")
	if got := text(s.entries); got != "f = {1 a, 2 b};\ng = f .a;\n" {
		t.Errorf("%s\n%s", got, out)
	}
}

// Ctrl-C ends an analysis without output, and the session continues.
func TestInterruptAnalysis(t *testing.T) {
	s, out := session(t)
	analyze, file := s.Analyze, filepath.Join(t.TempDir(), "a.k")
	if err := os.WriteFile(file, []byte("f = {1 x};"), 0o666); err != nil {
		t.Fatal(err)
	}
	s.Analyze = func(ctx context.Context, source inputs.Source, do func(*report.Input)) error {
		if !s.Interrupt() || s.Interrupt() {
			t.Error("a second interrupt is one of the process")
		}
		return analyze(ctx, source, do)
	}
	for _, input := range []string{"f = {1 x};", "1", ":load " + file} {
		out.Reset()
		if do(t, s, input); out.String() != "interrupted\n" || s.entries != nil {
			t.Errorf("%s: %q, and the session has %q", input, out, text(s.entries))
		}
	}
	s.Analyze = analyze
	out.Reset()
	if do(t, s, "f = {1 x};", "f .x"); !strings.Contains(out.String(), "\n1\n") {
		t.Error(out)
	}
}

// Ctrl-C ends only the current evaluation.
func TestInterrupt(t *testing.T) {
	s, out := session(t)
	s.Eval.Fuel = -1
	asked := 0
	s.Eval.Log = func(language.Value) {
		if asked++; asked == 1 && (!s.Interrupt() || s.Interrupt()) {
			t.Error("a second interrupt is one of the process")
		}
	}
	for range 2 {
		if !s.Interrupt() {
			t.Error("nothing is evaluated")
		}
	}
	do(t, s, "loop = _log! loop;", "{} -> loop")
	if !strings.Contains(out.String(), "interrupted: after ") ||
		!strings.Contains(out.String(), "in `loop` at <repl>:1:") {
		t.Error(out)
	}
	out.Reset()
	do(t, s, "1")
	if !strings.HasPrefix(out.String(), "1\n") {
		t.Error(out)
	}
}

func TestComplete(t *testing.T) {
	s, _ := session(t)
	dir := t.TempDir()
	for _, name := range []string{"one.k", "other.k", ".hidden"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "on"), 0o777); err != nil {
		t.Fatal(err)
	}
	at := filepath.ToSlash(dir) + "/"
	do(t, s, "$person = {string name, int age};", "adult = $person [.age, 17] GT;", "addé = 1;")
	for _, c := range []struct{ line, head, candidates, tail string }{
		{"ad", "", "adult", ""},
		{".x ad", ".x ", "adult", ""},
		{"é ad", "é ", "adult", ""},
		{"PL", "", "PLUS", ""},
		{"{1 x} .a", "{1 x} .", "age", ""},
		{"$p", "$", "person", ""},
		{"$i", "$", "int", ""},
		{":", "",
			":code :codes :delete :explain :graph :help :list :load :quit :reload :rels :run :save :show :type :why",
			""},
		{":lo", "", ":load", ""},
		{":help lo", ":help ", "load", ""},
		{":type ad", ":type ", "adult", ""},
		{":show ad", ":show ", "adult", ""},
		{":load " + at + "o", ":load ", at + "on/ " + at + "one.k " + at + "other.k", ""},
		{":save --force " + at + "ot", ":save --force ", at + "other.k", ""},
		{":graph ad", ":graph ", "adult", ""},
		{":graph adult " + at + "ot", ":graph adult ", at + "other.k", ""},
		{":load " + at + "nosuch/x", ":load ", "", ""},
		{":nosuch a", ":nosuch ", "", ""},
		{":quit a", ":quit ", "", ""},
	} {
		head, candidates, tail := s.Complete(c.line, len([]rune(c.line)))
		if c.candidates == "" {
			head = c.head
		}
		if head != c.head || strings.Join(candidates, " ") != c.candidates || tail != c.tail {
			t.Errorf("%q: %q %q %q", c.line, head, candidates, tail)
		}
	}
	if head, candidates, tail := s.Complete("é ad .x", 4); head != "é " ||
		!slices.Equal(candidates, []string{"adult"}) || tail != " .x" {
		t.Errorf("%q %q %q", head, candidates, tail)
	}
	s.Complete("ad", -1)
	s.Complete("ad", 100)
}

func TestHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "history")
	h, lines, err := OpenHistory(path)
	if err != nil || lines != nil {
		t.Fatal(lines, err)
	}
	for _, line := range []string{"a", "a", " ", "b\nc", strings.Repeat("x", longestLine+1), "\xff", "é"} {
		if err := h.Add(line); err != nil {
			t.Fatal(err)
		}
	}
	_, lines, err = OpenHistory(path)
	if err != nil || !slices.Equal(lines, []string{"a", "é"}) {
		t.Fatal(lines, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Error(info.Mode(), err)
	}
	for i := range tooManyLines {
		if err := h.Add(strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	_, lines, err = OpenHistory(path)
	if err != nil || len(lines) != mostLines || lines[mostLines-1] != strconv.Itoa(tooManyLines-1) {
		t.Fatal(len(lines), err)
	}
	if data, err := os.ReadFile(path); err != nil || bytes.Count(data, []byte("\n")) != mostLines {
		t.Error(err)
	}
	if err := (*History)(nil).Add("a"); err != nil {
		t.Error(err)
	}
}

// Replaying a transcript twice gives the same text, whatever the answers look like.
func TestReplayTwice(t *testing.T) {
	begin := func(write func([]byte) error) (*Session, error) {
		s, _ := session(t)
		s.Write = write
		return s, nil
	}
	for _, in := range []string{
		"", "only words\n", "words\n\n> 1\n", "> f = <1,\n. 2\n. > .x;\n> :show f\n> :quit\n> 1\n",
		"> f = {\n.\n> 1\nold\n", "> {1 a,\n", "> :{\n. f = 1;\n.\n. :}\n", ">\n> \n.\n", "> 1\r\n1\r\n",
	} {
		once, err := Replay(in, begin)
		if err != nil {
			t.Fatal(err)
		}
		twice, err := Replay(once, begin)
		if err != nil || once != twice {
			t.Errorf("%q: %v\n%s\n%s", in, err, once, twice)
		}
	}
}

// Every input has an answer, and leaves a correct session.
func FuzzSession(f *testing.F) {
	for _, seed := range []string{"f = .x;\nf\n", "{\"x\": 1} -> .x\nit -> ()\n", ":type {1 a,\n2 b}\n:why --tree f\n",
		":{\n$t = <t a, {} b>;\n\n:}\n:delete $t\n", "/*\n*/ 1 -> \n\"\n", ":show\n:l\n:sa\n: \n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		if len(typed) > 1000 || strings.Contains(typed, ":s") || strings.Contains(typed, ":g") {
			return // it could write files
		}
		s, _ := session(t)
		s.Eval.Fuel, s.Eval.Memory = 10_000, 1<<20
		if err := s.Run(Lines(strings.NewReader(typed)), false); err != nil {
			t.Fatal(err)
		}
		r := k.Analyze(context.Background(), lang.NewFile("a.k", []byte(text(s.entries))), k.Options{})
		if r.Errors() > 0 || len(r.Definitions)+len(r.TypeDefs) != len(s.entries) {
			t.Fatalf("%q", text(s.entries))
		}
	})
}

// Words that people type without a colon, and the name of a definition alone.
func TestWords(t *testing.T) {
	s, out := session(t)
	do(t, s, "f = .x;", "$t = <{} a, {} b>;", "f", "$t", ":d f", ":de f", "help = .y;", "help")
	want := "f : ?(X0 x, ...) --> ?X0\n$t = <{} a, {} b>\nf : ?(X0 x, ...) --> ?X0\n$t = <{} a, {} b>\nf = .x;\n" +
		"there is no command `:de`: did you mean :delete?\nhelp : ?(X0 y, ...) --> ?X0\nhelp : ?(X0 y, ...) --> ?X0\n"
	if out.String() != want {
		t.Errorf("%s", out)
	}
	do(t, s, ":delete help", "help")
	if !strings.Contains(out.String(), ":quit") {
		t.Errorf("%s", out)
	}
	if over, err := s.Do("exit"); !over || err != nil {
		t.Error("exit does not end the session", err)
	}
}

// The definitions of a session never change their dialect.
func TestStaysInDialect(t *testing.T) {
	s, out := session(t)
	do(t, s, "$t = <{} a, {} b>; f = $t;", "g = /a |b;", ":type /a |b", ":show")
	refusal := "this is k6, and the session is k4: patgraph repl --dialect k6\n"
	if strings.Count(out.String(), refusal) != 2 || len(s.entries) != 2 || s.dialect("") != "k4" {
		t.Errorf("%s", out)
	}
}
