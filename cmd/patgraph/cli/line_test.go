package cli

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// read parses a command line with some commands, and returns the options and the arguments of the command that ran, or
// the text on standard error.
func read(typed ...string) (got string, args []string, says string) {
	var stderr bytes.Buffer
	run := func(f *Flags, p *Program, a []string) error {
		var list []string
		for i := range f.options {
			if o := &f.options[i]; f.Given(o.Name) {
				list = append(list, o.Name+":"+strings.ReplaceAll(o.To.text(), "\x00", " "))
			}
		}
		got, args = strings.Join(list, " "), a
		return nil
	}
	p := NewProgram([]*Command{
		{Name: "check", Run: run},
		{Name: "words", Raw: true, Run: run},
		{Name: "version", Run: func(*Flags, *Program, []string) error { args = []string{"version"}; return nil }},
	}, strings.NewReader(""), io.Discard, &stderr)
	p.Run(append([]string{"patgraph"}, typed...))
	return got, args, stderr.String()
}

func TestReadLine(t *testing.T) {
	for _, test := range []struct{ line, args, flags string }{
		{"check a.k", "a.k", ""},
		{"check", "", ""},
		{"check a.k --format json", "a.k", "format:json"},
		{"--format json check a.k", "a.k", "format:json"},
		{"check --format=json a.k b.k", "a.k b.k", "format:json"},
		{"check --format json --format text", "", "format:text"},
		{"check a.k -j 4", "a.k", "j:4"},
		{"check a.k -j4", "a.k", "j:4"},
		{"check a.k -j=4", "a.k", "j:4"},
		{"check --width 0", "", "width:"},
		{"check a.k -q --strict", "a.k", "quiet:true strict:true"},
		{"check --strict=false a.k", "a.k", "strict:false"},
		{"check -0", "", "null:true"},
		{"check -o x --limit-size 1M --limit-time 10s", "", "o:x limit-time:10s limit-size:1048576"},
		{"check --output=x", "", "o:x"},
		{"check --with a,b --with c", "", "with:a,b c"},
		{"check --stats a.k", "a.k", "stats:text"},
		{"check --stats=json a.k", "a.k", "stats:json"},
		{"check -", "-", ""},
		{"check -:8:32 -12 -0.5", "-:8:32 -12 -0.5", ""},
		{"check -- -x.k --format", "-x.k --format", ""},
		{"check a.k -- --strict", "a.k --strict", ""},
		{"check format", "format", ""}, // a file with the name of a flag
		{"words check --fo", "check --fo", ""},
		{"-v", "version", ""},
		{"check -v", "", "patgraph check has no flag `-v`"},
		{"check --limit-sise 1M", "", "patgraph check has no flag `--limit-sise`"},
		{"check -format json", "", "patgraph check has no flag `-format`"},
		{"check --help --al", "", "patgraph check has no flag `--al`"},
		{"--help check --view", "", "patgraph check has no flag `--view`"},
		{"check --cache-size 1", "", "--cache-size takes a number of bytes from 1 MiB, such as 500K, 64M or 1G, not `1`"},
		{"check -o", "", "-o needs a value: -o FILE"},
		{"check --output", "", "--output needs a value: --output FILE"},
		{"check -o=", "", "-o needs a value: -o FILE"},
		{"check --jobs -3", "", "--jobs takes a number from 1, not `-3`"},
		{"check -j0", "", "-j takes a number from 1, not `0`"},
		{"--width=x check", "", "--width takes a number from 0, not `x`"},
		{"check --width=x", "", "--width takes a number from 0, not `x`"},
	} {
		got, args, says := read(strings.Fields(test.line)...)
		if says != "" {
			says, _, _ = strings.Cut(strings.TrimPrefix(says, "patgraph: "), "\n")
		} else {
			says = got
		}
		if a := strings.Join(args, " "); a != test.args || says != test.flags {
			t.Errorf("%q: %s %s, want %s %s", test.line, a, says, test.args, test.flags)
		}
	}
}

// Flags and paths may be in any order, with the same result.
func TestOrder(t *testing.T) {
	units := [][][]string{
		{{"--strict"}, {"--strict=true"}},
		{{"--format", "json"}, {"--format=json"}},
		{{"-j", "3"}, {"-j3"}, {"-j=3"}},
		{{"--limit-time", "2s"}},
		{{"--limit-size=2K"}},
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
		if says != "" || !slices.Equal(args, wantArgs) || got != want {
			t.Fatalf("%q: %s %q %s\nwant %s %q", typed, got, args, says, want, wantArgs)
		}
	})
}

// Any command line either runs a command or is reported as wrong.
func TestAnyLine(t *testing.T) {
	word := rapid.SampledFrom([]string{"check", "words", "version", "-", "--", "-h", "--all", "-v", "--strict",
		"--strict=", "-j", "-j=", "-j9", "-jx", "-o", "-o=", "--with",
		"--stats", "--stats=", "--=", "-=", "---", "-qq", "=", "", "json", "-1", "é", "-é"})
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.SliceOf(word).Draw(t, "typed")
		var stdout, stderr bytes.Buffer
		ran := 0
		run := func(*Flags, *Program, []string) error { ran++; return nil }
		p := NewProgram([]*Command{
			{Name: "check", Run: run, Examples: [][2]string{{"patgraph check", ""}}},
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
