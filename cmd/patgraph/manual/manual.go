// Package manual is the manual of patgraph: a page of Markdown for each topic, and
// how such a page looks on a terminal. The pages lie in topics, where the README
// links to them; `patgraph help TOPIC` prints them.
//
// A page is written in a subset of Markdown: one title, headings, paragraphs, lists,
// tables, fenced code, links, and emphasis by asterisks. The tests of package main
// run what the pages show; see consoles_test.go there for how a page shows a file
// and a command.
package manual

import (
	"embed"
	"strings"
)

// A Topic is one page of the manual.
type Topic struct {
	Name     string // what is typed behind patgraph help
	Title    string
	Text     string   // Markdown, the title included
	Commands []string // those that the page is about
}

//go:embed topics/*.md
var pages embed.FS

// contents are the topics in the order in which people need them.
var contents = []struct {
	name     string
	commands []string
}{
	{"k", nil},
	{"errors", []string{"check", "why", "explain", "trace"}},
	{"running", []string{"run"}},
	{"sessions", []string{"repl"}},
	{"layout", []string{"fmt"}},
	{"libraries", nil},
	{"configuration", []string{"config"}},
	{"batches", []string{"check", "merge", "cache"}},
	{"scripting", []string{"check", "completion"}},
	{"partiality", nil},
	{"types", []string{"types"}},
	{"migration", []string{"migrate"}},
	{"pictures", []string{"graph"}},
	{"go", nil},
}

// Topics lists the pages in the order in which people need them.
func Topics() []Topic {
	topics := make([]Topic, len(contents))
	for i, c := range contents {
		text, err := pages.ReadFile("topics/" + c.name + ".md")
		if err != nil {
			panic(err) // a name without a page, which no test lets pass
		}
		first, _, _ := strings.Cut(string(text), "\n")
		topics[i] = Topic{Name: c.name, Title: strings.TrimPrefix(first, "# "), Text: string(text), Commands: c.commands}
	}
	return topics
}
