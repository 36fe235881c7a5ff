package draw

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/graphviz/picture"
	"github.com/patgraph/patgraph/graphviz/render"
	"github.com/patgraph/patgraph/internal/sample"
	"github.com/patgraph/patgraph/lang"
)

// A box is a rectangle in points; one whose low is above its high is empty.
type box struct{ x, y, right, top float64 }

var empty = box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func (b *box) add(c box) {
	b.x, b.y, b.right, b.top = min(b.x, c.x), min(b.y, c.y), max(b.right, c.right), max(b.top, c.top)
}

func (b box) width() float64  { return max(b.right-b.x, 0) }
func (b box) height() float64 { return max(b.top-b.y, 0) }

// placed lays a picture out, and returns where all of it is, its legend, and the rest.
func placed(t *testing.T, p *graphviz.Picture) (all, legend, rest box) {
	t.Helper()
	drawn, err := render.Draw(context.Background(), picture.Request{Layout: "dot", Format: "json", DOT: p.AppendDOT(nil, graphviz.DOT{})})
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		BB      string
		Objects []struct{ Name, BB, Pos, Width, Height string }
	}
	if err := json.Unmarshal(drawn.Data, &g); err != nil {
		t.Fatal(err)
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
		case o.Pos == "" && o.BB == "", strings.HasPrefix(o.Name, "legend:"):
		default:
			rest.add(b)
		}
	}
	return all, legend, rest
}

// A legend is smaller than what it is the legend of.
func TestLegendIsSmall(t *testing.T) {
	n, all := 0, 0
	for _, x := range thin(files(t, "../../examples/programs/*/*.k", "../../examples/errors/*/*.k"), 4) {
		for name, p := range Pictures(lang.NewFile("main.k", x.source)) {
			if all++; len(p.Nodes) > 60 || all%sample.Size(1, 3) != 0 {
				continue
			}
			_, legend, rest := placed(t, p)
			n++
			if l, r := legend.width()*legend.height(), rest.width()*rest.height(); l >= r {
				t.Errorf("%s, %s: the legend has %.0fx%.0f points, the picture of %d nodes %.0fx%.0f", x.name, name,
					legend.width(), legend.height(), len(p.Nodes), rest.width(), rest.height())
			}
		}
	}
	t.Logf("%d pictures", n)
}
