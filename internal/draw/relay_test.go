package draw

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/onnx"
	"github.com/patgraph/patgraph/patterns/relay"
	"github.com/patgraph/patgraph/unify"
)

// relayPictures draws the pictures that only Relay has.
func relayPictures(source []byte) (*patterns.Result, map[string][]byte) {
	r := relay.Language.Analyze(context.Background(), lang.NewFile("main.rly", source),
		language.Options{Settings: language.Settings{Sketch: true}})
	list := make(map[string][]byte)
	add := func(name string, p *graphviz.Picture) {
		list[name] = p.AppendDOT(nil, graphviz.DOT{File: "main.rly"})
		p.Fold(folded)
		list[name+", folded"] = p.AppendDOT(nil, graphviz.DOT{File: "main.rly", Theme: graphviz.Dark})
	}
	var all []int32
	for d := range int32(len(r.Definitions)) {
		all = append(all, d)
		for _, at := range []int32{0, 3, -1} {
			add(fmt.Sprintf("relations of %d after %d", d, at), graphviz.Relations(r, []int32{d}, at))
		}
	}
	add("relations", graphviz.Relations(r, all, -1))
	add("calls", graphviz.Calls(r, all))
	for i := range r.Diagnostics {
		for _, whole := range []bool{false, true} {
			if p, ok := graphviz.Error(r, &r.Diagnostics[i], whole); ok {
				add(fmt.Sprintf("error %d, %v", i, whole), p)
			}
		}
	}
	return r, list
}

