package main

import (
	"io"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
)

// Invalid command lines are reported, with suggestions.
func TestUsageErrors(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"--strict", "which command? One of check, types, search, hash, why, explain, trace, graph, run, fix, fmt, migrate, diff, repl, tutorial, explore, lsp, merge, init, config, cache, version, help or completion"},
		{"chek a.k", "there is no command `chek` (patgraph check)"},
		{"a.k", "there is no command `a.k` (patgraph check a.k)"},
		{"check --formt json a.k", "patgraph check has no flag `--formt` (--format)"},
		{"check -format json a.k", "patgraph check has no flag `-format` (--format)"},
		{"check --colour=always a.k", "patgraph check has no flag `--colour` (--color)"},
		{"check --limit a.k", "patgraph check has no flag `--limit` (--limit-time or --limit-size or --limit-nodes or --limit-work or --limit-rounds or --limit-depth)"},
		{"check --all a.k", "patgraph check has no flag `--all` (--all-errors)"},
		{"why --strict a.k f", "patgraph why has no flag `--strict`"},
		{"check a.k --format", "--format needs a value: --format text|json|ndjson|sarif|junit|github|html"},
		{"check --format xml a.k", "--format is one of text, json, ndjson, sarif, junit, github or html, not `xml`"},
		{"check --format jsn a.k", "--format is one of text, json, ndjson, sarif, junit, github or html, not `jsn` (json)"},
		{"check --format= a.k", "--format is one of text, json, ndjson, sarif, junit, github or html, not ``"},
		{"check --format sarfi a.k", "--format is one of text, json, ndjson, sarif, junit, github or html, not `sarfi` (sarif)"},
		{"types --format sarif a.k", "--format is one of text, json or ndjson, not `sarif`"},
		{"check --dialect k5 a.k", "--dialect is one of auto, k4 (k), k6 (k), v005 (Relay), doc (Relay), tensorscript or onnx, not `k5` (k4)"},
		{"check --dialect relay a", "--dialect is one of auto, k4 (k), k6 (k), v005 (Relay), doc (Relay), tensorscript or onnx, not `relay` (v005 or doc)"},
		{"check --dialect ONNX a", "--dialect is one of auto, k4 (k), k6 (k), v005 (Relay), doc (Relay), tensorscript or onnx, not `ONNX` (onnx)"},
		{"check -j 0 a.k", "-j takes a number from 1, not `0`"},
		{"check -j x a.k", "-j takes a number from 1, not `x`"},
		{"check --width -1 a.k", "--width takes a number from 0, not `-1`"},
		{"check --limit-time 5 a.k", "--limit-time takes a time such as 500ms or 10s, not `5`"},
		{"check --strict=maybe a.k", "--strict is on or off and takes no value, not `maybe`"},
		{"version --format ndjson", "--format is one of text or json, not `ndjson` (json)"},
		{"--verson", "there is no flag `--verson` (--version)"},
	} {
		code, stdout, stderr := patgraph(t, nil, strings.Fields(test.line)...)
		message, rest, _ := strings.Cut(stderr, "\n")
		got := strings.TrimPrefix(message, "patgraph: ")
		if _, hints, ok := strings.Cut(rest, "did you mean "); ok {
			hints, _, _ = strings.Cut(hints, "?")
			got += " (" + hints + ")"
		}
		if got != test.want || code != report.Unusable || stdout != "" {
			t.Errorf("%q: exit status %d\n got %s\nwant %s", test.line, code, got, test.want)
		}
	}
}

func TestCandidates(t *testing.T) {
	p := newProgram(nil, io.Discard, io.Discard)
	for _, test := range []struct{ line, want string }{
		{"", "check types search hash why explain trace graph run fix fmt migrate diff repl tutorial explore lsp merge init config cache version help completion"},
		{"t", "types trace tutorial"},
		{"--v", "--version"},
		{"check ", ":files"},
		{"check a.k ", ":files"},
		{"fmt --li", "--lines --limit-size"},
		{"fmt ", ":files"},
		{"check --fo", "--format"},
		{"check --format ", "text json ndjson sarif junit github html"},
		{"types --format ", "text json ndjson"},
		{"check --format n", "ndjson"},
		{"check --format=n", "--format=ndjson"},
		{"check --format = n", "ndjson"},
		{"check --format = ", "text json ndjson sarif junit github html"},
		{"check --limit-nodes ", ""},
		{"check -- --fo", ":files"},
		{"check --debug", "--debug.trace --debug.stack"},
		{"explain --a", "--ascii --all-errors"},
		{"explain p0302", "P0302 :files"},
		{"explain mer", "merge :files"},
		{"explain --t", "--tree"},
		{"explain a.k", ":files"},
		{"why ", ":files"},
		{"why --na", "--narrate"},
		{"trace --format ", "text json"},
		{"help co", "config completion configuration"},
		{"config ", ":files"},
		{"check --config ", ":files"},
		{"completion ", "bash zsh fish powershell"},
		{"version --format ", "text json"},
		{"nonsense ", "check types search hash why explain trace graph run fix fmt migrate diff repl tutorial explore lsp merge init config cache version help completion"},
	} {
		words := strings.Fields(test.line)
		if strings.HasSuffix(test.line, " ") || test.line == "" {
			words = append(words, "")
		}
		var got []string
		for _, c := range cli.Candidates(p, words) {
			text, _, _ := strings.Cut(c, "\t")
			got = append(got, text)
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("%q: %s, want %s", test.line, g, test.want)
		}
	}
}
