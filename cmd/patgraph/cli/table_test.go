package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/internal/filetest"
)

// The parser knows which word is the value of a flag before it knows the command: flags with one spelling are the same
// in all commands. A command has no two options with one name, and all presets are valid.
func TestTable(t *testing.T) {
	names := make(map[string]string)
	takes := make(map[string]bool)
	has := make(map[string]bool) // command and option
	for _, o := range (&Flags{languages: languages.All}).table() {
		for _, spelling := range []string{o.Name, o.Alias} {
			if name, ok := names[spelling]; ok && spelling != "" && name != o.Name {
				t.Errorf("-%s is %s and %s", spelling, name, o.Name)
			}
			names[spelling] = o.Name
		}
		if before, ok := takes[o.Name]; ok && before != o.TakesNext() {
			t.Errorf("--%s takes a value in some commands only", o.Name)
		}
		takes[o.Name] = o.TakesNext()
		commands := strings.Fields(o.In + " " + o.Rare)
		if o.Usage == "" || len(commands) == 0 {
			t.Errorf("--%s has no usage, or no command", o.Name)
		}
		for _, c := range commands {
			if has[c+" "+o.Name] {
				t.Errorf("%s has --%s twice", c, o.Name)
			}
			has[c+" "+o.Name] = true
			if f := (&Command{Name: c}).NewFlags(languages.All); f.option(o.Name) == nil {
				t.Errorf("%s has no --%s", c, o.Name)
			}
		}
	}
}

// The manual shows all keys of patgraph.toml, with correct values.
func TestManualKeys(t *testing.T) {
	page, err := os.ReadFile("../manual/topics/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```toml\n")
	text, _, _ = strings.Cut(text, "```")
	path := filepath.Join(t.TempDir(), config.FileName)
	filetest.Write(t, path, text)
	keys := (&Flags{languages: languages.All}).keys()
	c := config.Always(path, config.Values{Keys: keys, Pages: languages.All.Pages()}).Here()
	if c.Broken() {
		t.Fatal(c.Problems)
	}
	for _, key := range append(keys, config.Key{Name: "severity.P0407"}, config.Key{Name: "severity.P0201"}) {
		if !c.Sets(key.Name) {
			t.Errorf("%s is not there", key.Name)
		}
	}
}
