package draw

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/graphviz/picture"
	"github.com/patgraph/patgraph/graphviz/render"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/k"
)

// A box is a rectangle in points; it is empty if its low coordinates are above its high ones.
type box struct{ x, y, right, top float64 }

var empty = box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func (b *box) add(c box) {
	b.x, b.y, b.right, b.top = min(b.x, c.x), min(b.y, c.y), max(b.right, c.right), max(b.top, c.top)
}

func (b box) width() float64  { return max(b.right-b.x, 0) }
func (b box) height() float64 { return max(b.top-b.y, 0) }

// A layout has the positions that Graphviz gives the parts of a picture.
type layout struct {
	BB      string
	Objects []struct{ Name, BB, Pos, Width, Height, Style, Class, Label string }
	Edges   []struct{ ID, Style, Class, Label, LP string }
}

func layOut(t *testing.T, p *graphviz.Picture) (g layout) {
	t.Helper()
	drawn, err := render.Draw(context.Background(),
		picture.Request{Layout: "dot", Format: "json", DOT: p.AppendDOT(nil, graphviz.DOT{})})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(drawn.Data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// placed lays a picture out, and returns the boxes of the whole picture, of its legend, and of the rest. All samples of
// the legend and their texts are within its frame.
func placed(t *testing.T, p *graphviz.Picture) (all, legend, rest box) {
	t.Helper()
	g := layOut(t, p)
	samples := empty
	defer func() {
		if samples != empty && (samples.x < legend.x || samples.y < legend.y || samples.right > legend.right || samples.top > legend.top) {
			t.Errorf("%s: the frame of the legend is %v, its samples need %v", p.Title, legend, samples)
		}
	}()
	for _, e := range g.Edges {
		if strings.HasPrefix(e.ID, "legend:") && e.LP != "" {
			var x, y float64
			fmt.Sscanf(e.LP, "%f,%f", &x, &y)
			half := 5.4 / 2 * float64(len(strings.TrimSpace(e.Label)))
			samples.add(box{x - half, y - 4, x + half, y + 4})
		}
	}
	of := func(bb string) (b box) {
		fmt.Sscanf(bb, "%f,%f,%f,%f", &b.x, &b.y, &b.right, &b.top)
		return b
	}
	all, legend, rest = of(g.BB), empty, empty
	for _, o := range g.Objects {
		b := of(o.BB)
		if o.Pos != "" {
			var x, y, w, h float64
			fmt.Sscanf(o.Pos, "%f,%f", &x, &y)
			fmt.Sscanf(o.Width, "%f", &w)
			fmt.Sscanf(o.Height, "%f", &h)
			b = box{x - 36*w, y - 36*h, x + 36*w, y + 36*h}
		}
		switch {
		case o.Name == "cluster.legend:":
			legend = b
		case o.Pos == "" && o.BB == "":
		case strings.HasPrefix(o.Name, "legend:"):
			samples.add(b)
		default:
			rest.add(b)
		}
	}
	return all, legend, rest
}

// A legend is smaller than the picture it explains, or a single row; below a picture that is read from top to bottom, it has few rows.
func TestLegendIsSmall(t *testing.T) {
	n, all := 0, 0
	for _, x := range thin(files(t, "../../examples/programs/*/*.k", "../../examples/errors/*/*.k"), 4) {
		for name, p := range Pictures(lang.NewFile("main.k", x.source)) {
			if all++; len(p.Nodes) > 60 || all%sample.Size(1, 40) != 0 {
				continue
			}
			_, legend, rest := placed(t, p)
			n++
			if l, r := legend.width()*legend.height(), rest.width()*rest.height(); l >= r && legend.height() > 40 {
				t.Errorf("%s, %s: the legend has %.0fx%.0f points, the picture of %d nodes %.0fx%.0f", x.name, name,
					legend.width(), legend.height(), len(p.Nodes), rest.width(), rest.height())
			}
			stays := !strings.Contains(name, "history") || !strings.Contains(name, "folded")
			if !p.Across && legend != empty && stays && (legend.height() > 130 || legend.top > rest.y+1) {
				t.Errorf("%s, %s: the legend of %.0f points begins at %.0f, the picture ends at %.0f", x.name, name,
					legend.height(), legend.top, rest.y)
			}
		}
	}
	t.Logf("%d pictures", n)
}

// shrunk folds a picture until either side has at most `most` points, as the command does.
func shrunk(t *testing.T, name string, p *graphviz.Picture, most float64) box {
	t.Helper()
	for range 12 {
		all, _, _ := placed(t, p)
		if max(all.width(), all.height()) <= most {
			return all
		}
		if p.Shrink(all.width()/most, all.height()/most) == 0 {
			t.Errorf("%s: %.0fx%.0f points with nothing left to be folded", name, all.width(), all.height())
			return all
		}
	}
	t.Errorf("%s does not get small", name)
	return box{}
}

// Pictures of whole programs fit 4,000 pixels at 144 pixels per inch, after little or much folding. Histories are drawn
// smaller.
func TestSizes(t *testing.T) {
	const most = 4000 / 144. * 72
	for _, x := range thin(files(t, "../../examples/programs/*/*.k"), 16) {
		r := k.Analyze(context.Background(), lang.NewFile("main.k", x.source), k.Options{})
		var all []int32
		for d := range r.Definitions {
			all = append(all, int32(d))
		}
		for name, p := range map[string]*graphviz.Picture{
			"patterns": graphviz.Patterns(r, all, graphviz.PatternsOptions{At: -1}), "calls": graphviz.Calls(r, all),
		} {
			p.Fold(graphviz.MaxNodes)
			shrunk(t, x.name+", "+name, p, most)
		}
	}
}

// The histories of some definitions are below each other, none of them is folded, and five of them are at most 2,500 points high.
func TestHistoriesAreStacked(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("bill.k", []byte(`
		$line = {int price, int amount};
		$bill = {string name, [line] lines};
		cost  = $line [.price, .amount] TIMES;
		sum   = <SNOC {.car car, .cdr sum cdr} [.car, .cdr] PLUS, 0>;
		net   = $bill .lines | cost ^ sum;
		tax   = $bill {net net, .name of} {[.net, 19] TIMES tax, .of of};
		gross = $bill {net net, tax tax} {[.net, .tax.tax] PLUS sum, .tax.of of};
	`)), k.Options{})
	p := graphviz.History(r, []int32{0, 1, 2, 3, 4}, -1, false)
	all, _, _ := placed(t, p)
	if n := len(p.Nodes); n < 24 || p.Shrink(2, 2) > 0 || all.width() > 2500 || all.height() > 2500 {
		t.Errorf("%d nodes in %.0fx%.0f points", n, all.width(), all.height())
	}
}

// A wide, thin picture is broken into several rows; any other has one row.
func TestRows(t *testing.T) {
	draw := func(source string) *graphviz.Picture {
		r := k.Analyze(context.Background(), lang.NewFile("main.k", []byte(source)), k.Options{})
		return graphviz.Patterns(r, []int32{0}, graphviz.PatternsOptions{At: -1})
	}
	long := ""
	for i := range 60 {
		long += fmt.Sprintf(".field%d ", i)
	}
	for _, c := range []struct {
		source string
		rows   int
	}{{"f = .a .b .c;", 0}, {"f = " + long + ";", 5}} {
		p := draw(c.source)
		all, _, rest := placed(t, p)
		if all.width() > 1700 || rest.width() > 1700 {
			t.Errorf("%.20s is %.0f points wide", c.source, all.width())
		}
		if n := strings.Count(string(p.AppendDOT(nil, graphviz.DOT{})), `"cluster.row:`); n < c.rows ||
			c.rows == 0 && n > 0 {
			t.Errorf("%.20s has %d rows", c.source, n)
		}
	}
}

// Trivial definitions are folded first, and the main expression last.
func TestFoldOrder(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("main.k", []byte(`
		large = {.a a, .b b, .c c, .d d, {.e e, .f f} g, {.h h, .i i} j};
		one   = 1;
		small = .a;
		{1 x, 2 y} .x
	`)), k.Options{})
	all := []int32{0, 1, 2, 3}
	names := []string{"one", "small", "large", "the main expression"}
	whole := len(graphviz.Patterns(r, all, graphviz.PatternsOptions{At: -1}).Nodes)
	seen := 0
	for most := whole; most >= 4; most-- {
		p := graphviz.Patterns(r, all, graphviz.PatternsOptions{At: -1})
		p.Fold(most)
		open := make(map[string]bool)
		for _, c := range p.Clusters {
			open[c.Label] = true
		}
		for i, name := range names {
			if i > 0 && open[names[i-1]] && !open[name] {
				t.Fatalf("with %d nodes, %s is folded before %s", most, name, names[i-1])
			}
		}
		seen = max(seen, len(names)-len(open))
	}
	if seen != len(names) {
		t.Errorf("only %d are ever folded", seen)
	}
}

