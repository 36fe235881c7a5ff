package k

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
	"github.com/patgraph/patgraph/patterns"
)

// A caseFile is testdata/k4.json or k6.json: programs with their verdict and, for some, the expected graphs of their
// signatures. The answers come from repaired versions of the existing implementations; where those differ, the language
// definition decides.
type caseFile []struct {
	ID        string
	Source    string
	Note      string
	OK        bool
	Relations map[string]caseGraph
}

type caseGraph struct {
	Roots []int
	Nodes []caseNode
}

type caseNode struct {
	Kind  string
	Def   string
	Edges [][2]any
}

func readCases(t testing.TB) caseFile { return readCasesOf(t, k.K4) }

func readCasesOf(t testing.TB, d k.Dialect) caseFile {
	t.Helper()
	data, err := os.ReadFile("testdata/" + d.String() + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var cases caseFile
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func analyze(source string) *patterns.Result {
	return analyzeAs(source, k.Auto)
}

func analyzeAs(source string, d k.Dialect) *patterns.Result {
	return Analyze(context.Background(), lang.NewFile("in.k", []byte(source)), Options{Dialect: d})
}

func TestCases(t *testing.T) {
	t.Run("k4", func(t *testing.T) { checkCases(t, k.K4) })
	t.Run("k6", func(t *testing.T) { checkCases(t, k.K6) })
}

func checkCases(t *testing.T, d k.Dialect) {
	for _, c := range readCasesOf(t, d) {
		t.Run(c.ID, func(t *testing.T) {
			r := analyzeAs(c.Source, d)
			if ok := r.Errors() == 0; ok != c.OK {
				t.Errorf("%s\nok is %v, want %v (%s)%s", c.Source, ok, c.OK, c.Note, messages(r))
			}
			for name, want := range c.Relations {
				d := definition(r, name)
				if d < 0 {
					t.Errorf("no definition %s", name)
					continue
				}
				got := r.Pattern(r.Solver.Scheme(d))
				if !isomorphic(r, got, want) {
					t.Errorf("%s\n%s is %s, want %v", c.Source, name, signatureOf(r, d), want)
				}
			}
		})
	}
}

func messages(r *patterns.Result) string {
	var b strings.Builder
	for _, d := range r.Diagnostics {
		b.WriteString("\n  " + string(d.Code) + " " + d.Message.String())
	}
	return b.String()
}

func definition(r *patterns.Result, name string) int32 {
	for i, d := range r.Definitions {
		if d.Name == name {
			return int32(i)
		}
	}
	return -1
}

func signatureOf(r *patterns.Result, d int32) string {
	s := r.Solver.Scheme(d)
	return r.Front.Signature(s, s.Roots[0], s.Roots[1])
}

// isomorphic compares two graphs from their roots with a one-to-one map of nodes.
func isomorphic(r *patterns.Result, got patterns.Pattern, want caseGraph) bool {
	to, from := map[int32]int{}, map[int]int32{}
	type pair struct {
		g int32
		w int
	}
	var queue []pair
	match := func(g int32, w int) bool {
		x, seenG := to[g]
		y, seenW := from[w]
		if seenG || seenW {
			return seenG && seenW && x == w && y == g
		}
		to[g], from[w] = w, g
		queue = append(queue, pair{g, w})
		return true
	}
	for i := range want.Roots {
		if !match(got.Roots[i], want.Roots[i]) {
			return false
		}
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		g, w := got.Nodes[p.g], want.Nodes[p.w]
		if g.Flat.Form() != w.Kind || g.Type != patterns.NoType && r.Types.Form(g.Type) != w.Def ||
			len(g.Edges) != len(w.Edges) {
			return false
		}
		edges := map[string]int{}
		for _, e := range w.Edges {
			edges[e[0].(string)] = int(e[1].(float64))
		}
		for _, e := range g.Edges {
			to, ok := edges[e.Label]
			if !ok || !match(e.To, to) {
				return false
			}
		}
	}
	return true
}
