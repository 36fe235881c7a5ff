package cli

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// flags has a field of each kind of value.
type flags struct {
	Strict      bool
	Format      string
	Lines       int
	LinesGiven  bool
	Time        time.Duration
	Size        int64
	Output      string
	With        []string
	Stats       string
	Quiet, Null bool
}

// read parses a command line with two commands, and returns the flags and the arguments of the command that ran, or the
// text on standard error.
func read(typed ...string) (got flags, args []string, says string) {
	var stderr bytes.Buffer
	check := func() *Command {
		f := &flags{}
		return &Command{
			Name: "check",
			Options: []Option{
				{Name: "strict", To: Switch(&f.Strict)},
				{Name: "format", To: Choice(&f.Format, "text", "json"), Preset: "text"},
				{Name: "lines", Alias: "l", To: Number(&f.Lines, 0), Given: &f.LinesGiven},
				{Name: "time", To: Duration(&f.Time)},
				{Name: "size", To: Size(&f.Size, 1024)},
				{Name: "o", Alias: "output", To: Text(&f.Output), Holder: "FILE"},
				{Name: "with", To: Texts(&f.With), Holder: "FILE"},
				{Name: "stats", To: Choice(&f.Stats, "text", "json"), Bare: "text"},
				{Name: "quiet", Alias: "q", To: Switch(&f.Quiet)},
				{Name: "null", Alias: "0", To: Switch(&f.Null)},
			},
			Run: func(_ *Program, a []string) error { got, args = *f, a; return nil },
		}
	}
	words := &Command{Name: "words", Raw: true, Run: func(_ *Program, a []string) error { args = a; return nil }}
	version := &Command{Name: "version", Run: func(*Program, []string) error { args = []string{"version"}; return nil }}
	p := NewProgram([]*Command{check(), words, version}, strings.NewReader(""), io.Discard, &stderr)
	p.Run(append([]string{"patgraph"}, typed...))
	return got, args, stderr.String()
}

func TestReadLine(t *testing.T) {
	for _, test := range []struct{ line, args, flags string }{
		{"check a.k", "a.k", "{Format:text}"},
		{"check", "", "{Format:text}"},
		{"check a.k --format json", "a.k", "{Format:json}"},
		{"--format json check a.k", "a.k", "{Format:json}"},
		{"check --format=json a.k b.k", "a.k b.k", "{Format:json}"},
		{"check --format json --format text", "", "{Format:text}"},
		{"check a.k -l 4", "a.k", "{Format:text Lines:4 LinesGiven:true}"},
		{"check a.k -l4", "a.k", "{Format:text Lines:4 LinesGiven:true}"},
		{"check a.k -l=4", "a.k", "{Format:text Lines:4 LinesGiven:true}"},
		{"check --lines 0", "", "{Format:text LinesGiven:true}"},
		{"check a.k -q --strict", "a.k", "{Strict:true Format:text Quiet:true}"},
		{"check --strict=false a.k", "a.k", "{Format:text}"},
		{"check -0", "", "{Format:text Null:true}"},
		{"check -o x --size 1M --time 10s", "", "{Format:text Time:10s Size:1048576 Output:x}"},
		{"check --output=x", "", "{Format:text Output:x}"},
		{"check --with a,b --with c", "", "{Format:text With:[a,b c]}"},
		{"check --stats a.k", "a.k", "{Format:text Stats:text}"},
		{"check --stats=json a.k", "a.k", "{Format:text Stats:json}"},
		{"check -", "-", "{Format:text}"},
		{"check -:8:32 -12 -0.5", "-:8:32 -12 -0.5", "{Format:text}"},
		{"check -- -x.k --format", "-x.k --format", "{Format:text}"},
		{"check a.k -- --strict", "a.k --strict", "{Format:text}"},
		{"check format", "format", "{Format:text}"}, // a file with the name of a flag
		{"words check --fo", "check --fo", "{}"},
		{"-v", "version", "{}"},
		{"check -v", "", "patgraph check has no flag `-v`"},
		{"check --sise 1M", "", "patgraph check has no flag `--sise`"},
		{"check -format json", "", "patgraph check has no flag `-format`"},
		{"check --size 1", "", "--size takes a number of bytes from 1 KiB, such as 500K, 64M or 1G, not `1`"},
		{"check -o", "", "-o needs a value: -o FILE"},
		{"check --output", "", "--output needs a value: --output FILE"},
		{"check -o=", "", "-o needs a value: -o FILE"},
		{"check --lines=x", "", "--lines takes a number from 0, not `x`"},
	} {
		got, args, says := read(strings.Fields(test.line)...)
		if says != "" {
			says, _, _ = strings.Cut(strings.TrimPrefix(says, "patgraph: "), "\n")
		} else {
			says = notable(got)
		}
		if a := strings.Join(args, " "); a != test.args || says != test.flags {
			t.Errorf("%q: %s %s, want %s %s", test.line, a, says, test.args, test.flags)
		}
	}
}

