//go:build !js

package manual

import (
	"embed"
	"slices"
	"strings"
)

//go:embed topics/*.md
var pages embed.FS

// Topics lists the pages in the order in which users need them.
func Topics() []Topic {
	topics := slices.Clone(contents)
	for i := range topics {
		t := &topics[i]
		text, err := pages.ReadFile("topics/" + t.Name + ".md")
		if err != nil {
			panic(err) // a name without a page, which the tests detect
		}
		first, _, _ := strings.Cut(string(text), "\n")
		t.Title, t.Text = strings.TrimPrefix(first, "# "), string(text)
	}
	return topics
}
