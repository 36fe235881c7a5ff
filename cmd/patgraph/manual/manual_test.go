package manual

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Every page of the folder is a topic, has a title, and has only valid links.
func TestTopics(t *testing.T) {
	entries, err := os.ReadDir("topics")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, topic := range Topics() {
		names = append(names, topic.Name)
	}
	for _, e := range entries {
		if !slices.Contains(names, strings.TrimSuffix(e.Name(), ".md")) {
			t.Errorf("%s is not a topic", e.Name())
		}
	}
	for _, topic := range Topics() {
		if topic.Title == "" || !strings.HasPrefix(topic.Text, "# "+topic.Title+"\n\n") {
			t.Errorf("%s begins without a title", topic.Name)
		}
		for _, m := range marked.FindAllStringSubmatch(topic.Text, -1) {
			name, local := strings.CutSuffix(m[2], ".md")
			if m[2] != "" && !strings.HasPrefix(m[2], "https://") && (!local || !slices.Contains(names, name)) {
				t.Errorf("%s leads to %s", topic.Name, m[2])
			}
		}
	}
}

// A line of a page is never wider than a terminal of 80 columns.
func TestWidth(t *testing.T) {
	for _, topic := range Topics() {
		for i, line := range strings.Split(string(Render(topic.Text, 80)), "\n") {
			if n := utf8.RuneCountInString(line); n > 80 {
				t.Errorf("%s:%d has %d columns: %s", topic.Name, i+1, n, line)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("%s:%d ends in a blank", topic.Name, i+1)
			}
		}
	}
}

const page = `# A *title*

A paragraph with ` + "`code * of * any [kind](x)`" + `, **bold words** and
a [topic](batches.md), a [page](https://example.org) and a [file](../x.go).
* An entry that is so long that it goes on in the next line
  and here
- Another

## Part

1. One

` + "```sh\nif  a; then\n\n  * b\n```" + `
| c | what it does |
|---|---|
| a \| b | does this and that, at some length, over lines |
| longer | |

| | |
|---|---|
| a first cell that is wide | below it |
`

const laidOut = `A TITLE

A paragraph with
` + "`code * of * any [kind](x)`" + `, bold
words and a topic
(` + "`patgraph help batches`" + `), a page
(https://example.org) and a file.
- An entry that is so long that it
  goes on in the next line and here
- Another

Part
----

1. One

    if  a; then

      * b
c       what it does
------------------------------------
a | b   does this and that, at some
        length, over lines
longer

a first cell that is wide
    below it
`

func TestRender(t *testing.T) {
	if got := string(Render(page, 36)); got != laidOut {
		t.Errorf("laid out as\n%s", got)
	}
}