// Each use of a simple type is a node: two parts of the input lead to the same one only if they are elements of one
// vector.
func TestUses(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("main.k", []byte(`
		total = | [.price, .amount] TIMES ^ PLUS;
		hand  = {.x a, .y b} ${int a, string b};
		apart = {.x a, .y b} ${int a, int b};
	`)), k.Options{})
	count := func(d int32, line string) (n, into int) {
		p := graphviz.Patterns(r, []int32{d}, graphviz.PatternsOptions{At: -1})
		for i := range p.Nodes {
			if p.Nodes[i].Lines[0] != line {
				continue
			}
			n++
			arrows := 0
			for _, e := range p.Edges {
				if e.To == i && e.Role == graphviz.RolePart {
					arrows++
				}
			}
			into = max(into, arrows)
		}
		return n, into
	}
	// The price and the amount, the result of TIMES, and the result of PLUS.
	if n, into := count(0, "$int"); n != 3 || into != 3 {
		t.Errorf("$int is %d nodes, with up to %d arrows", n, into)
	}
	// A value that passes from the input into the output is one node, which shows the connection.
	for _, name := range []string{"$int", "$string"} {
		if n, into := count(1, name); n != 1 || into != 2 {
			t.Errorf("%s is %d nodes, with up to %d arrows", name, n, into)
		}
	}
	if n, into := count(2, "$int"); n != 2 || into != 2 {
		t.Errorf("two parts are %d nodes, with up to %d arrows", n, into)
	}
}

