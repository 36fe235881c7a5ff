package inputs

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/patgraph/patgraph/lang"
)

func TestParseRecord(t *testing.T) {
	for _, test := range []struct{ line, id, text, says string }{
		{`{"id":"a","source":"f = .a;"}`, "a", "f = .a;", ""},
		{` { "source" : "" , "id" : 17 } `, "17", "", ""},
		{`{"id":-1.50e3,"source":"x"}`, "-1.50e3", "x", ""},
		{`{"x":[1,{"id":"no","y":"]}\""}],"id":"a","n":null,"source":"x","z":{}}`, "a", "x", ""},
		{`{"\u0069d":"a","s\u006furce":"x"}`, "a", "x", ""},
		{`{"id":"\"\\\/\b\f\n\r\t","source":"\u00e9\u0000\u2028é\ud83d\ude00"}`, "\"\\/\b\f\n\r\t", "é\x00\u2028é😀", ""},
		{`{"id":"a","source":"\\"}`, "a", `\`, ""},
		{`{"id":"\ud800x","source":"\udc00\ud83d"}`, "\xed\xa0\x80x", "\xed\xb0\x80\xed\xa0\xbd", ""},
		{`{"id":"a","source":"\ud800\ud83d\ude00"}`, "a", "\xed\xa0\x80😀", ""},
		{"{\"id\":\"a\",\"source\":\"\xff\"}", "a", "\xff", ""},

		{"{\"id\":\"\xff\",\"source\":\"x\"}", "", "", "its `id` is not UTF-8"},
		{`{"id":"","source":"x"}`, "", "", "its `id` is empty"},
		{`{"id":null,"source":"x"}`, "", "", "its `id` is neither a text nor a number"},
		{`{"id":[],"source":"x"}`, "", "", "its `id` is neither a text nor a number"},
		{`{"id":"a","source":null}`, "a", "", "its `source` is not a text"},
		{`{"id":"a","source":{"x":1}}`, "a", "", "its `source` is not a text"},
		{`{"id":"a","source":"x","source":"y"}`, "a", "", "it has two keys `source`"},
		{`{"id":"a","id":"b","source":"x"}`, "a", "", "it has two keys `id`"},
		{`{"id":"a"}`, "a", "", "it has no key `source`, only `id`"},
		{`{"ID":"a","Source":"x"}`, "", "", "it has no key `id`, only `ID`, `Source`"},
		{`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}`, "", "", "it has no key `id`, only `a`, `b`, `c`, `d`, `e` and others"},
		{`{"` + strings.Repeat("x", 1000) + `":1}`, "", "", "it has no key `id`, only `" + strings.Repeat("x", 40) + "…`"},
		{`{}`, "", "", "it has no key `id`"},
		{`["a","x"]`, "", "", "it is not an object with the keys `id` and `source`"},
		{`"x"`, "", "", "it is not an object with the keys `id` and `source`"},
		{`17`, "", "", "it is not an object with the keys `id` and `source`"},
		{`{"id":"a","source":"x"`, "", "", "it is not JSON at byte 22: unexpected end of JSON input"},
		{`{"id":"a","source":"x"}}`, "", "", "it is not JSON at byte 24: invalid character '}' after top-level value"},
		{`f = .a;`, "", "", "it is not JSON at byte 2: invalid character ' ' in literal false (expecting 'a')"},
		{strings.Repeat("[", 20_000), "", "", "it is not JSON at byte 10001: invalid character '[' exceeded max depth"},
	} {
		id, text, err := parseRecord([]byte(test.line))
		says := ""
		if err != nil {
			says = err.Error()
		}
		if id != test.id || string(text) != test.text || says != test.says {
			t.Errorf("%.100s\n got %q %q %s\nwant %q %q %s", test.line, id, text, says, test.id, test.text, test.says)
		}
	}
}

// FuzzRecord compares with encoding/json, which replaces by U+FFFD what parseRecord keeps.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		`{"id":"a","source":"f = .a;"}`, `{"source":"\ud800\udc00\n","id":1e9,"x":[{"y":"}\\"}]}`,
		`{"id":"\ud800","source":""}`,
		`{"id":"a","id":"b"}`, `[]`, `{`, "{\"id\":\"\xff\"}", `{"id":"a","source":"\\\"\u12aB"}`, ` {"a" : -1 , "b":true} `,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		id, text, err := parseRecord(bytes.Trim(line, " \t\r\n"))
		var want map[string]any
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if json.Unmarshal(line, new(json.RawMessage)) != nil || d.Decode(&want) != nil {
			if err == nil {
				t.Fatalf("%q is a record", line)
			}
			return
		}
		wantText, isText := want["source"].(string)
		var wantID string
		switch v := want["id"].(type) {
		case string:
			wantID = v
		case json.Number:
			wantID = v.String()
		}
		if err != nil {
			if !strings.Contains(err.Error(), "two keys") && isText && wantID != "" && utf8.Valid(line) {
				t.Fatalf("%q: %v", line, err)
			}
			return
		}
		if replaced(id) != replaced(wantID) || replaced(string(text)) != replaced(wantText) {
			t.Fatalf("%q: %q %q, want %q %q", line, id, text, wantID, wantText)
		}
	})
}

// replaced is a text without invalid UTF-8 and without replacement characters.
func replaced(s string) string { return strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\ufffd", "") }

// formatSources formats sources as they are read: "name=text" or "name: problem".
func formatSources(all iter.Seq[Source], stdin io.Reader) []string {
	var out []string
	for s := range all {
		file, problem := s.Read(stdin)
		if problem != nil {
			out = append(out, string(problem.Code)+" "+s.Name+": "+strings.TrimPrefix(problem.Message.String(), "cannot read "))
		} else {
			out = append(out, s.Name+"="+string(file.Src))
		}
	}
	return out
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func TestRecords(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	record := func(id, text string) string { return `{"id":"` + id + `","source":"` + text + `"}` }
	damaged := []byte(gzipped(record("a", long) + "\n"))
	damaged[len(damaged)-6] ^= 1
	for _, test := range []struct {
		name, text string
		limit      int64
		want       []string
	}{
		{"nothing", "", 0, nil},
		{"blank lines, CRLF, a mark and no end", "\ufeff" + record("a", "x") + "\r\n\r\n \t\n" + record("b", "y"), 0, []string{"a=x", "b=y"}},
		{"ids in order, the same twice", record("b", "x") + "\n" + record("a", "y") + "\n" + record("b", "z") + "\n", 0, []string{"b=x", "a=y", "b=z"}},
		{"broken lines", "{\n" + record("a", "x") + "\n[]\n{\"id\":\"c\"}\n" + record("b", "y"), 0, []string{
			"P0804 <stdin>:1: `<stdin>:1`: it is not JSON at byte 1: unexpected end of JSON input", "a=x",
			"P0804 <stdin>:3: `<stdin>:3`: it is not an object with the keys `id` and `source`",
			"P0804 c: `<stdin>:4`: it has no key `source`, only `id`", "b=y"}},
		{"long lines", record("a", long) + "\n" + record("b", "y") + "\n", 0, []string{"a=" + long, "b=y"}},
		{"lines beyond the limit", record("a", long) + "\n" + record("b", "y") + "\n" + record("c", long), 1000, []string{
			"P0803 <stdin>:1: `<stdin>:1`: it has more than 1000 bytes", "b=y", "P0803 <stdin>:3: `<stdin>:3`: it has more than 1000 bytes"}},
		{"a line of just the limit", record("a", "xx") + "\r\n" + record("b", "yyyyy") + "\n", int64(len(record("a", "xx"))), []string{
			"a=xx", "P0803 <stdin>:2: `<stdin>:2`: it has more than 24 bytes"}},
		{"compressed", gzipped(record("a", "x") + "\n" + record("b", "y") + "\n"), 0, []string{"a=x", "b=y"}},
		{"compressed in two parts", gzipped(record("a", "x")+"\n") + gzipped(record("b", "y")), 0, []string{"a=x", "b=y"}},
		{"cut off", record("a", "x") + "\n" + record("b", "y")[:10], 0, []string{"a=x", "P0804 <stdin>:2: `<stdin>:2`: it is not JSON at byte 10: unexpected end of JSON input"}},
		{"compressed and cut off", gzipped(record("a", "x") + "\n" + record("b", long))[:60], 0, []string{
			"a=x", "P0805 <stdin>: all of `<stdin>`: it ends too early; it was read up to line 1"}},
		{"a cut header", gzipped("")[:6], 0, []string{"P0805 <stdin>: all of `<stdin>`: it ends too early"}},
		{"a wrong checksum", string(damaged), 0, []string{"a=" + long, "P0805 <stdin>: all of `<stdin>`: it is damaged (gzip: invalid checksum); it was read up to line 1"}},
		{"another format", "\x28\xb5\x2f\xfd........", 0, []string{"P0801 <stdin>: `<stdin>`: it is compressed by zstd; only gzip is read"}},
	} {
		o := Options{Languages: toys, Limit: test.limit}
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text))} {
			if got := formatSources(Records(o, []string{"-", "-"}, r), nil); !slices.Equal(got, test.want) {
				t.Errorf("%s:\n got %.300q\nwant %.300q", test.name, got, test.want)
			}
		}
	}
	o := Options{Languages: toys, StdinName: "jobs"}
	r := io.MultiReader(strings.NewReader(record("a", "x")+"\n{"), iotest.ErrReader(errors.New("no more")))
	if got, want := formatSources(Records(o, []string{"-"}, r), nil), []string{"a=x",
		"P0805 jobs: all of `jobs`: it is damaged (no more); it was read up to line 1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Any text can be read back, and every line of a stream gives a source.
func TestRecordsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want []string
		for i := range rapid.IntRange(0, 20).Draw(t, "lines") {
			switch source := rapid.String().Draw(t, "source"); rapid.IntRange(0, 4).Draw(t, "kind") {
			case 0:
				text.WriteString(rapid.StringMatching(`[ \t\r]*`).Draw(t, "blanks") + "\n")
			case 1:
				text.WriteString(rapid.StringMatching(`[\[{}\]x"]{1,9}`).Draw(t, "junk") + "\n")
				want = append(want, fmt.Sprintf("in:%d", i+1))
			default:
				line, _ := json.Marshal(map[string]any{"id": i, "source": source})
				text.Write(append(line, '\n'))
				want = append(want, fmt.Sprintf("%d=%s", i, source))
			}
		}
		var got []string
		for s := range Records(Options{Languages: toys, StdinName: "in"}, []string{"-"}, strings.NewReader(text.String())) {
			if file, problem := s.Read(nil); problem == nil {
				got = append(got, s.Name+"="+string(file.Src))
			} else if problem.Code == lang.BadRecord {
				got = append(got, s.Name)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %q\nwant %q", got, want)
		}
	})
}

