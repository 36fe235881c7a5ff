package raster

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A point is in units of 1/72 inch with y upwards, as in Graphviz, or in pixels with y downwards.
type point struct{ x, y float64 }

func (p *point) UnmarshalJSON(b []byte) error {
	var v [2]float64
	err := json.Unmarshal(b, &v)
	p.x, p.y = v[0], v[1]
	return err
}

// An op is a draw operation; Op determines which fields are set. https://graphviz.org/docs/outputs/canon/#xdot
// describes them.
type op struct {
	Op     string
	Points []point    // P p filled and unfilled polygon, B b B-spline, L polyline
	Rect   [4]float64 // E e ellipse: centre and radii

	Pt    point // T text
	Align string
	Width float64
	Text  string

	Size     float64 // F font
	Face     string
	FontChar int // t

	Style string // S

	Grad  string // C c fill and pen colour
	Color string
	P0    []float64
	P1    []float64
	Stops []struct {
		Frac  float64
		Color string
	}
}

// An object is a graph, cluster, node or edge with its operations, in drawing order.
type object struct {
	Box       string `json:"bb"`   // of a cluster
	Leads     *int   `json:"head"` // of an edge: the node
	Draw      []op   `json:"_draw_"`
	Label     []op   `json:"_ldraw_"`
	Head      []op   `json:"_hdraw_"`
	Tail      []op   `json:"_tdraw_"`
	HeadLabel []op   `json:"_hldraw_"`
	TailLabel []op   `json:"_tldraw_"`
}

func (o *object) lists() [6][]op {
	return [6][]op{o.Draw, o.Tail, o.Head, o.Label, o.TailLabel, o.HeadLabel}
}

// A graph is a whole picture. In Objects clusters come before the nodes, and each before the clusters within it.
type graph struct {
	object
	BB          string `json:"bb"`
	Pad         string
	Size        string // the maximum width and height, in inches
	BgColor     string
	OutputOrder string
	Objects     []object
	Edges       []object
}

// parse reads the JSON output and the size of the picture in points: the corners of the bounding box, with the margin
// around it.
func parse(data []byte) (g *graph, low, high point, err error) {
	g = new(graph)
	if err := json.Unmarshal(data, g); err != nil {
		return nil, low, high, fmt.Errorf("the draw operations cannot be read: %w", err)
	}
	box, err := numbers(g.BB, 4)
	if err != nil {
		return nil, low, high, fmt.Errorf("the bounding box %.40q cannot be read", g.BB)
	}
	pad := point{4, 4}
	if v, err := numbers(g.Pad, 1); err == nil {
		pad = point{v[0] * 72, v[0] * 72}
	} else if v, err := numbers(g.Pad, 2); err == nil {
		pad = point{v[0] * 72, v[1] * 72}
	}
	low = point{box[0] - pad.x, box[1] - pad.y}
	high = point{box[2] + pad.x, box[3] + pad.y}
	if !(high.x > low.x && high.y > low.y) {
		return nil, low, high, fmt.Errorf("the bounding box %.40q is empty", g.BB)
	}
	return g, low, high, nil
}

// numbers reads n finite numbers separated by commas.
func numbers(s string, n int) ([]float64, error) {
	words := strings.Split(s, ",")
	if len(words) != n {
		return nil, strconv.ErrSyntax
	}
	v := make([]float64, n)
	for i, w := range words {
		f, err := strconv.ParseFloat(strings.TrimSpace(w), 64)
		if err != nil || math.Abs(f) > 1e9 || math.IsNaN(f) {
			return nil, strconv.ErrSyntax
		}
		v[i] = f
	}
	return v, nil
}
