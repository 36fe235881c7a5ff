package main

import (
	"context"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// withToy adds a language that is derived like k and has no other features.
func withToy(p *cli.Program) {
	toy := &language.Language{
		Name: "toy", Extensions: []string{".toy"}, Dialects: []string{"toy"},
		Pages: lang.Pages{{Code: "P0199", Title: "a toy that is broken", Bad: "ouch"}, {Code: lang.ShapeClash, Title: "two toys in one place"}},
		Analyze: func(ctx context.Context, f *lang.File, o language.Options) *patterns.Result {
			o.Dialect = ""
			r := languages.All[0].Analyze(ctx, f, o)
			r.Language = "toy"
			return r
		},
		Format: func(f *lang.File, dialect string, _ lang.Layout) ([]byte, []lang.Diagnostic) {
			return []byte("a toy in " + dialect + "\n"), nil
		},
		Dialect: func(*lang.File, string) string { return "toy" },
	}
	p.Languages = language.Table{languages.All[0], toy}
}

// A language is analysed alongside others, and a command that does not support it says so.
func TestSecondLanguage(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.k", "f = .a;")
	write(t, "b.toy", "$t = {int x}; f = .b;")
	write(t, "c.txt", "f = .c;")
	write(t, "forced/patgraph.toml", `dialect = "toy"`)
	write(t, "forced/d.txt", "f = .d;")
	write(t, "forced/e.k", "f = .e;")
	write(t, "wrong/patgraph.toml", `dialect = "tor"`)
	write(t, "wrong/f.k", "f = .f;")
	prints(t, withToy, []printed{
		{"check a.k b.toy", report.Clean, []string{"2 files ok"}},
		{"check --format json a.k b.toy", report.Clean, []string{`"language":"k"`, `"language":"toy"`}},
		{"check --format json forced/d.txt forced/e.k", report.Clean, []string{`"language":"k"`, `"language":"toy"`, "dialect=toy"}},
		{"check c.txt", report.Unusable, []string{"does not end in .k, .klib, .toy", "--dialect k4 or k6 reads any file as a program of k", "--dialect toy reads any file as a program of toy"}},
		{"check wrong", report.Unusable, []string{"`dialect` is one of \"auto\", \"k4\" (k), \"k6\" (k) or \"toy\"", "\"toy\"?"}},
		{"types b.toy", report.Clean, []string{"f : "}},
		{"types --codes b.toy", report.Clean, nil},
		{"types --codes --format json b.toy", report.Clean, []string{`"codes":[]`}},
		{"types --code t b.toy", report.Unusable, []string{"`b.toy` is in toy, which has no types of this kind"}},
		{"types --partiality b.toy", report.Clean, []string{"f : "}},
		{"run b.toy --def f", report.Unusable, []string{"`b.toy` is in toy, which cannot be run"}},
		{"migrate b.toy", report.Unusable, []string{"cannot migrate `b.toy`: it is in toy"}},
		{"fmt b.toy", report.Clean, []string{"a toy in \n"}},
		{"fmt forced/d.txt", report.Clean, []string{"a toy in toy\n"}},
		{"repl --config forced/patgraph.toml", report.Unusable, []string{"programs of toy cannot be typed and run line by line"}},
		{"explain P0199", report.Clean, []string{"error[P0199]: a toy that is broken", "ouch"}},
		{"explain p0301", report.Clean, []string{"error[P0301]: two ", "\n\nerror[P0301]: two toys in one place (toy)\n"}},
		{"explain P0310", report.Unusable, []string{"did you mean P0301 or P0110 or P0210?"}},
		{"explain", report.Clean, []string{"P0115  warning: a first line with an unknown dialect\nP0199  a toy that is broken\nP0201"}},
		{"__complete explain P019", report.Clean, []string{"P0199\ta toy that is broken"}},
	})
}
