package draw

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relay"
)

// Nodes do not move between the steps of a film. A step that is not trivial shows the united nodes, or the clash. A
// picture never shows a node both as present and as gone.
func TestFilm(t *testing.T) {
	films, united, clashed := 0, 0, 0
	check := func(name string, r *patterns.Result) {
		for d := range r.Definitions {
			f := graphviz.NewFilm(r, int32(d))
			if f == nil || f.Steps() == 0 || len(f.Picture(0).Nodes) > sample.Size(60, 30) {
				continue
			}
			films++
			where := make(map[string][2]float64)
			for step := range int32(f.Steps()) + 1 {
				if step%int32(sample.Size(2, 6)) != 0 && int(step) != f.Steps() {
					continue
				}
				p := f.Picture(step)
				states := make(map[graphviz.State]int)
				for _, n := range p.Nodes {
					states[n.State]++
				}
				united += states[graphviz.Gone]
				clashed += states[graphviz.Clashed]
				if step > 0 && !f.Trivial(int(step)) &&
					states[graphviz.Joined]+states[graphviz.Clashed]+states[graphviz.Gone] == 0 {
					t.Errorf("%s: %s: step %d changes the picture and marks nothing", name, r.Definitions[d].Name, step)
				}
				for _, o := range layOut(t, p).Objects {
					if o.Pos == "" {
						continue
					}
					var at [2]float64
					fmt.Sscanf(o.Pos, "%f,%f", &at[0], &at[1])
					was, ok := where[o.Name]
					if where[o.Name] = at; ok && math.Hypot(at[0]-was[0], at[1]-was[1]) > 1 {
						t.Fatalf("%s: %s: step %d moves %s from %v to %v",
							name, r.Definitions[d].Name, step, o.Name, was, at)
					}
				}
			}
		}
	}
	for _, x := range thin(files(t, "../../examples/programs/*/*.k", "../../examples/errors/*/*.k"), 8) {
		check(x.name, k.Analyze(context.Background(), lang.NewFile("main.k", x.source), k.Options{}))
	}
	for _, x := range thin(files(t, "../../examples/relay/errors/*.rly"), 4) {
		check(x.name, relay.Language.Analyze(context.Background(), lang.NewFile("main.rly", x.source), language.Options{}))
	}
	if t.Logf("%d films, %d unions, %d clashes", films, united, clashed); films < 5 || united < 10 || clashed < 2 {
		t.Errorf("%d films, %d unions, %d clashes", films, united, clashed)
	}
}

// A definition that was not derived, such as one with a syntax error, has no film.
func TestNoFilm(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("main.k", []byte("f = {.a x;\ng = .b;\ng\n")), k.Options{})
	films := 0
	for d := range r.Definitions {
		if graphviz.NewFilm(r, int32(d)) != nil {
			films++
		}
		_, derived := r.Front.Body(int32(d), 0, 0)
		if derived != (graphviz.NewFilm(r, int32(d)) != nil) {
			t.Errorf("%s: derived is %v", r.Definitions[d].Name, derived)
		}
	}
	if films == len(r.Definitions) {
		t.Error("all were derived")
	}
}

// A film begins before the first step, and its last step is the clash: both sides are there, and an edge between them.
func TestFilmOfClash(t *testing.T) {
	source := lang.NewFile("main.k", []byte("f = <.x {.a a, .c c}, .y {.b b}>;\nf\n"))
	r := k.Analyze(context.Background(), source, k.Options{})
	f := graphviz.NewFilm(r, 0)
	if f == nil {
		t.Fatal("no film")
	}
	marked := func(step int, s graphviz.State) (list []string) {
		for _, n := range f.Picture(int32(step)).Nodes {
			if n.State == s {
				list = append(list, strings.Join(n.Lines, " "))
			}
		}
		slices.Sort(list)
		return list
	}
	if got := marked(0, graphviz.Joined); got != nil {
		t.Errorf("before the first step, %v are united", got)
	}
	last := f.Steps()
	for f.Trivial(last) {
		last--
	}
	if got := marked(last, graphviz.Clashed); !slices.Equal(got, []string{"<b, ...>", "{a, c}"}) {
		t.Errorf("step %d: %v clash", last, got)
	}
	p := f.Picture(int32(last))
	i := slices.IndexFunc(p.Edges, func(e graphviz.Edge) bool { return e.Role == graphviz.RoleClash })
	if i < 0 || p.Edges[i].Absent || p.Edges[i].Label != "cannot be one" {
		t.Errorf("no edge between them")
	}
	if note := strings.Join(p.Notes, ""); !strings.HasSuffix(note, "become one, and cannot") {
		t.Errorf("the note is %q", note)
	}
	// The texts of a film have only drawn elements.
	if text := string(f.Picture(0).AppendOutline(nil)); strings.Contains(text, "cannot be one") ||
		strings.Count(text, "\n [") > 12 {
		t.Errorf("before the first step:\n%s", text)
	}
}
