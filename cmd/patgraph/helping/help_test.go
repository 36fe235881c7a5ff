package helping

import (
	"bytes"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/command"
)

// A topic is shown as a page, and a name that a command has, too, has both.
func TestTopics(t *testing.T) {
	page := func(text string) func(int) []byte { return func(int) []byte { return []byte(text) } }
	for _, test := range []struct{ line, has, lacks string }{
		{"help batches", "PAGE B", "usage"},
		{"help version", "usage: patgraph version", "PAGE B"},
		{"help version", "PAGE V", "PAGE B"},
		{"help version", "The manual has pages about it: patgraph help batches.", "PAGE B"},
		{"help", "batches  Many programs", "PAGE"},
		{"help bathces", "did you mean patgraph help batches?", "PAGE"},
		{"__complete help ba", "batches\tMany programs", "version"},
		{"__complete help v", "version\n", "Versions"},
	} {
		var out bytes.Buffer
		p := command.New([]*command.Command{Version(), Help(), Complete()}, strings.NewReader(""), &out, &out)
		p.Topics = []command.Topic{
			{Name: "batches", Title: "Many programs", Commands: []string{"version"}, Page: page("PAGE B")},
			{Name: "version", Title: "Versions", Page: page("PAGE V")},
		}
		p.Run(append([]string{"patgraph"}, strings.Fields(test.line)...))
		if got := out.String(); !strings.Contains(got, test.has) || strings.Contains(got, test.lacks) {
			t.Errorf("%s: %s", test.line, got)
		}
	}
}
