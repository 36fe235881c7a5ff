package raster

import (
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/gomonobolditalic"
	"golang.org/x/image/font/gofont/gomonoitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The flags of op t, and the style of a font.
const (
	bold = 1 << iota
	italic
	underline
	superscript
	subscript
	strike
	overline
)

// mono is a style bit besides the flags.
const mono = 1 << 7

// fonts are the embedded fonts by style, each parsed at its first use.
var fonts = map[int]func() (*sfnt.Font, error){
	0: read(goregular.TTF), bold: read(gobold.TTF), italic: read(goitalic.TTF), bold | italic: read(gobolditalic.TTF),
	mono: read(gomono.TTF), mono | bold: read(gomonobold.TTF),
	mono | italic: read(gomonoitalic.TTF), mono | bold | italic: read(gomonobolditalic.TTF),
}

func read(ttf []byte) func() (*sfnt.Font, error) {
	return sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(ttf) })
}

// A face is a font with its cached outlines. It is not safe for concurrent use; each picture has its own faces, over
// shared fonts.
type face struct {
	font   *sfnt.Font
	buf    sfnt.Buffer
	glyphs map[rune]*glyph
}

// A glyph is an outline at font size 1, with y downwards from the base line. A character that the font lacks has a nil
// glyph.
type glyph struct {
	advance float64
	outline shape
}

// family returns the style of a font from its name in Graphviz: a family name or a PostScript name.
func family(name string) (style int) {
	name = strings.ToLower(name)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(name, w) {
				return true
			}
		}
		return false
	}
	if has("bold", "black", "heavy") {
		style |= bold
	}
	if has("italic", "oblique") {
		style |= italic
	}
	if has("courier", "mono", "consol", "menlo", "fixed", "typewriter", "code") {
		style |= mono
	}
	return style
}

// glyph returns a character's outline, or nil if the font has none.
func (f *face) glyph(r rune) *glyph {
	if g, ok := f.glyphs[r]; ok {
		return g
	}
	g := f.load(r)
	f.glyphs[r] = g
	return g
}

// rounding returns an outline for the brackets ⌊ ⌋ ⌈ ⌉, which the fonts lack: a stroke with a foot or a head, as wide
// as `[`. It returns nil for other characters.
func (f *face) rounding(r rune) *glyph {
	const top, bottom, thick = -0.78, 0.17, 0.07
	at := strings.IndexRune("⌊⌋⌈⌉", r) / len("⌊")
	square := f.glyph('[')
	if r < '⌈' || r > '⌋' || square == nil {
		return nil
	}
	x, inwards := 0.35*square.advance, 1.0 // of the outer side of the stroke, and to its inner side
	if at%2 == 1 {
		x, inwards = 0.65*square.advance, -1
	}
	y, other := bottom, top // of the foot or the head, and of the other end
	if at >= 2 {
		y, other = top, bottom
	}
	inner, tip, edge := x+inwards*thick, x+inwards*0.45*square.advance, y+math.Copysign(thick, other-y)
	return &glyph{square.advance, shape{{{x, other}, {x, y}, {tip, y}, {tip, edge}, {inner, edge}, {inner, other}}}}
}

func (f *face) load(r rune) *glyph {
	index, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil || index == 0 {
		return f.rounding(r)
	}
	// Load in font units, so that nothing is rounded.
	unit := f.font.UnitsPerEm()
	ppem := fixed.I(int(unit))
	segments, err := f.font.LoadGlyph(&f.buf, index, ppem, nil)
	if err != nil {
		return nil
	}
	em := float64(ppem)
	at := func(p fixed.Point26_6) point { return point{float64(p.X) / em, float64(p.Y) / em} }
	g := new(glyph)
	var line []point
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(line) > 2 {
				g.outline = append(g.outline, line)
			}
			line = []point{at(s.Args[0])}
		case sfnt.SegmentOpLineTo:
			line = append(line, at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			a, b, c := line[len(line)-1], at(s.Args[0]), at(s.Args[1])
			const n = 6
			for k := 1; k <= n; k++ {
				t := float64(k) / n
				u := 1 - t
				line = append(line, point{u*u*a.x + 2*u*t*b.x + t*t*c.x, u*u*a.y + 2*u*t*b.y + t*t*c.y})
			}
		case sfnt.SegmentOpCubeTo:
			line = append(line, spline([]point{line[len(line)-1], at(s.Args[0]), at(s.Args[1]), at(s.Args[2])})[1:]...)
		}
	}
	if len(line) > 2 {
		g.outline = append(g.outline, line)
	}
	advance, err := f.font.GlyphAdvance(&f.buf, index, ppem, font.HintingNone)
	if err != nil {
		return nil
	}
	g.advance = float64(advance) / em
	return g
}
