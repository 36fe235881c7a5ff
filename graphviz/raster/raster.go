package raster

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Limits of a picture. A larger one is scaled down.
const (
	MaxPixels = 64_000_000
	MaxSide   = 32767
)

// DefaultScale is the number of pixels per point of 1/72 inch: 144 dpi, at which small text is crisp.
const DefaultScale = 2.0

// PNG draws the JSON output of Graphviz. A scale of zero is DefaultScale. The notes report differences from the
// request: a smaller scale, characters that no font has. The cost is that of the covered pixels, and four bytes for
// each pixel. The picture states its resolution, so that it is as large in a document as the drawing.
func PNG(data []byte, scale float64) (picture []byte, notes []string, err error) {
	img, scale, notes, err := drawn(data, scale)
	if err != nil {
		return nil, nil, err
	}
	e := png.Encoder{}
	if len(img.Pix) > 32<<20 {
		e.CompressionLevel = png.BestSpeed
	}
	var b bytes.Buffer
	if err := e.Encode(&b, img); err != nil {
		return nil, nil, err
	}
	return withResolution(b.Bytes(), scale), notes, nil
}

// withResolution inserts a chunk with the number of pixels per metre into a PNG, which package image/png does not write.
func withResolution(data []byte, scale float64) []byte {
	const (
		header         = 8 + 25 // the signature and the first chunk
		pointsPerMetre = 72 / 0.0254
		isMetre        = 1
	)
	each := uint32(math.Round(scale * pointsPerMetre))
	chunk := []byte("pHYs")
	chunk = binary.BigEndian.AppendUint32(chunk, each)
	chunk = binary.BigEndian.AppendUint32(chunk, each)
	chunk = append(chunk, isMetre)
	size := binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4))
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(chunk))
	return slices.Concat(data[:header], size, chunk, sum, data[header:])
}

// drawn is PNG before it is encoded, with the scale of the picture.
func drawn(data []byte, scale float64) (img *image.RGBA, used float64, notes []string, err error) {
	switch {
	case scale == 0:
		scale = DefaultScale
	case !(scale > 0 && scale <= 100):
		return nil, 0, nil, fmt.Errorf("a scale of %v is not between 0 and 100", scale)
	}
	g, low, high, err := parse(data)
	if err != nil {
		return nil, 0, nil, err
	}
	width, height := high.x-low.x, high.y-low.y
	if v, err := numbers(g.Size, 2); err == nil && v[0] > 0 && v[1] > 0 { // Graphviz leaves this to the drawing
		scale *= min(1, v[0]*72/width, v[1]*72/height)
	}
	fits := min(scale, MaxSide/width, MaxSide/height, math.Sqrt(MaxPixels/width/height))
	if fits < scale {
		notes = append(notes,
			fmt.Sprintf("the picture is drawn at scale %.3g and not %.3g: it would have %.0fx%.0f pixels", fits, scale,
				width*scale, height*scale))
	}
	pixels := func(v float64) int { return max(1, int(math.Floor(v*fits+0.5))) }
	d := &drawing{
		canvas: newCanvas(min(pixels(width), MaxSide), min(pixels(height), MaxSide)),
		origin: point{low.x, high.y},
		scale:  fits,
		faces:  make(map[int]*face),
		boxes:  make(map[rune]*glyph),
	}
	if err := d.graph(g); err != nil {
		return nil, 0, nil, err
	}
	if s := d.missing(); s != "" {
		notes = append(notes, s)
	}
	return d.canvas.img, fits, notes, nil
}

// A drawing is the state while drawing a picture. The embedded state is set by operations; each list of operations
// begins with a new one.
type drawing struct {
	canvas *canvas
	origin point // the upper left corner, in points
	scale  float64
	faces  map[int]*face
	boxes  map[rune]*glyph
	ground paint // the background
	rim    paint // around text
	state
}

type state struct {
	pen, brush paint
	width      float64   // of the pen, in points
	pattern    []float64 // lengths of dashes, in points; nil: solid
	hidden     bool
	size       float64 // of the font, in points
	face       string
	flags      int
}

func (d *drawing) pixel(p point) point {
	return point{(p.x - d.origin.x) * d.scale, (d.origin.y - p.y) * d.scale}
}

func (d *drawing) pixels(ps []point) []point {
	out := make([]point, len(ps))
	for i, p := range ps {
		out[i] = d.pixel(p)
	}
	return out
}

// graph draws all parts, the lower ones first. The titles of frames and the labels of edges come last, with a rim in the
// colour of the background, so that no line strikes them.
func (d *drawing) graph(g *graph) error {
	if g.BgColor == "transparent" {
		// For a transparent background Graphviz still writes a white rectangle.
		g.Draw = nil
	}
	d.background(g)
	first, second := g.Objects, g.Edges
	if g.OutputOrder == "edgesfirst" {
		// Clusters stay below edges: they are drawn first, as objects.
		first, second = g.Edges, g.Objects
	}
	var labels [][]op
	for _, list := range [][]object{{g.object}, first, second} {
		for i := range list {
			o := &list[i]
			if o.Box != "" || o.Leads != nil {
				labels = append(labels, o.Label, o.TailLabel, o.HeadLabel)
				o.Label, o.TailLabel, o.HeadLabel = nil, nil, nil
			}
			for _, ops := range o.lists() {
				if err := d.run(ops); err != nil {
					return err
				}
			}
		}
	}
	d.rim = d.ground
	for _, ops := range labels {
		if err := d.run(ops); err != nil {
			return err
		}
	}
	return nil
}

