package draw

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/internal/lab/mutate"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/onnx"
)

// A picture of an error has both facts with their lines, whatever else is omitted, the likeliest place and the first
// change. The steps of the proof are numbered from the first fact to the last.
func TestFacts(t *testing.T) {
	programs, err := mutate.Load("../..", mutate.K)
	if err != nil {
		t.Fatal(err)
	}
	texts := files(t, "../../examples/errors/*/*.k")
	mutants := mutate.Generate(programs, mutate.Options{Seed: 7, Per: 1, Jobs: 2})
	for i, m := range mutants {
		if i%sample.Size(4, 40) == 0 {
			texts = append(texts, text{m.ID, m.Source})
		}
	}
	drawn := 0
	for _, x := range texts {
		f := lang.NewFile("elsewhere/main.k", x.source)
		r := k.Analyze(context.Background(), f, k.Options{Sketch: true})
		for i := range r.Diagnostics {
			d := &r.Diagnostics[i]
			for _, all := range []bool{false, true} {
				p, ok := graphviz.Error(r, d, all)
				if !ok {
					if d.Clash != nil {
						t.Errorf("%s: %s: no picture", x.name, d.Message)
					}
					continue
				}
				drawn++
				numbers(t, x.name, f, d, p, all)
				facts(t, x.name, f, d, p)
				if p.FocusPlace(d.Span.Start, 0); !all {
					facts(t, x.name+", focused", f, d, p)
				}
				p, _ = graphviz.Error(r, d, all)
				p.Fold(2)
				facts(t, x.name+", folded", f, d, p)
			}
		}
	}
	if t.Logf("%d pictures", drawn); drawn < 30 {
		t.Errorf("only %d pictures", drawn)
	}
}

func facts(t *testing.T, name string, f *lang.File, d *lang.Diagnostic, p *graphviz.Picture) {
	t.Helper()
	if strings.Contains(p.Title, "elsewhere") {
		t.Errorf("%s: the title is %q", name, p.Title)
	}
	for i, w := range []*lang.Witness{d.Clash.A, d.Clash.B, d.Clash.C} {
		if w == nil {
			continue
		}
		found := false
		for j := range p.Nodes {
			n := &p.Nodes[j]
			if n.Role != graphviz.RoleWitnessA+graphviz.Role(i) || n.Name != "ABC"[i:i+1] {
				continue
			}
			found = true
			line := f.Position(w.Span.Start).Line
			begins := fmt.Sprintf("%d | ", line)
			if !slices.ContainsFunc(n.Lines, func(l string) bool { return strings.HasPrefix(strings.TrimLeft(l, " "), begins) }) {
				t.Errorf("%s: %s: %q has no line %d", name, d.Message, n.Lines, line)
			}
			for _, l := range n.Lines {
				if utf8.RuneCountInString(l) > 90 {
					t.Errorf("%s: a line of %d characters: %q", name, utf8.RuneCountInString(l), l)
				}
			}
		}
		if !found {
			t.Errorf("%s: %s: no %c among %d nodes", name, d.Message, 'A'+i, len(p.Nodes))
		}
	}
	clash := slices.ContainsFunc(p.Edges, func(e graphviz.Edge) bool { return e.Role == graphviz.RoleClash })
	meet := slices.ContainsFunc(p.Nodes, func(n graphviz.Node) bool { return n.Role == graphviz.RoleFault })
	if !clash && !meet {
		t.Errorf("%s: %s: nothing says that the facts contradict each other", name, d.Message)
	}
}

// A numbered label begins with the number, and ends with a position unless it has none.
var numbered = regexp.MustCompile(`(?s)^(\d+)(?: (.*?))??(?: \((\d+:\d+)\))?$`)

func numbers(t *testing.T, name string, file *lang.File, d *lang.Diagnostic, p *graphviz.Picture, all bool) {
	t.Helper()
	if d.Explanation == nil {
		return
	}
	steps := d.Explanation.Steps
	highest := int32(0)
	for i, l := range d.Explanation.Story {
		switch {
		case l.Step < 1 || int(l.Step) >= len(steps):
			t.Errorf("%s: line %d of the story has the number %d of %d", name, i+1, l.Step, len(steps))
			continue
		case l.Step > highest+1:
			t.Errorf("%s: after number %d comes %d", name, highest, l.Step)
		case steps[l.Step-1].Reason != l.Reason:
			t.Errorf("%s: %s: the report has %d %s, the tree %s", name, d.Message, l.Step, l.Reason,
				steps[l.Step-1].Reason)
		}
		highest = max(highest, l.Step)
	}
	seen := make(map[int]bool)
	for i := range p.Edges {
		e := &p.Edges[i]
		if !all {
			continue
		}
		switch e.Role {
		case graphviz.RoleEqual, graphviz.RoleInstance, graphviz.RoleHolds, graphviz.RolePart, graphviz.RoleObvious:
		default:
			continue
		}
		m := numbered.FindStringSubmatch(strings.ReplaceAll(e.Label, "\n", " "))
		if m == nil {
			t.Errorf("%s: %s: the label %q has no number", name, d.Message, e.Label)
			continue
		}
		n, _ := strconv.Atoi(m[1])
		if seen[n] {
			t.Errorf("%s: %s: two steps have the number %d", name, d.Message, n)
		}
		if seen[n] = true; p.Nodes[e.From].Role == graphviz.RoleWitnessA && n != 1 {
			t.Errorf("%s: %s: the step of A has the number %d", name, d.Message, n)
		}
		if e.Role == graphviz.RolePart || e.Role == graphviz.RoleObvious {
			continue
		}
		if e.Step < 1 || int(e.Step) > len(steps) || steps[e.Step-1].Reason != m[2] {
			t.Errorf("%s: %s: the picture has %q, the tree %+v", name, d.Message, e.Label, steps[e.Step-1])
		}
	}
	for n := range len(seen) {
		if !seen[n+1] {
			t.Errorf("%s: %s: %d of %d steps are numbered, and none has %d", name, d.Message, len(seen), len(p.Edges), n+1)
		}
	}
	if len(seen) == 0 && all {
		t.Errorf("%s: %s: no label has a number", name, d.Message)
	}
	text := string(p.AppendOutline(nil))
	if len(d.Blame) > 0 && !strings.Contains(text, "the mistake is ") {
		t.Errorf("%s: %s: the likeliest place is not marked", name, d.Message)
	}
	if len(d.Fixes) > 0 {
		f := &d.Fixes[0]
		help := "help: " + strings.TrimSuffix(f.Title.String(), " here") + " (" + file.Position(f.Edits[0].Span.Start).String() + ")"
		if !strings.HasPrefix(p.Notes[0], help) {
			t.Errorf("%s: %s: the picture lacks %q", name, d.Message, help)
		}
	}
}