// The way from the input of a definition to its output is not broken where elements become a vector or a vector is
// taken apart.
func TestWay(t *testing.T) {
	for _, source := range []string{
		"f = | [.price, .amount] TIMES ^ PLUS;",
		"f = | .name ^ CONCAT;",
		"f = {.lines | [.price, .amount] TIMES ^ PLUS due};",
		"g = <SNOC .car, 0>; f = .rows | g ^ g;",
	} {
		r := k.Analyze(context.Background(), lang.NewFile("main.k", []byte(source)), k.Options{})
		p := graphviz.Patterns(r, []int32{int32(len(r.Definitions) - 1)}, graphviz.PatternsOptions{At: -1})
		if n := parts(p); n != 1 {
			t.Errorf("%s: %d parts without an arrow between them:\n%s", source, n, p.AppendOutline(nil))
		}
	}
}

// parts counts the connected components of a picture.
func parts(p *graphviz.Picture) int {
	part := make([]int, len(p.Nodes))
	for i := range part {
		part[i] = i
	}
	n := len(part)
	for i := range p.Edges {
		if from, to := part[p.Edges[i].From], part[p.Edges[i].To]; from != to {
			n--
			for j := range part {
				if part[j] == from {
					part[j] = to
				}
			}
		}
	}
	return n
}