// Pictures of programs of Relay are the same each time, and both parsers read them.
func TestRelay(t *testing.T) {
	uses, failures := 0, 0
	for _, x := range files(t, "../../examples/relay/*.rly", "../../examples/relay/errors/*.rly",
		"../../examples/relay/seed/*.rly") {
		t.Run(filepath.Base(x.name), func(t *testing.T) {
			r, first := relayPictures(x.source)
			_, again := relayPictures(x.source)
			if len(first) != len(again) {
				t.Fatalf("%d pictures, then %d", len(first), len(again))
			}
			for name, b := range first {
				if !bytes.Equal(b, again[name]) {
					t.Errorf("%s differs when it is drawn again", name)
				}
				if chosen(b, sample.Size(1, 12)) {
					if err := read(b); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			}
			for d := range int32(len(r.Definitions)) {
				uses += related(t, r, d)
			}
			for i := range r.Diagnostics {
				failures += failure(t, &r.Diagnostics[i])
			}
		})
	}
	if uses < 100 {
		t.Errorf("only %d relations", uses)
	}
	if failures < 3 {
		t.Errorf("only %d relations that fail", failures)
	}
}

// failure checks the sketch of a failing relation, and returns the number of such sketches (0 or 1): everything drawn
// leads to the failure, all that is written leads only there, and no place is drawn twice.
func failure(t *testing.T, d *lang.Diagnostic) int {
	if d.Explanation == nil || d.Explanation.Sketch == nil || !d.Explanation.Sketch.Fails {
		return 0
	}
	s := d.Explanation.Sketch
	near := make([][]int32, len(s.Places))
	for _, l := range s.Links {
		near[l.From] = append(near[l.From], l.To)
		near[l.To] = append(near[l.To], l.From)
		if l.From == 0 || l.From == l.To {
			t.Errorf("%s: %q leads to %q", d.Message, s.Places[l.From].Text, s.Places[l.To].Text)
		}
	}
	seen := map[int32]bool{0: true}
	for queue := []int32{0}; len(queue) > 0; queue = queue[1:] {
		for _, to := range near[queue[0]] {
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	said := make(map[string]bool)
	for i := range s.Places {
		p := &s.Places[i]
		key := fmt.Sprint(p.Text, p.Span)
		if !seen[int32(i)] {
			t.Errorf("%s: %q leads nowhere", d.Message, p.Text)
		}
		if said[key] && !strings.Contains(p.Text.String(), " = ") { // several sizes may be computed by the same formula
			t.Errorf("%s: %q is drawn twice", d.Message, p.Text)
		}
		said[key] = true
	}
	return 1
}

// related checks the data about the relations of a definition, and returns the number of relations.
func related(t *testing.T, r *patterns.Result, d int32) int {
	x, ok := r.Front.Related(d, -1)
	if !ok {
		return 0
	}
	name := r.Definitions[d].Name
	order := make(map[int32]bool)
	decided := 0
	for i := range x.Uses {
		u := &x.Uses[i]
		if u.State != unify.Waits {
			decided++
			order[u.Order] = true
		} else if u.Order != 0 {
			t.Errorf("%s: %s waits, and is number %d", name, u.Name, u.Order)
		}
		waits, does := false, false
		for _, a := range u.Args {
			waits = waits || a.Waits
			does = does || a.Read || a.Determined
			if a.Determined && x.Types[a.To].Open && u.State == unify.Waits {
				t.Errorf("%s: %s decides what is not decided", name, u.Name)
			}
		}
		if u.State == unify.Waits && !waits {
			t.Errorf("%s: %s waits for nothing", name, u.Name)
		}
		if u.State == unify.Fires && !does {
			t.Errorf("%s: %s holds, and rests on nothing and decides nothing", name, u.Name)
		}
	}
	for i := range int32(decided) {
		if !order[i+1] {
			t.Errorf("%s: no relation is number %d of %d", name, i+1, decided)
		}
	}
	// The state only grows along the steps: a decision is never reversed.
	done := 0
	for at := int32(0); at <= x.Steps; at++ {
		then, _ := r.Front.Related(d, at)
		n := 0
		for i := range then.Uses {
			if u := &then.Uses[i]; u.State != unify.Waits {
				n++
				if u.State != x.Uses[i].State {
					t.Errorf("%s: %s is %d after step %d, and %d in the end", name, u.Name, u.State, at,
						x.Uses[i].State)
				}
			}
		}
		if n < done {
			t.Errorf("%s: %d relations are decided after step %d, %d before", name, n, at, done)
		}
		done = n
	}
	if done != decided {
		t.Errorf("%s: %d relations are decided after the last step, %d in the end", name, done, decided)
	}
	return len(x.Uses)
}

// The relations of a network are below one another, in line, and so are the stages that compute from data.
func TestNetworksInLine(t *testing.T) {
	r, _ := relayPictures([]byte(`#[version = "0.0.5"]
def @net(%x: Tensor[(2, 3), float32], %w, %gamma, %beta, %mean, %var, %v) {
  let %h = nn.batch_norm(nn.relu(nn.dense(%x, %w, units=4)), %gamma, %beta, %mean, %var);
  nn.softmax(nn.dense(%h.0, %v, units=5))
}
`))
	inLine(t, graphviz.Relations(r, []int32{0}, -1), 5, func(class, _ string) bool { return class == "holding" })
	r = onnx.Language.Analyze(context.Background(), lang.NewFile("net.onnxtxt", []byte(`<ir_version: 8, opset_import: ["" : 17]>
net (float[N, 3, 8, 8] x) => (float[N, 4, 6, 6] c)
<float[4, 3, 3, 3] w = {...}, float[4] b = {...}, float[4, 1, 1] d = {...}> {
  a = Conv(x, w, b)
  r = Relu(a)
  c = Add(r, d)
}
`)), language.Options{})
	inLine(t, graphviz.Stages(r, []int32{0}), 3,
		func(class, label string) bool { return class == "stage" && strings.Contains(label, " = ") })
}

// inLine checks that the nodes that are chosen by class and label, so many, are below one another.
func inLine(t *testing.T, p *graphviz.Picture, want int, chosen func(class, label string) bool) {
	t.Helper()
	line, n := 0.0, 0
	for _, o := range layOut(t, p).Objects {
		var x, y float64
		if !chosen(o.Class, o.Label) {
			continue
		}
		if _, err := fmt.Sscanf(o.Pos, "%g,%g", &x, &y); err != nil {
			t.Fatal(err)
		}
		if n++; n == 1 {
			line = x
		} else if math.Abs(x-line) > 2 {
			t.Errorf("%s: %s is at %.0f, the first at %.0f", p.Title, o.Name, x, line)
		}
	}
	if n != want {
		t.Errorf("%s: %d nodes", p.Title, n)
	}
}

// A picture of a failed relation has the operators that a size passes, and where a function makes the result of a call.
func TestRelayWays(t *testing.T) {
	r := relay.Language.Analyze(context.Background(), lang.NewFile("main", []byte(`#[version = "0.0.5"]
def @half(%x: Tensor[(1, 4, 30, 30), float32]) {
  let %y = nn.relu(%x);
  nn.max_pool2d(%y, pool_size=[2, 2], strides=[2, 2])
}
def @main(%x: Tensor[(1, 4, 30, 30), float32]) {
  let %a = @half(%x);
  let %b = nn.relu(nn.avg_pool2d(%x, pool_size=[3, 3], strides=[2, 2]));
  add(%a, %b)
}
`)), language.Options{Settings: language.Settings{Sketch: true}})
	p, ok := graphviz.Error(r, &r.Diagnostics[0], false)
	if !ok {
		t.Fatal(r.Diagnostics[0].Message)
	}
	contains(t, string(p.AppendOutline(nil)), "the result of `@half` (4:3)", "- - called at 7:12 - ->", "axis 2, through nn.relu -")
}
