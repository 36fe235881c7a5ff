package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
)

func TestParseLine(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"check a.k", "check -- a.k"},
		{"check", "check --"},
		{"check a.k --format json", "check --format=json -- a.k"},
		{"check --format json a.k", "check --format=json -- a.k"},
		{"--format json check a.k", "check --format=json -- a.k"},
		{"check --format=json a.k b.k", "check --format=json -- a.k b.k"},
		{"check a.k -j 4", "check --j=4 -- a.k"},
		{"check a.k -j4", "check --j=4 -- a.k"},
		{"check a.k -j=4", "check --j=4 -- a.k"},
		{"check a.k -q --strict", "check --quiet=true --strict=true -- a.k"},
		{"check --strict=false a.k", "check --strict=false -- a.k"},
		{"check -", "check -- -"},
		{"check -- -x.k --format", "check -- -x.k --format"},
		{"check a.k -- --strict", "check -- a.k --strict"},
		{"check --width 0 a.k", "check --width=0 -- a.k"},
		{"check --limit-time 10s a.k", "check --limit-time=10s -- a.k"},
		{"types --all a.k", "types --all=true -- a.k"},
		{"types --debug.trace a.k", "types --debug.trace=true -- a.k"},
		{"why -:8:32 --at 3", "why --at=3 -- -:8:32"},
		{"explain a.k:8 --tree", "explain --tree=true -- a.k:8"},
		{"--version", "version --"},
		{"-v", "version --"},
		{"version --format json", "version --format=json --"},
		{"check --help", "help check"},
		{"-h check", "help check"},
		{"--help", "help"},
		{"check --nonsense --help", "help check"},
		{"__complete check --fo", "__complete -- check --fo"},

		{"", "which command"},
		{"chek a.k", "error: there is no command `chek` (patgraph check)"},
		{"a.k", "error: there is no command `a.k` (patgraph check a.k)"},
		{"check --formt json a.k", "error: patgraph check has no flag `--formt` (--format)"},
		{"check -format json a.k", "error: patgraph check has no flag `-format` (--format)"},
		{"check --colour=always a.k", "error: patgraph check has no flag `--colour` (--color)"},
		{"check --limit a.k", "error: patgraph check has no flag `--limit` (--limit-nodes or --limit-rounds or --limit-time or --limit-depth or --limit-work or --limit-size)"},
		{"check --all a.k", "error: patgraph check has no flag `--all`"},
		{"why --strict a.k f", "error: patgraph why has no flag `--strict`"},
		{"check a.k --format", "error: --format needs a value: --format text|json|ndjson|sarif|junit|github"},
		{"check --format xml a.k", "error: --format is one of text, json, ndjson, sarif, junit or github, not `xml`"},
		{"check --format jsn a.k", "error: --format is one of text, json, ndjson, sarif, junit or github, not `jsn` (json)"},
		{"check --format= a.k", "error: --format is one of text, json, ndjson, sarif, junit or github, not ``"},
		{"check --format sarfi a.k", "error: --format is one of text, json, ndjson, sarif, junit or github, not `sarfi` (sarif)"},
		{"types --format sarif a.k", "error: --format is one of text, json or ndjson, not `sarif`"},
		{"check --dialect k5 a.k", "error: --dialect is one of auto, k4 or k6, not `k5` (k4)"},
		{"check -j 0 a.k", "error: -j takes a number from 1, not `0`"},
		{"check -j x a.k", "error: -j takes a number from 1, not `x`"},
		{"check --width -1 a.k", "error: --width takes a number from 0, not `-1`"},
		{"check --limit-time 5 a.k", "error: --limit-time takes a time such as 500ms or 10s, not `5`"},
		{"check --strict=maybe a.k", "error: --strict is on or off and takes no value, not `maybe`"},
		{"version --format ndjson", "error: --format is one of text or json, not `ndjson` (json)"},
		{"--verson", "error: there is no flag `--verson` (--version)"},
	} {
		l, err := parseLine(commands(), strings.Fields(test.line))
		var got string
		var usage *usageError
		switch {
		case errors.As(err, &usage):
			got = "error: " + usage.message
			if usage.hints != nil {
				got += " (" + strings.Join(usage.hints, " or ") + ")"
			}
		case err != nil:
			t.Errorf("%q: an error that is no usage error: %v", test.line, err)
			continue
		case l.help:
			got = strings.TrimSpace("help " + commandName(l.command))
		case l.command == nil:
			got = "which command"
		default:
			got = strings.Join(l.argv()[1:], " ")
		}
		if got != test.want {
			t.Errorf("%q\n got %s\nwant %s", test.line, got, test.want)
		}
	}
}

func TestCandidates(t *testing.T) {
	p := &program{commands: commands(), languages: languages.All}
	for _, test := range []struct{ line, want string }{
		{"", "check types why explain trace graph run fmt migrate repl merge config cache version help completion"},
		{"t", "types trace"},
		{"--v", "--version"},
		{"check ", ":files"},
		{"check a.k ", ":files"},
		{"fmt --li", "--lines --limit-size"},
		{"fmt ", ":files"},
		{"check --fo", "--format"},
		{"check --format ", "text json ndjson sarif junit github"},
		{"types --format ", "text json ndjson"},
		{"check --format n", "ndjson"},
		{"check --format=n", "--format=ndjson"},
		{"check --format = n", "ndjson"},
		{"check --format = ", "text json ndjson sarif junit github"},
		{"check --limit-nodes ", ""},
		{"check -- --fo", ":files"},
		{"check --debug", "--debug.trace --debug.stack"},
		{"explain --a", "--ascii"},
		{"explain p0302", "P0302 :files"},
		{"explain mer", "merge :files"},
		{"explain --t", "--tree"},
		{"explain a.k", ":files"},
		{"why ", ":files"},
		{"why --na", "--narrate"},
		{"trace --format ", "text json"},
		{"help co", "config completion"},
		{"config ", ":files"},
		{"check --config ", ":files"},
		{"completion ", "bash zsh fish"},
		{"version --format ", "text json"},
		{"nonsense ", "check types why explain trace graph run fmt migrate repl merge config cache version help completion"},
	} {
		words := strings.Fields(test.line)
		if strings.HasSuffix(test.line, " ") || test.line == "" {
			words = append(words, "")
		}
		var got []string
		for _, c := range p.candidates(words) {
			text, _, _ := strings.Cut(c, "\t")
			got = append(got, text)
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("%q: %s, want %s", test.line, g, test.want)
		}
	}
}