// lines is an endless stream that counts the bytes read.
type lines struct {
	line string
	read int
}

func (l *lines) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = l.line[(l.read+i)%len(l.line)]
	}
	l.read += len(b)
	return len(b), nil
}

// Streams are read only as far as sources are consumed.
func TestRecordsLazy(t *testing.T) {
	in := &lines{line: `{"id":"a","source":"` + strings.Repeat("x", 1000) + "\"}\n"}
	n := 0
	for s := range Records(Options{Languages: toys}, []string{"-"}, in) {
		if !s.Streamed() {
			t.Fatal("it is in a file")
		}
		if n++; n == 1000 {
			break
		}
	}
	if ahead := in.read - n*len(in.line); n != 1000 || ahead > 1<<17 {
		t.Errorf("%d records, %d bytes ahead", n, ahead)
	}
}

func BenchmarkRecords(b *testing.B) {
	for _, source := range []string{"f = {.a x, .b y} .x; ", `f = \"a\\n\" \u00e9;\n`} {
		line := `{"id":"a/b/c.k","source":"` + strings.Repeat(source, 50) + `"}` + "\n"
		text := strings.Repeat(line, 1000)
		b.Run(fmt.Sprintf("escapes=%t", strings.Contains(source, `\`)), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				for s := range Records(Options{Languages: toys}, []string{"-"}, strings.NewReader(text)) {
					if _, problem := s.Read(nil); problem != nil {
						b.Fatal(problem.Message)
					}
				}
			}
		})
	}
}
