package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/internal/syntaxtest"
)

// Every command has an answer about damaged programs, and about any place in them. Formatting and fixing add no errors,
// and formatting twice changes nothing.
func TestDamaged(t *testing.T) {
	for _, l := range languages.All {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			pieces, r := syntaxtest.PiecesOf(t, "../../examples", l.Extensions), rand.New(rand.NewPCG(3, 4))
			file := filepath.Join(t.TempDir(), "a"+l.Extensions[0])
			for range sample.Size(300, 3) {
				text := pieces.Damaged(r, 2+r.IntN(20), r.IntN(2), 20)
				write(t, file, text)
				lines := strings.Split(text, "\n")
				at := r.IntN(len(lines))
				place := file + ":" + strconv.Itoa(at+1) + ":" + strconv.Itoa(r.IntN(len(lines[at])+1)+1)
				run := func(line string) string {
					line = strings.NewReplacer("FILE", file, "PLACE", place).Replace(line)
					code, out, problems := patgraph(t, nil, strings.Fields(line)...)
					if code == report.Defect || strings.Contains(out+problems, "P0902") {
						t.Fatalf("%s: %s%s\n%s", line, out, problems, text)
					}
					if strings.Contains(line, " json ") && out != "" && !json.Valid([]byte(out)) {
						t.Fatalf("%s: this is not JSON: %s\n%s", line, out, text)
					}
					return out
				}
				for _, view := range []string{"patterns", "history", "error", "calls", "relations", "stages"} {
					run("graph --view " + view + " FILE")
				}
				for _, line := range []string{
					"check --format sarif FILE", "check --partiality FILE", "types --all FILE", "types --format json FILE",
					"why PLACE", "why --format json PLACE", "explain --tree FILE", "explain PLACE", "trace FILE",
					"graph --focus " + strconv.Itoa(at+1) + " FILE", "hash FILE", "fix --diff FILE", "diff FILE FILE",
				} {
					run(line)
				}
				errors := func() int { return strings.Count("\n"+run("check --no-cache FILE"), "\nerror[") }
				before := errors()
				run("fmt FILE")
				once, _ := os.ReadFile(file)
				run("fmt FILE")
				if twice, _ := os.ReadFile(file); string(twice) != string(once) {
					t.Errorf("fmt changes\n%s\nto\n%s", once, twice)
				}
				if after := errors(); after != before {
					t.Errorf("%d errors, formatted %d:\n%s\n%s", before, after, text, once)
				}
				run("fix FILE")
				if after := errors(); after > before {
					fixed, _ := os.ReadFile(file)
					t.Errorf("%d errors, fixed %d:\n%s\n%s", before, after, text, fixed)
				}
			}
		})
	}
}