// A picture of an error is as large for a chain of many lines as for one of some lines.
func TestLongError(t *testing.T) {
	size := func(n int) int {
		source := "f = {() a, () b}\n" + strings.Repeat(" ()\n", n) + " .c;\n"
		r := k.Analyze(t.Context(), lang.NewFile("main.k", []byte(source)), k.Options{Sketch: true})
		p, ok := graphviz.Error(r, &r.Diagnostics[0], false)
		if !ok {
			t.Fatal("no picture")
		}
		return len(p.AppendDOT(nil, graphviz.DOT{}))
	}
	if some, many := size(50), size(5000); many > some*11/10 {
		t.Errorf("%d bytes for 50 lines, %d for 5,000", some, many)
	}
}

// The parts of a type that a program uses are arrows from the type, whichever of its patterns has them: in a picture of
// patterns and in a history, where an arrow may also lead from a type to itself.
func TestUsedPartsOfTypes(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("queue.k", []byte(`-- dialect: k6
		$day   = <{} work, {} free>;
		$week  = <{} end, {day first, week later} more>;
		$pair  = {week done, week left};
		move = $pair <{.left/end x, .done y} .y, {.left/more .later left, {.left/more .first first, .done later} |more done} move>;
		$n = <{} 0, n next>;
		two = |0 |next |next $n;
		len = </nil |0, /cons .tail len |next> $n;
	`)), k.Options{})
	for _, x := range []struct {
		picture *graphviz.Picture
		from    string
		want    []string
	}{
		{graphviz.Patterns(r, []int32{0}, graphviz.PatternsOptions{At: -1}), "$week", []string{"end", "more"}},
		{graphviz.Patterns(r, []int32{1}, graphviz.PatternsOptions{At: -1}), "$n", []string{"0", "next"}},
		{graphviz.History(r, []int32{2}, -1, false), "$n", []string{"0", "next"}},
	} {
		got := make(map[string]bool)
		for _, e := range x.picture.Edges {
			if n := &x.picture.Nodes[e.From]; e.Role == graphviz.RolePart && strings.HasSuffix(n.Lines[0], x.from) {
				got[e.Label] = true
			}
		}
		for _, label := range x.want {
			if !got[label] {
				t.Errorf("%s: %s has %v, not %s", x.picture.Title, x.from, got, label)
			}
		}
	}
}

// Between two facts that no other line connects, a small error has the sentences of its report, by which both are about
// one value. A fact about a type has the line that defines the type, too.
func TestWayBetweenFacts(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("box.k", []byte(`-- dialect: k6
$side = {<{} a, {} b> x};
$box  = {side left, side right};
part  = $box {.left l} {.l .y out};
`)), k.Options{Sketch: true})
	p, _ := graphviz.Error(r, &r.Diagnostics[0], false)
	text := string(p.AppendOutline(nil))
	for i, l := range r.Diagnostics[0].Explanation.Story {
		if says := fmt.Sprint(i+1, "  ", l.Text.String()); !strings.Contains(text, says) {
			t.Errorf("no line %q in\n%s", says, text)
		}
	}
	for _, says := range []string{"3 | $box  = {side left, side right};", "2 | $side = "} {
		if !strings.Contains(text, says) {
			t.Errorf("no line %q in\n%s", says, text)
		}
	}
	for _, n := range p.Nodes {
		if n.Lines[0] == "A and the part `left` of B must be equal, because" {
			return
		}
	}
	t.Errorf("nothing says what follows:\n%s", text)
}

// In an error of an ONNX model, the likeliest suspect has a box of its own if no size of the message is written there,
// with an arrow to the input that is computed from it.
func TestSuspectNode(t *testing.T) {
	r := onnx.Language.Analyze(context.Background(), lang.NewFile("turn.onnxtxt", []byte(`<ir_version: 8, opset_import: ["" : 17]>
turn (float[2, 3, 5] a, float[2, 5, 3] b) => (out) <int64[1] zero = {0}> {
  at = Transpose<perm = [0, 2, 1]>(a)
  bt = Transpose<perm = [0, 1, 2]>(b)
  s = MatMul(at, bt)
  out = Relu(s)
}
`)), language.Options{Settings: language.Settings{Sketch: true}})
	p, _ := graphviz.Error(r, &r.Diagnostics[0], false)
	suspect := r.Diagnostics[0].Blame[0].Span
	for _, e := range p.Edges {
		from, to := &p.Nodes[e.From], &p.Nodes[e.To]
		if from.Role == graphviz.RoleSuspect && from.Span == suspect && strings.HasPrefix(to.Lines[0], "`bt` is ") {
			return
		}
	}
	t.Errorf("the suspect %s is not marked in\n%s", r.File.Text(suspect), p.AppendOutline(nil))
}