// notable are the fields that are not zero.
func notable(f flags) string {
	var list []string
	for v, i := reflect.ValueOf(f), 0; i < v.NumField(); i++ {
		if !v.Field(i).IsZero() {
			list = append(list, fmt.Sprintf("%s:%v", v.Type().Field(i).Name, v.Field(i)))
		}
	}
	return "{" + strings.Join(list, " ") + "}"
}

// Flags and paths may be in any order, with the same result.
func TestOrder(t *testing.T) {
	units := [][][]string{
		{{"--strict"}, {"--strict=true"}},
		{{"--format", "json"}, {"--format=json"}},
		{{"-l", "3"}, {"-l3"}, {"--lines=3"}, {"-l=3"}},
		{{"--time", "2s"}},
		{{"--size=2K"}},
		{{"-o", "-x"}, {"--output=-x"}},
		{{"--stats"}, {"--stats=text"}},
		{{"-q"}, {"--quiet"}},
		{{"-0"}},
		{{"--with", "--strict", "--with=b"}}, // in this order
	}
	rapid.Check(t, func(t *rapid.T) {
		var flags [][]string
		var plain []string
		for _, forms := range units {
			if rapid.Bool().Draw(t, "given") {
				plain = append(plain, forms[0]...)
				flags = append(flags, rapid.SampledFrom(forms).Draw(t, "form"))
			}
		}
		paths := rapid.SliceOfN(rapid.SampledFrom([]string{"a.k", "-", "-:3:4", "check", "strict",
			"b c.k"}), 0, 4).Draw(t, "paths")
		want, wantArgs, says := read(append(append(append([]string{"check"}, plain...), "--"), paths...)...)
		if says != "" {
			t.Fatal(says)
		}
		flags = rapid.Permutation(flags).Draw(t, "order")
		words := [][]string{{"check"}}
		for _, p := range paths {
			words = append(words, []string{p})
		}
		for _, f := range flags {
			words = slices.Insert(words, rapid.IntRange(0, len(words)).Draw(t, "place"), f)
		}
		typed := slices.Concat(words...)
		got, args, says := read(typed...)
		if says != "" || !slices.Equal(args, wantArgs) || fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
			t.Fatalf("%q: %+v %q %s\nwant %+v %q", typed, got, args, says, want, wantArgs)
		}
	})
}

// Any command line either runs a command or is reported as wrong.
func TestAnyLine(t *testing.T) {
	word := rapid.SampledFrom([]string{"check", "words", "version", "-", "--", "-h", "--all", "-v", "--strict",
		"--strict=", "-l", "-l=", "-l9", "-lx", "--lines", "-o", "-o=", "--with",
		"--stats", "--stats=", "--=", "-=", "---", "-qq", "=", "", "json", "-1", "é", "-é"})
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.SliceOf(word).Draw(t, "typed")
		var stdout, stderr bytes.Buffer
		ran := 0
		f := &flags{}
		run := func(*Program, []string) error { ran++; return nil }
		p := NewProgram([]*Command{
			{Name: "check", Run: run, Examples: [][2]string{{"patgraph check", ""}}, Options: []Option{
				{Name: "strict", To: Switch(&f.Strict)}, {Name: "lines", Alias: "l", To: Number(&f.Lines, 0)}, {Name: "o", To: Text(&f.Output)},
				{Name: "with", To: Texts(&f.With)}, {Name: "stats", To: Choice(&f.Stats, "text", "json"), Bare: "text"}}},
			{Name: "version", Run: run, Examples: [][2]string{{"patgraph version", ""}}},
			{Name: "words", Raw: true, Hidden: true, Run: run},
		}, nil, &stdout, &stderr)
		code := p.Run(append([]string{"patgraph"}, typed...))
		if shown := stdout.Len() > 0; code == 0 && (ran == 1) == shown ||
			code != 0 && (ran > 0 || shown || stderr.Len() == 0) {
			t.Fatalf("%q: exit status %d, run %d times, %q %q", typed, code, ran, stdout.String(), stderr.String())
		}
	})
}
