// Package manual is the manual of patgraph: a page of Markdown for each topic, and its rendering on a terminal. The
// pages are in the folder topics, where the README links to them; `patgraph help TOPIC` prints them.
//
// A page is written in a subset of Markdown: one title, headings, paragraphs, lists, tables, fenced code, links, and
// emphasis by asterisks. The tests of package main run the commands on the pages; see consoles_test.go there for how a
// page shows a file and a command.
package manual

// A Topic is one page of the manual.
type Topic struct {
	Name     string // the argument of patgraph help
	Title    string
	Text     string   // Markdown, with the title
	Commands []string // the commands that the page is about
}

// contents are the topics in the order in which users need them, without their texts.
var contents = []Topic{
	{Name: "tutorial", Commands: []string{"tutorial"}},
	{Name: "k"},
	{Name: "relay"},
	{Name: "tensorscript"},
	{Name: "onnx"},
	{Name: "relations"},
	{Name: "errors", Commands: []string{"check", "why", "explain", "trace"}},
	{Name: "certificates"},
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
	{Name: "types", Commands: []string{"types", "hash"}},
	{Name: "changes", Commands: []string{"diff"}},
	{Name: "search", Commands: []string{"search"}},
	{Name: "migration", Commands: []string{"migrate"}},
	{Name: "pictures", Commands: []string{"graph"}},
	{Name: "go"},
}
