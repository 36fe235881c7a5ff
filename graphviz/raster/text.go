package raster

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// text draws a run of text at its base line.
//
// Graphviz has planned a width for it. A wider run is narrowed to that width, so that it stays in its box; a narrower
// run is not changed.
func (d *drawing) text(o *op) error {
	if o.Text == "" || !(d.size > 0) || d.size > 1e4 || d.pen.none() {
		return nil
	}
	style := family(d.face) | d.flags&^mono
	f, err := d.faceOf(style)
	if err != nil {
		return err
	}
	at, em := d.pixel(o.Pt), d.size*d.scale
	switch {
	case style&superscript != 0:
		at.y -= 0.35 * em
		em *= 0.7
	case style&subscript != 0:
		at.y += 0.15 * em
		em *= 0.7
	}
	natural := 0.0
	for _, r := range o.Text {
		natural += d.glyph(f, r).advance
	}
	natural *= em
	narrow := 1.0
	if planned := o.Width * d.scale; planned > 0 && natural > planned*1.001 {
		narrow = planned / natural
	}
	width := natural * narrow
	x := at.x
	switch o.Align {
	case "c":
		x -= width / 2
	case "r":
		x -= width
	}
	start := x
	draw := func(p *paint, rim float64) {
		x = start
		for _, r := range o.Text {
			g := d.glyph(f, r)
			if x <= float64(d.canvas.img.Rect.Max.X) && x+2*em*narrow >= 0 {
				outline := g.outline.placed(x, at.y, em*narrow, em)
				d.canvas.fill(outline, p)
				for _, polygon := range outline {
					d.canvas.fill(stroke(polygon, true, rim), p)
				}
			}
			x += g.advance * em * narrow
		}
	}
	if !d.rim.none() {
		draw(&d.rim, em/3)
	}
	draw(&d.pen, 0)
	thick := em / 16
	for _, l := range []struct {
		flag int
		at   float64
	}{{underline, 0.12}, {strike, -0.25}, {overline, -0.78}} {
		if style&l.flag != 0 {
			y := at.y + l.at*em
			d.canvas.fill(shape{{{start, y}, {start + width, y}, {start + width, y + thick}, {start, y + thick}}}, &d.pen)
		}
	}
	return nil
}

// glyph returns a character's outline, or that of its substitute.
func (d *drawing) glyph(f *face, r rune) *glyph {
	if g := f.glyph(r); g != nil {
		return g
	}
	return d.box(r)
}

// faceOf returns the face for a style.
func (d *drawing) faceOf(style int) (*face, error) {
	style &= bold | italic | mono
	if f, ok := d.faces[style]; ok {
		return f, nil
	}
	font, err := fonts[style]()
	if err != nil {
		return nil, fmt.Errorf("an embedded font cannot be read: %w", err)
	}
	f := &face{font: font, glyphs: make(map[rune]*glyph)}
	d.faces[style] = f
	return f, nil
}

// box returns the substitute for a character that no font has: a frame around the hexadecimal digits of its code point,
// in two rows.
func (d *drawing) box(r rune) *glyph {
	if g, ok := d.boxes[r]; ok {
		return g
	}
	digits := fmt.Sprintf("%04X", r)
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	columns := len(digits) / 2
	// The width is a cell of the monospaced font, or two if the character is wide or has more digits than fit.
	g := &glyph{advance: 0.6}
	if r >= 0x1100 {
		g.advance = 1.2
	}
	const top, bottom, margin, line = -0.8, 0.18, 0.04, 0.035
	left, right := margin, g.advance-margin
	g.outline = stroke([]point{{left, top}, {right, top}, {right, bottom}, {left, bottom}}, true, line)
	// The polygons of the frame have one orientation; the digits keep that of the font and do not overlap the frame.
	f, err := d.faceOf(mono | bold)
	if err == nil {
		high := (bottom - top) / 2
		wide := (right - left - 2*line) / float64(columns)
		for i, c := range digits {
			digit := f.glyph(c)
			if digit == nil {
				continue
			}
			// A digit of the font is about 0.6 wide and 0.72 high.
			sx, sy := wide/0.6*0.95, (high-3*line)/0.72
			x := left + line + wide*float64(i%columns)
			y := top + high*float64(i/columns+1) - 1.5*line
			g.outline = append(g.outline, digit.outline.placed(x, y, sx, sy)...)
		}
	}
	d.boxes[r] = g
	return g
}

// missing lists the characters that were drawn as boxes.
func (d *drawing) missing() string {
	if len(d.boxes) == 0 {
		return ""
	}
	var all []rune
	for r := range d.boxes {
		all = append(all, r)
	}
	slices.Sort(all)
	var names []string
	for _, r := range all[:min(len(all), 5)] {
		names = append(names, fmt.Sprintf("U+%04X", r))
	}
	more := ""
	if n := len(all) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return "the font lacks " + strings.Join(names, ", ") + more + ": drawn as boxes with the code point"
}

// crisp moves a line parallel to the axes onto the pixel grid, so that its edges are sharp: a coordinate becomes the
// middle of a pixel or the border between two, depending on the width of the pen. Other lines stay where they are.
func crisp(line []point, closed bool, width float64) []point {
	for i := range line {
		if i == 0 && !closed {
			continue
		}
		a, b := line[(i+len(line)-1)%len(line)], line[i]
		if math.Abs(a.x-b.x) > 0.02 && math.Abs(a.y-b.y) > 0.02 {
			return line
		}
	}
	odd := int(math.Round(max(width, 1)))%2 == 1
	grid := func(v float64) float64 {
		if odd {
			return math.Floor(v) + 0.5
		}
		return math.Round(v)
	}
	out := make([]point, len(line))
	for i, p := range line {
		out[i] = point{grid(p.x), grid(p.y)}
	}
	return out
}
