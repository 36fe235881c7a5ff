package main

import (
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/internal/cost"
	"github.com/patgraph/patgraph/internal/lab/corpus"
	"github.com/patgraph/patgraph/internal/sample"
)

// The cost of adversarial programs, in allocated memory, time and output, grows linearly: four times the program must
// take about four times as much; quadratic growth would be sixteen times.
func TestFamilies(t *testing.T) {
	t.Setenv("PATGRAPH_CACHE", "off")
	defer debug.SetGCPercent(debug.SetGCPercent(firstCollection)) // the setting at the start of the program
	dir := t.TempDir()
	for i, l := range corpus.Loads {
		if l.Quick == 0 || i%sample.Size(1, 8) != 0 {
			continue
		}
		t.Run(l.Family+" "+l.Args, func(t *testing.T) {
			family := corpus.FamilyOf(l.Family)
			var allocated, elapsed, written [2]float64
			elapsed = [2]float64{math.Inf(1), math.Inf(1)}
			tooLong := func() bool { return elapsed[1] > 10*elapsed[0] && elapsed[1] > 0.1 }
			for attempt := 0; attempt == 0 || attempt < 4 && tooLong(); attempt++ { // a busy machine takes longer
				for i, n := range [2]int{l.Quick, 4 * l.Quick} {
					path := filepath.Join(dir, "a.k")
					if err := os.WriteFile(path, family.Make(n), 0o666); err != nil {
						t.Fatal(err)
					}
					begin := cost.Used()
					allocated[i] = float64(cost.Allocated(func() {
						code, stdout, stderr := patgraph(t, nil, l.Arguments(path)...)
						if code > 1 {
							t.Fatalf("exit status %d: %s", code, stderr)
						}
						written[i] = float64(len(stdout) + len(stderr))
					}))
					elapsed[i] = min(elapsed[i], (cost.Used() - begin).Seconds())
				}
			}
			for what, v := range map[string][2]float64{"bytes allocated": allocated, "bytes written": written} {
				// Small amounts are those of any program.
				if ratio := v[1] / v[0]; ratio > 6.5 && v[1] > 4e6 {
					t.Errorf("of %d and of four times that: %.0f and %.0f %s, %.1f times as much", l.Quick, v[0], v[1], what, ratio)
				}
			}
			if tooLong() {
				t.Errorf("of %d and of four times that: %.3f and %.3f s, %.1f times as long", l.Quick, elapsed[0],
					elapsed[1], elapsed[1]/elapsed[0])
			}
			if !strings.Contains(l.Args, "json") && !strings.Contains(l.Args, "types") && written[1] > 4e6 {
				t.Errorf("the output has %.0f bytes", written[1])
			}
		})
	}
}