// background fills the whole picture with the fill of the bounding box, so that the margin has the same colour. Without
// such a fill the picture is transparent.
func (d *drawing) background(g *graph) {
	d.reset()
	for i := range g.Draw {
		o := &g.Draw[i]
		switch o.Op {
		case "C":
			d.brush = d.paint(o)
		case "P":
			r := d.canvas.img.Rect
			w, h := float64(r.Dx()), float64(r.Dy())
			d.canvas.fill(shape{{{0, 0}, {w, 0}, {w, h}, {0, h}}}, &d.brush)
			d.ground = d.brush
			return
		}
	}
}

func (d *drawing) reset() {
	d.state = state{pen: solid(black), brush: solid(black), width: 1, size: 14, face: "Times"}
}

// run draws one list of operations.
func (d *drawing) run(ops []op) error {
	d.reset()
	for i := range ops {
		o := &ops[i]
		if d.hidden && strings.Contains("PpEeBbLT", o.Op) {
			continue
		}
		switch o.Op {
		case "c":
			d.pen = d.paint(o)
		case "C":
			d.brush = d.paint(o)
		case "S":
			d.style(o.Style)
		case "F":
			d.size, d.face = o.Size, o.Face
		case "t":
			d.flags = o.FontChar
		case "P", "p":
			d.closed(crisp(d.pixels(o.Points), true, d.width*d.scale), o.Op == "P")
		case "E", "e":
			c := d.pixel(point{o.Rect[0], o.Rect[1]})
			d.closed(ellipse(c, o.Rect[2]*d.scale, o.Rect[3]*d.scale), o.Op == "E")
		case "B", "b":
			line := spline(d.pixels(o.Points))
			if o.Op == "B" {
				d.canvas.fill(shape{line}, &d.brush)
			}
			d.line(line, isClosed(line))
		case "L":
			d.line(crisp(d.pixels(o.Points), false, d.width*d.scale), false)
		case "T":
			if err := d.text(o); err != nil {
				return err
			}
		}
	}
	return nil
}

// isClosed reports whether a line ends at its start, as the rounded outlines of boxes do.
func isClosed(line []point) bool {
	n := len(line)
	return n > 3 && math.Hypot(line[0].x-line[n-1].x, line[0].y-line[n-1].y) < 1e-6
}

func (d *drawing) closed(line []point, filled bool) {
	if filled {
		d.canvas.fill(shape{line}, &d.brush)
	}
	d.line(line, true)
}

// line draws along a line with the pen. A line is at least a pixel wide; thinner ones would vanish.
func (d *drawing) line(line []point, closed bool) {
	width := d.width * d.scale
	if d.pen.none() || !(width > 0) {
		return
	}
	width = max(width, 1)
	if d.pattern == nil {
		d.canvas.fill(stroke(line, closed, width), &d.pen)
		return
	}
	pattern := make([]float64, len(d.pattern))
	for i, p := range d.pattern {
		pattern[i] = p * d.scale
	}
	var s shape
	for _, piece := range dashes(line, closed, pattern) {
		s = append(s, stroke(piece, false, width)...)
	}
	d.canvas.fill(s, &d.pen)
}

// style executes operation S. Graphviz sometimes writes dashed and dotted with arguments; these are ignored.
func (d *drawing) style(s string) {
	name, argument, _ := strings.Cut(s, "(")
	switch name {
	case "solid":
		d.pattern = nil
	case "dashed":
		d.pattern = []float64{5, 2}
	case "dotted":
		d.pattern = []float64{1, 3}
	case "bold":
		d.width = 2
	case "invis":
		d.hidden = true
	case "setlinewidth":
		if w, err := strconv.ParseFloat(strings.TrimSuffix(argument, ")"), 64); err == nil && w >= 0 && w < 1e6 {
			d.width = w
		}
	}
}

// paint reads a colour or a gradient, whose points are in the coordinates of the shape.
func (d *drawing) paint(o *op) paint {
	if o.Grad != "linear" && o.Grad != "radial" {
		return solid(parseColor(o.Color))
	}
	var p paint
	for _, s := range o.Stops {
		at := s.Frac
		if n := len(p.stops); n > 0 && !(at > p.stops[n-1].at) {
			at = math.Nextafter(p.stops[n-1].at, 2)
		}
		p.stops = append(p.stops, stop{at, parseColor(s.Color)})
	}
	if len(p.stops) == 0 {
		return solid(color.RGBA{})
	}
	p.solid = mix(p.stops[0].color, p.stops[len(p.stops)-1].color, 0.5)
	switch {
	case o.Grad == "linear" && len(o.P0) >= 2 && len(o.P1) >= 2:
		p.linear = true
		p.p0, p.p1 = d.pixel(point{o.P0[0], o.P0[1]}), d.pixel(point{o.P1[0], o.P1[1]})
	case o.Grad == "radial" && len(o.P1) >= 3:
		p.radial = true
		p.p0, p.r = d.pixel(point{o.P1[0], o.P1[1]}), o.P1[2]*d.scale
	}
	return p
}