// A history has a list with each step once, in order, and a box for each pattern of the result with the steps that made
// it; it begins and ends at what the definition takes and gives, and has no names of rules. A picture that does not have
// all steps has no other boxes.
func TestHistories(t *testing.T) {
	for _, x := range thin(files(t, "../../examples/programs/*/*.k"), 4) {
		r := k.Analyze(context.Background(), lang.NewFile("main.k", x.source), k.Options{})
		for d := range r.Definitions {
			h, ok := r.Front.History(int32(d))
			if !ok {
				continue
			}
			for _, until := range []int32{h.Steps, h.Steps / 2} {
				p := graphviz.History(r, []int32{int32(d)}, until, true)
				want, roots := make(map[int]int), 0
				for i := range h.Nodes {
					n := &h.Nodes[i]
					if n.Step > 0 && n.Step <= until {
						want[int(n.Step)] = 1
						if n.Parent < 0 || h.Nodes[n.Parent].Step > until {
							roots++
						}
					}
				}
				made := maps.Clone(want)
				for _, c := range h.Clashes {
					if c.Step <= until {
						want[int(c.Step)] = 1
					}
				}
				got, by, last, ends, cut := make(map[int]int), make(map[int]int), 0, 0, false
				var order []int
				for i := range p.Nodes {
					switch n := &p.Nodes[i]; {
					case n.Role == graphviz.RoleLast:
						last++
						text := strings.Join(n.Lines[1:], " ")
						cut = cut || strings.Contains(text, "…")
						for _, number := range strings.FieldsFunc(text, notDigit) {
							if step, err := strconv.Atoi(number); err == nil {
								by[step]++
							}
						}
					case strings.HasSuffix(n.ID, ".text"):
						for _, l := range n.Lines {
							number, _, _ := strings.Cut(strings.TrimLeft(l, " "), "  ")
							if step, err := strconv.Atoi(number); err == nil {
								got[step]++
								order = append(order, step)
							}
						}
					case n.Role == graphviz.RoleEntry:
						ends++
					}
				}
				name := r.Definitions[d].Name
				if !maps.Equal(got, want) || !slices.IsSorted(order) {
					t.Errorf("%s, %s: the list has the steps %v, the history %v", x.name, name, order, want)
				}
				for step := range made {
					if by[step] == 0 && !cut {
						t.Errorf("%s, %s: no box has the step %d", x.name, name, step)
					}
				}
				if last != roots || ends == 0 || (ends == 2) != (h.In != h.Out) {
					t.Errorf("%s, %s: %d boxes of %d patterns, %d ends", x.name, name, last, roots, ends)
				}
				short := graphviz.History(r, []int32{int32(d)}, until, false)
				for i := range short.Nodes {
					if !slices.ContainsFunc(p.Nodes, func(n graphviz.Node) bool { return n.ID == short.Nodes[i].ID }) {
						t.Errorf("%s, %s: the picture without all steps has another box, %v", x.name, name, short.Nodes[i].Lines)
					}
				}
				for i := range p.Nodes {
					text := strings.Join(p.Nodes[i].Lines, " ")
					for j := range h.Nodes {
						n := &h.Nodes[j]
						if rule := n.Reason.String(); n.After == 0 && strings.Contains(rule, ": ") && strings.Contains(text, rule) {
							t.Errorf("%s: %q has the name of a rule, %s", x.name, text, rule)
						}
					}
				}
			}
		}
	}
}

func notDigit(r rune) bool { return r < '0' || r > '9' }

// A line of a history can be read alone: it names both patterns that its step made one, and the letter of the box that
// shows what they are in the end, with the name that it has in the signature.
func TestHistoryReads(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("swap.k", []byte("swap = {.a b, .b a};\ntwo = swap swap;\n")), k.Options{})
	p := graphviz.History(r, []int32{1}, -1, false)
	boxes := make(map[string][]string)
	for i := range p.Nodes {
		boxes[p.Nodes[i].Lines[0]] = append(boxes[p.Nodes[i].Lines[0]], strings.Join(p.Nodes[i].Lines[1:], "\n"))
	}
	want := map[string][]string{
		"2 | two = swap swap;": {strings.Join([]string{
			"",
			"step  these became one type                               type           because",
			"   1  input of `swap` (2:7) = what `swap` takes (2:7)     a (a, b, ...)  this is a use of `swap`",
			"   2  output of `swap` (2:7) = what `swap` gives (2:7)    b {a, b}       (likewise)",
			"   3  input of `swap` (2:12) = what `swap` takes (2:12)   b              (likewise)",
			"   4  output of `swap` (2:12) = what `swap` gives (2:12)  c {a, b}       (likewise)",
			"   5  two in = input of `swap` (2:7)                      a              what goes into a composition goes into its first part, `swap`",
			"   6  output of `swap` (2:7) = input of `swap` (2:12)     b              what `swap` gives goes into `swap`",
			"   7  two out = output of `swap` (2:12)                   c              what a composition gives is what its last part, `swap`, gives",
			"   8  part `b` of what `swap` takes (2:7)                 d (...)        both sides of step 6 have `a`",
			"      = part `a` of what `swap` takes (2:12)",
			"   9  part `a` of what `swap` takes (2:7)                 e (...)        both sides of step 6 have `b`",
			"      = part `b` of what `swap` takes (2:12)",
		}, "\n")},
		"two in": {""}, "two out": {""},
		"a: (a, b, ...)": {"by 1, 5"}, "b: {a, b}": {"by 2, 3, 6"}, "c: {a, b}": {"by 4, 7"}, "d: X1": {"by 8"}, "e: X0": {"by 9"},
	}
	if !reflect.DeepEqual(boxes, want) {
		t.Errorf("the boxes are\n%q, want\n%q", boxes, want)
	}
}

