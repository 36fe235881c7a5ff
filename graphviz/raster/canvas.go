package raster

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// A canvas covers pixels.
type canvas struct {
	img *image.RGBA
	ras *vector.Rasterizer
}

// band is the number of rows that are covered at a time. In each band only the columns that the shape reaches there are
// touched, so that a long edge costs its length and not its bounding rectangle.
const band = 32

func newCanvas(width, height int) *canvas {
	return &canvas{img: image.NewRGBA(image.Rect(0, 0, width, height)), ras: vector.NewRasterizer(0, 0)}
}

// fill covers the shape with paint. Edges are smoothed by coverage.
func (c *canvas) fill(s shape, p *paint) {
	if p.none() {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	heights := make([][2]float64, len(s)) // by polygon: its lowest and highest coordinate
	for i, polygon := range s {
		h := [2]float64{math.Inf(1), math.Inf(-1)}
		for _, q := range polygon {
			if !(math.Abs(q.x) < 1e7 && math.Abs(q.y) < 1e7) {
				return // outside of any picture
			}
			h[0], h[1] = min(h[0], q.y), max(h[1], q.y)
		}
		heights[i] = h
		low, high = min(low, h[0]), max(high, h[1])
	}
	if low > high {
		return
	}
	src := p.source()
	if r, ok := exact(s); ok {
		draw.Draw(c.img, r, src, r.Min, draw.Over)
		return
	}
	bottom := min(int(math.Ceil(high)), c.img.Rect.Max.Y)
	for y := max(int(math.Floor(low)), 0); y < bottom; y += band {
		from, to := float64(y), float64(min(y+band, bottom))
		left, right := math.Inf(1), math.Inf(-1)
		for i, polygon := range s {
			if heights[i][1] > from && heights[i][0] < to {
				l, r := reach(polygon, from, to)
				left, right = min(left, l), max(right, r)
			}
		}
		if left > right {
			continue
		}
		r := image.Rect(int(math.Floor(left)), y, int(math.Ceil(right)), int(to)).Intersect(c.img.Rect)
		if r.Empty() {
			continue
		}
		c.ras.Reset(r.Dx(), r.Dy())
		for i, polygon := range s {
			if heights[i][1] <= from || heights[i][0] >= to {
				continue
			}
			for j, a := range polygon {
				c.edge(r, a, polygon[(j+1)%len(polygon)])
			}
		}
		c.ras.Draw(c.img, r, src, r.Min)
	}
}

// exact returns the rectangle of whole pixels that a shape is, if it is one: backgrounds and boxes are, and need no
// smoothing.
func exact(s shape) (image.Rectangle, bool) {
	if len(s) != 1 || len(s[0]) != 4 {
		return image.Rectangle{}, false
	}
	a, b, c, d := s[0][0], s[0][1], s[0][2], s[0][3]
	if (a.x != b.x || b.y != c.y || c.x != d.x || d.y != a.y) && (a.y != b.y || b.x != c.x || c.y != d.y || d.x != a.x) {
		return image.Rectangle{}, false
	}
	r := image.Rect(int(a.x), int(a.y), int(c.x), int(c.y))
	whole := float64(int(a.x)) == a.x && float64(int(a.y)) == a.y && float64(int(c.x)) == c.x && float64(int(c.y)) == c.y
	return r, whole
}

// reach returns how far left and right the outline of a polygon extends between two heights. The pixels that the
// polygon covers there lie between these bounds.
func reach(polygon []point, from, to float64) (left, right float64) {
	left, right = math.Inf(1), math.Inf(-1)
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		if a.y > b.y {
			a, b = b, a
		}
		if b.y < from || a.y > to {
			continue
		}
		x1, x2 := a.x, b.x
		if a.y < from {
			x1 = a.x + (b.x-a.x)*(from-a.y)/(b.y-a.y)
		}
		if b.y > to {
			x2 = a.x + (b.x-a.x)*(to-a.y)/(b.y-a.y)
		}
		left, right = min(left, x1, x2), max(right, x1, x2)
	}
	return left, right
}

// edge adds an edge to the rasterizer of a rectangle. The part above or below the rectangle covers nothing; the part
// left or right of it is moved onto the side. So all coordinates stay in the range in which the rasterizer is exact.
func (c *canvas) edge(r image.Rectangle, a, b point) {
	w, h := float64(r.Dx()), float64(r.Dy())
	a = point{a.x - float64(r.Min.X), a.y - float64(r.Min.Y)}
	b = point{b.x - float64(r.Min.X), b.y - float64(r.Min.Y)}
	if a.y == b.y || max(a.y, b.y) <= 0 || min(a.y, b.y) >= h {
		return
	}
	atY := func(y float64) point { return point{a.x + (b.x-a.x)*(y-a.y)/(b.y-a.y), y} }
	clip := func(e point) point {
		switch {
		case e.y < 0:
			return atY(0)
		case e.y > h:
			return atY(h)
		}
		return e
	}
	p, q := clip(a), clip(b)
	// Cut at both sides, in the order in which the edge crosses them.
	cuts := [4]point{p, q, q, q}
	n := 1
	sides := [2]float64{0, w}
	if p.x > q.x {
		sides = [2]float64{w, 0}
	}
	for _, x := range sides {
		if (p.x < x) != (q.x < x) && p.x != q.x {
			cuts[n] = point{x, p.y + (q.y-p.y)*(x-p.x)/(q.x-p.x)}
			n++
		}
	}
	cuts[n] = q
	for i := range n {
		from, to := cuts[i], cuts[i+1]
		from.x, to.x = min(max(from.x, 0), w), min(max(to.x, 0), w)
		// In small rectangles the rasterizer rounds slopes to 1/512, which adds up over the rows of a steep edge; so it
		// gets a few rows at a time.
		const rows = 8
		pieces := math.Ceil(math.Abs(to.y-from.y) / rows)
		c.ras.MoveTo(float32(from.x), float32(from.y))
		for k := 1.0; k < pieces; k++ {
			t := k / pieces
			c.ras.LineTo(float32(from.x+(to.x-from.x)*t), float32(from.y+(to.y-from.y)*t))
		}
		c.ras.LineTo(float32(to.x), float32(to.y))
	}
}
