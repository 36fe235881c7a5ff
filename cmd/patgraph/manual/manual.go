// Package manual is the manual of patgraph: a page of Markdown for each topic, and
// how such a page looks on a terminal. The pages lie in topics, where the README
// links to them; `patgraph help TOPIC` prints them.
//
// A page is written in a subset of Markdown: one title, headings, paragraphs, lists,
// tables, fenced code, links, and emphasis by asterisks. The tests of package main
// run what the pages show; see consoles_test.go there for how a page shows a file
// and a command.
package manual

// A Topic is one page of the manual.
type Topic struct {
	Name     string // what is typed behind patgraph help
	Title    string
	Text     string   // Markdown, the title included
	Commands []string // those that the page is about
}

// contents are the topics in the order in which people need them, without what their pages say.
var contents = []Topic{
	{Name: "k"},
	{Name: "relay"},
	{Name: "tensorscript"},
	{Name: "relations"},
	{Name: "errors", Commands: []string{"check", "why", "explain", "trace"}},
	{Name: "running", Commands: []string{"run"}},
	{Name: "sessions", Commands: []string{"repl"}},
	{Name: "editors", Commands: []string{"lsp"}},
	{Name: "explorer", Commands: []string{"explore"}},
	{Name: "layout", Commands: []string{"fmt"}},
	{Name: "libraries"},
	{Name: "configuration", Commands: []string{"config"}},
	{Name: "batches", Commands: []string{"check", "merge", "cache"}},
	{Name: "scripting", Commands: []string{"check", "completion"}},
	{Name: "partiality"},
	{Name: "types", Commands: []string{"types"}},
	{Name: "migration", Commands: []string{"migrate"}},
	{Name: "pictures", Commands: []string{"graph"}},
	{Name: "go"},
}
