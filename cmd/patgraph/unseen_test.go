package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/lang"
)

// TestUnseen uses file names, values and a drawing program that try to control a terminal, to reverse texts, to end a
// comment and to be interpreted by a CI runner, in all commands and formats.
func TestUnseen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no file has such a name there")
	}
	here := t.TempDir()
	t.Chdir(here)
	const evil = "::error::x\x1b[2J\x7f\u0085\u202e\u2066\u2028export const pwned = 1;\U000E0041\xff"
	names := []string{evil + ".k", "a\n::stop-commands::t.k", "\u00a0 ::notice::.k"}
	wrong := "f = .x;\n/*\n  ::add-mask::x\n*/\ng = nosuch   ;\nh = {1 \"::warning::a very long label that has to be wrapped somewhere ::error::b\", 2 y} .z;\n"
	for _, n := range names {
		write(t, filepath.Join("in", n), wrong)
	}
	write(t, filepath.Join(evil, "patgraph.toml"), "strict = true\nlibrary = [\"nosuch.k\"]")
	write(t, filepath.Join(evil, "a.k"), "f = .x;")
	write(t, "plain/"+evil+".k", "$record = {string array, int x};\n$array = [record];\nf = ${array l, record r};\n")
	write(t, "draw/dot",
		"#!/bin/sh\ncat >/dev/null\nprintf '::error::y\\n\\033[2J\\302\\205\\342\\200\\256 says dot\\n' >&2\n[ -f fail ] && exit 1\necho '<svg></svg>'\n")
	if err := os.Chmod("draw/dot", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Join(here, "draw")+string(os.PathListSeparator)+"/usr/bin"+
		string(os.PathListSeparator)+"/bin")
	first := filepath.Join("in", names[0])
	value := `"\u001b[2J\u007f\u0085\u202e\u2028\udb40\udc41::error::"`
	harmless := func(text, what string, commands bool) {
		t.Helper()
		for line := range strings.SplitSeq(text, "\n") {
			if strings.ContainsFunc(strings.ReplaceAll(line, "\t", ""), lang.Unseen) || strings.Contains(line, "\xff") {
				t.Errorf("%s: not seen: %q", what, line)
			}
			if lang.IsCommand(line) && !commands {
				t.Errorf("%s: a command: %q", what, line)
			}
		}
	}
	for _, args := range [][]string{
		{"check", "in"}, {"check", "--width", "30", "in"}, {"check", "--format", "json", "in"}, {"check", "--format", "ndjson", "in"}, {"check", "--format", "sarif", "in"},
		{"check", "--format", "junit", "in"}, {"check", "--format", "github", "in"}, {"check", "--format", "html", "in"}, {"check", evil}, {"check", "no\x1b::\n::x"}, {"check", "--config", evil, "in"},
		{"check", "--baseline", evil, "in"}, {"check", "--resume", first, "--format", "json", "in"}, {"merge", first}, {"check", "--summary-only", "--stats", "in"},
		{"types", "in"}, {"types", "--format", "json", "in"}, {"types", "--all", "in"}, {"explain", first + ":5", "--full"}, {"explain", first, "--narrate"}, {"explain", first + ":1"},
		{"why", first + ":1:5"}, {"why", first, "f"}, {"trace", first}, {"config", evil}, {"config", "--format", "json", evil}, {"config", "in"},
		{"fmt", "--check", "in"}, {"fmt", "--diff", "in"}, {"migrate", "--check", first}, {"migrate", "--diff", first},
		{"graph", first, "f", "--format", "txt"}, {"graph", first, "f"}, {"graph", first, "f", "-o", evil + ".svg", "--engine", "dot"}, {"graph", first, "f", "--format", "json", "--engine", "dot"},
		{"run", "-e", "()", value}, {"run", "-e", "()", "--compact", value}, {"run", "-e", "()", "--format", "json", value}, {"run", "-e", "CONS", "[" + value + "]"},
		{"run", "-e", ".nosuch", `{` + value + `:1}`}, {"run", "-e", "_log!", value}, {"run", "-e", "[(),()] |", "--trace", value}, {"run", "-e", "()", "\x1b::"}, {"run", first, "1"},
		{"run", "--schema", "out", "--def", "f", "plain/" + evil + ".k"}, {"run", "--schema", "in", "--as", "ts", "--def", "f", "plain/" + evil + ".k"},
		{"run", "--schema", "in", "--as", "go", "--def", "f", "plain/" + evil + ".k"}, {"cache", "stat", "--cache-dir", evil}, {"no\x1b[2J\n::such"}, {"check", "--no\x1b\n::such"},
	} {
		_, out, err := patgraph(t, nil, args...)
		if out+err == "" {
			t.Errorf("%q says nothing", args)
		}
		github := strings.Join(args, " ") == "check --format github in"
		harmless(out, strings.Join(args, " "), github)
		harmless(err, strings.Join(args, " "), false)
	}

	// The drawing program fails with a message.
	write(t, "fail", "")
	_, _, err := patgraph(t, nil, "graph", first, "f", "-o", "a.svg", "--engine", "dot")
	harmless(err, "graph", false)
	if !strings.Contains(err, "says dot") {
		t.Error(err)
	}

	// Generated TypeScript and Go: a name must not end a comment, and Record and Array are reserved.
	_, ts, _ := patgraph(t, nil, "run", "--schema", "in", "--as", "ts", "--def", "f", "plain/"+evil+".k")
	for _, want := range []string{"<U+2028>export const pwned", "export type Record2 = {", "export type Array2 = "} {
		if !strings.Contains(ts, want) {
			t.Errorf("no %q in %s", want, ts)
		}
	}
	for line := range strings.Lines(ts) {
		if strings.HasPrefix(line, "export") && strings.Contains(line, "pwned") {
			t.Errorf("code of a name: %s", line)
		}
	}

	// The output of a session about a value.
	_, out, _ := patgraph(t, func(p *cli.Program) {
		p.Stdin = strings.NewReader(value + " -> ()\n:load " + first + "\n:graph f\n")
	}, "repl")
	harmless(out, "repl", false)
}
