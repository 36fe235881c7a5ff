package manual

import (
	"embed"
	"strings"
)

// A Topic is one page of the manual.
type Topic struct {
	Name  string // what is typed behind patgraph help
	Title string
	Text  string // Markdown, the title included
}

//go:embed topics/*.md
var pages embed.FS

// names are the topics in the order in which people need them.
var names = []string{
	"k", "errors", "running", "sessions", "layout", "libraries", "configuration", "batches", "scripting",
	"partiality", "types", "migration", "pictures", "go",
}

// Topics lists the pages in the order in which people need them.
func Topics() []Topic {
	topics := make([]Topic, len(names))
	for i, name := range names {
		text, err := pages.ReadFile("topics/" + name + ".md")
		if err != nil {
			panic(err) // a name without a page, which no test lets pass
		}
		first, _, _ := strings.Cut(string(text), "\n")
		topics[i] = Topic{Name: name, Title: strings.TrimPrefix(first, "# "), Text: string(text)}
	}
	return topics
}
