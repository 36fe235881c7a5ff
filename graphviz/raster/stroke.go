package raster

import (
	"math"
	"slices"
)

// A shape is a set of closed polygons in pixels with the same orientation, so that overlapping polygons cover a pixel
// only once.
type shape [][]point

// placed returns the shape scaled and then moved.
func (s shape) placed(x, y, sx, sy float64) shape {
	out := make(shape, len(s))
	for i, polygon := range s {
		out[i] = make([]point, len(polygon))
		for j, p := range polygon {
			out[i][j] = point{x + p.x*sx, y + p.y*sy}
		}
	}
	return out
}

// miterLimit is how far a join may reach, in half widths of the line, before it is cut off.
const miterLimit = 4

// maxPieces bounds the dashes of one line; a line with more is drawn solid.
const maxPieces = 20000

// stroke returns the area that a pen of the given width covers along the line: a rectangle for each segment and a wedge
// on the outer side of each joint.
func stroke(line []point, closed bool, width float64) shape {
	line = distinct(line, closed)
	n := len(line)
	if n < 2 || !(width > 0) {
		return nil
	}
	segments := n - 1
	if closed && n > 2 {
		segments = n
	} else {
		closed = false
	}
	h := width / 2
	var s shape
	normal := func(i int) point { // of the segment from point i, of length h
		a, b := line[i%n], line[(i+1)%n]
		d := math.Hypot(b.x-a.x, b.y-a.y)
		return point{-(b.y - a.y) / d * h, (b.x - a.x) / d * h}
	}
	for i := range segments {
		a, b, m := line[i], line[(i+1)%n], normal(i)
		s = append(s, turned([]point{{a.x + m.x, a.y + m.y}, {b.x + m.x, b.y + m.y}, {b.x - m.x, b.y - m.y},
			{a.x - m.x, a.y - m.y}}))
	}
	joints := segments - 1
	if closed {
		joints = segments
	}
	for i := range joints {
		p, a, b := line[(i+1)%n], normal(i), normal((i+1)%n)
		cross := a.x*b.y - a.y*b.x
		if math.Abs(cross) < 1e-9*h*h {
			continue
		}
		if cross > 0 { // the outer side is opposite to the turn
			a, b = point{-a.x, -a.y}, point{-b.x, -b.y}
		}
		wedge := []point{p, {p.x + a.x, p.y + a.y}}
		// The tip is along a+b, at the distance where both edges meet.
		if sum := (point{a.x + b.x, a.y + b.y}); sum.x*sum.x+sum.y*sum.y > 4*h*h/(miterLimit*miterLimit) {
			k := 2 * h * h / (sum.x*sum.x + sum.y*sum.y)
			wedge = append(wedge, point{p.x + sum.x*k, p.y + sum.y*k})
		}
		s = append(s, turned(append(wedge, point{p.x + b.x, p.y + b.y})))
	}
	return s
}

// distinct drops points that repeat the point before.
func distinct(line []point, closed bool) []point {
	out := make([]point, 0, len(line))
	for _, p := range line {
		if n := len(out); n == 0 || math.Hypot(p.x-out[n-1].x, p.y-out[n-1].y) > 1e-6 {
			out = append(out, p)
		}
	}
	for closed && len(out) > 1 && math.Hypot(out[0].x-out[len(out)-1].x, out[0].y-out[len(out)-1].y) <= 1e-6 {
		out = out[:len(out)-1]
	}
	return out
}

// turned returns the polygon with a positive area.
func turned(p []point) []point {
	area := 0.0
	for i, a := range p {
		b := p[(i+1)%len(p)]
		area += a.x*b.y - a.y*b.x
	}
	if area < 0 {
		slices.Reverse(p)
	}
	return p
}

// dashes cuts a line into the pieces that a pattern of lengths draws: a length is drawn, the next is left out, and so
// on.
func dashes(line []point, closed bool, pattern []float64) [][]point {
	line = distinct(line, closed)
	if closed && len(line) > 0 {
		line = append(line, line[0])
	}
	total, period := 0.0, 0.0
	for i := 1; i < len(line); i++ {
		total += math.Hypot(line[i].x-line[i-1].x, line[i].y-line[i-1].y)
	}
	for _, p := range pattern {
		period += p
	}
	if !(period > 0) || !(total/period < maxPieces) {
		return [][]point{line}
	}
	var pieces [][]point
	k, left := 0, pattern[0]
	var piece []point
	if len(line) > 0 {
		piece = []point{line[0]}
	}
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		at := 0.0
		for length-at > left {
			at += left
			p := point{a.x + (b.x-a.x)*at/length, a.y + (b.y-a.y)*at/length}
			if k%2 == 0 {
				pieces = append(pieces, append(piece, p))
				piece = nil
			} else {
				piece = []point{p}
			}
			k++
			left = pattern[k%len(pattern)]
		}
		left -= length - at
		if k%2 == 0 {
			piece = append(piece, b)
		}
	}
	if k%2 == 0 && len(piece) > 1 {
		pieces = append(pieces, piece)
	}
	return pieces
}

// spline makes a polyline from a B-spline in Graphviz's form: a point, then three for each cubic piece. Left-over
// points become straight lines.
func spline(p []point) []point {
	if len(p) == 0 {
		return nil
	}
	out := []point{p[0]}
	i := 0
	for ; i+3 < len(p); i += 3 {
		a, b, c, d := p[i], p[i+1], p[i+2], p[i+3]
		length := math.Hypot(b.x-a.x, b.y-a.y) + math.Hypot(c.x-b.x, c.y-b.y) + math.Hypot(d.x-c.x, d.y-c.y)
		if length <= 1e-9 {
			continue
		}
		n := int(min(max(4, 2*math.Sqrt(length)), 200))
		for k := 1; k <= n; k++ {
			t := float64(k) / float64(n)
			u := 1 - t
			e, f, g, h := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
			out = append(out, point{e*a.x + f*b.x + g*c.x + h*d.x, e*a.y + f*b.y + g*c.y + h*d.y})
		}
	}
	return append(out, p[i+1:]...)
}

// ellipse approximates an ellipse by a polygon.
func ellipse(c point, rx, ry float64) []point {
	n := int(min(max(12, 4*math.Sqrt(math.Abs(rx)+math.Abs(ry))), 720))
	out := make([]point, n)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = point{c.x + rx*cos, c.y + ry*sin}
	}
	return out
}
