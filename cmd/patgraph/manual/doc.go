// Package manual is the manual of patgraph: a page of Markdown for each topic, and
// how such a page looks on a terminal. The pages lie in topics, where the README
// links to them; `patgraph help TOPIC` prints them.
//
// A page is written in a subset of Markdown: one title, headings, paragraphs, lists,
// tables, fenced code, links, and emphasis by asterisks. The tests of package main
// run what the pages show; see consoles_test.go there for how a page shows a file
// and a command.
package manual
