package raster

import (
	"image"
	"image/color"
	"math"
	"sort"
	"strconv"
)

// A paint is the paint of a pen or a fill: one colour or a gradient.
type paint struct {
	solid  color.RGBA // of a gradient: its mean
	linear bool
	radial bool
	p0, p1 point   // in pixels
	r      float64 // radius of a radial gradient, in pixels
	stops  []stop
}

type stop struct {
	at    float64
	color color.RGBA
}

var black = color.RGBA{A: 0xff}

func solid(c color.RGBA) paint { return paint{solid: c} }

func (p *paint) none() bool { return !p.linear && !p.radial && p.solid.A == 0 }

// source returns the paint as an image without bounds.
func (p *paint) source() image.Image {
	if p.linear || p.radial {
		return (*gradient)(p)
	}
	return image.NewUniform(p.solid)
}

// parseColor reads #rrggbb or #rrggbbaa, the only forms that Graphviz writes. Other text is black.
func parseColor(s string) color.RGBA {
	if (len(s) != 7 && len(s) != 9) || s[0] != '#' {
		return black
	}
	v, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return black
	}
	if len(s) == 7 {
		v = v<<8 | 0xff
	}
	c := color.NRGBA{R: uint8(v >> 24), G: uint8(v >> 16), B: uint8(v >> 8), A: uint8(v)}
	return color.RGBAModel.Convert(c).(color.RGBA)
}

// A gradient is a paint as an image.
type gradient paint

func (g *gradient) ColorModel() color.Model { return color.RGBAModel }
func (g *gradient) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }

func (g *gradient) At(x, y int) color.Color {
	px, py := float64(x)+0.5-g.p0.x, float64(y)+0.5-g.p0.y
	t := 0.0
	if g.radial {
		if g.r > 0 {
			t = math.Hypot(px, py) / g.r
		}
	} else {
		dx, dy := g.p1.x-g.p0.x, g.p1.y-g.p0.y
		if d := dx*dx + dy*dy; d > 0 {
			t = (px*dx + py*dy) / d
		}
	}
	i := sort.Search(len(g.stops), func(i int) bool { return g.stops[i].at >= t })
	switch {
	case i == 0:
		return g.stops[0].color
	case i == len(g.stops):
		return g.stops[i-1].color
	}
	a, b := g.stops[i-1], g.stops[i]
	return mix(a.color, b.color, (t-a.at)/(b.at-a.at))
}

func mix(a, b color.RGBA, t float64) color.RGBA {
	m := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*t)) }
	return color.RGBA{R: m(a.R, b.R), G: m(a.G, b.G), B: m(a.B, b.B), A: m(a.A, b.A)}
}