// The types of the history of a definition are connected, and it fits a screen of 1920 by 1080 pixels: its letters keep
// at least 60 % of their size, and 45 % in the history of a program of a few definitions.
func TestHistoryFits(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("order.k", []byte(`
		$line  = {string item, int price, int amount};
		$order = {string name, [line] lines};
		sum   = <SNOC {.car car, .cdr sum cdr} [.car, .cdr] PLUS, 0>;
		total = | [.price, .ammount] TIMES ^ sum;
		invoice = $order {.name to, .lines total due};
	`)), k.Options{})
	for _, list := range [][]int32{{0}, {1}, {2}, {0, 1, 2}} {
		p := graphviz.History(r, list, -1, false)
		all, _, _ := placed(t, p)
		if min(1440/all.width(), 810/all.height()) < map[bool]float64{true: 0.6, false: 0.45}[len(list) == 1] {
			t.Errorf("%v: %.0fx%.0f points", list, all.width(), all.height())
		}
		if n := parts(p); n != 2*len(list) { // its steps and its types
			t.Errorf("%v: the picture has %d parts without an arrow between them", list, n)
		}
	}
}

// In a picture that is read from left to right each frame is as wide as what is in it needs, whatever else there is; the
// frames have the order of the program, above the legend; and every label is drawn.
func TestPartsHaveRanksOfTheirOwn(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("order.k", []byte(`
		$line  = {string item, int price, int amount};
		$order = {string name, [line] lines};
		sum   = <SNOC {.car car, .cdr sum cdr} [.car, .cdr] PLUS, 0>;
		total = | [.price, .amount] TIMES ^ sum;
		invoice = $order {.name to, .lines total due};
	`)), k.Options{})
	width := make(map[string]float64)
	for _, list := range [][]int32{{0, 1, 2}, {0, 1}, {0, 2}, {1, 2}} {
		p := graphviz.Patterns(r, list, graphviz.PatternsOptions{At: -1})
		g := layOut(t, p)
		last := math.Inf(1)
		for _, name := range []string{"sum.frame", "total.frame", "invoice.frame", "legend:"} {
			for i := range g.Objects {
				o := &g.Objects[i]
				if o.Name != "cluster."+name {
					continue
				}
				var b box
				if _, err := fmt.Sscanf(o.BB, "%g,%g,%g,%g", &b.x, &b.y, &b.right, &b.top); err != nil {
					t.Fatal(err)
				}
				if b.top >= last {
					t.Errorf("%v: %s is not below the frame before it", list, name)
				}
				last = b.y
				if name == "legend:" {
					continue // it has what occurs in the picture
				}
				if w, ok := width[name]; ok && math.Abs(w-b.width()) > 1 {
					t.Errorf("%v: %s is %.0f points wide, elsewhere %.0f", list, name, b.width(), w)
				}
				width[name] = b.width()
			}
		}
		for i := range g.Edges {
			if e := &g.Edges[i]; e.Label != "" && e.LP == "" {
				t.Errorf("%v: the label %q of %s is not drawn", list, e.Label, e.ID)
			}
		}
	}
	if len(width) != 3 {
		t.Errorf("frames of %v", width)
	}
}

// Definitions without arrows are side by side.
func TestLoneDefinitions(t *testing.T) {
	r := k.Analyze(context.Background(), lang.NewFile("a.k", []byte("a = 1; b = 2; c = 3; d = 4; e = 5; f = 6;\n")), k.Options{})
	all, _, _ := placed(t, graphviz.Calls(r, []int32{0, 1, 2, 3, 4, 5}))
	if all.height() > 150 || all.width() > 1000 {
		t.Errorf("six definitions need %.0fx%.0f points", all.width(), all.height())
	}
}
