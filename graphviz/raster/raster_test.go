package raster

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pictureOf wraps the operations of a node into a graph of 100 by 100 points without a margin.
func pictureOf(ops string) []byte {
	return []byte(`{"bb": "0,0,100,100", "pad": "0", "_draw_": [{"op": "c", "color": "#fffffe00"}, {"op": "C", "grad": "none", "color": "#ffffff"},
		{"op": "P", "points": [[0,0],[0,100],[100,100],[100,0]]}], "objects": [{"_draw_": [` + ops + `]}]}`)
}

func drawOps(t *testing.T, ops string, scale float64) (*image.RGBA, []string) {
	t.Helper()
	img, _, notes, err := drawn(pictureOf(ops), scale)
	if err != nil {
		t.Fatal(err)
	}
	return img, notes
}

var (
	white = color.RGBA{255, 255, 255, 255}
	red   = color.RGBA{255, 0, 0, 255}
	blue  = color.RGBA{0, 0, 255, 255}
)

func want(t *testing.T, img *image.RGBA, x, y int, c color.RGBA) {
	t.Helper()
	if got := img.RGBAAt(x, y); got != c {
		t.Errorf("at %d,%d is %v, want %v", x, y, got, c)
	}
}

// The border of a box is sharp: full colour on its pixels, nothing beside them.
func TestBox(t *testing.T) {
	img, _ := drawOps(t,
		`{"op":"c","color":"#ff0000"},{"op":"C","color":"#0000ff"},{"op":"P","points":[[20.3,30],[20.3,80],[70,80],[70,30]]}`, 2)
	if img.Rect != image.Rect(0, 0, 200, 200) {
		t.Fatal(img.Rect)
	}
	// The left side is around pixel 41, the upper side around 40.
	for _, y := range []int{45, 100, 135} {
		want(t, img, 39, y, white)
		want(t, img, 40, y, red)
		want(t, img, 41, y, red)
		want(t, img, 42, y, blue)
		want(t, img, 138, y, blue)
		want(t, img, 139, y, red)
		want(t, img, 140, y, red)
		want(t, img, 141, y, white)
	}
	for _, p := range [][2]int{{40, 39}, {40, 40}, {139, 139}, {140, 140}, {40, 140}, {140, 39}} {
		want(t, img, p[0], p[1], red) // corners are filled
	}
	want(t, img, 38, 38, white)
}

func TestPens(t *testing.T) {
	// A wide, half transparent pen over a horizontal line.
	img, _ := drawOps(t,
		`{"op":"S","style":"setlinewidth(4)"},{"op":"c","color":"#ff000080"},{"op":"L","points":[[10,50],[90,50]]}`, 1)
	want(t, img, 50, 47, white)
	want(t, img, 50, 52, white)
	if got := img.RGBAAt(50, 50); got.R != 255 || got.G < 120 || got.G > 135 {
		t.Errorf("half transparent red is %v", got)
	}
	// A transparent or invisible pen draws nothing.
	img, _ = drawOps(t,
		`{"op":"c","color":"#fffffe00"},{"op":"L","points":[[10,50],[90,50]]},{"op":"S","style":"invis"},{"op":"c","color":"#ff0000"},{"op":"L","points":[[10,50],[90,50]]}`, 1)
	want(t, img, 50, 50, white)
	// Dashes: as many red runs as the pattern requires, of 5 points in 7.
	runs := func(style string) (n, length int) {
		img, _ := drawOps(t,
			`{"op":"S","style":"`+style+`"},{"op":"c","color":"#ff0000"},{"op":"L","points":[[10,50],[80,50]]}`, 2)
		in := false
		for x := range 200 {
			on := img.RGBAAt(x, 100).G < 128
			if on {
				length++
			}
			if on && !in {
				n++
			}
			in = on
		}
		return n, length
	}
	if n, l := runs("dashed"); n != 10 || l != 100 {
		t.Errorf("%d dashes, %d pixels", n, l)
	}
	if n, _ := runs("dotted"); n < 15 {
		t.Errorf("%d dots", n)
	}
	if n, l := runs("solid"); n != 1 || l != 140 {
		t.Errorf("solid: %d, %d pixels", n, l)
	}
}

func TestShapes(t *testing.T) {
	img, _ := drawOps(t, `{"op":"c","color":"#ff0000"},{"op":"C","color":"#0000ff"},{"op":"E","rect":[50,50,30,20]}`, 2)
	want(t, img, 100, 100, blue)
	want(t, img, 100, 60, red) // the upper end of the outline
	want(t, img, 40, 100, red)
	want(t, img, 45, 65, white) // within the bounding box, outside the ellipse
	img, _ = drawOps(t, `{"op":"c","color":"#ff0000"},{"op":"b","points":[[10,10],[10,60],[60,90],[90,90]]}`, 2)
	// The middle of the curve, by its formula.
	mx, my := (10+3*10+3*60+90)/8.0*2, (10+3*60+3*90+90)/8.0*2
	if c := img.RGBAAt(int(mx), 200-int(my)); c.G > 100 {
		t.Errorf("the curve does not pass its middle: %v", c)
	}
}

func TestGradients(t *testing.T) {
	img, _ := drawOps(t, `{"op":"C","grad":"linear","p0":[0,50],"p1":[100,50],"stops":[{"frac":0,"color":"#ff0000"},{"frac":1,"color":"#0000ff"}]},
		{"op":"c","color":"#00000000"},{"op":"P","points":[[0,0],[0,100],[100,100],[100,0]]}`, 1)
	if l, m, r := img.RGBAAt(1, 50), img.RGBAAt(50, 50), img.RGBAAt(98, 50); l.R < 250 || r.B < 250 ||
		m.R < 120 || m.R > 135 {
		t.Errorf("%v %v %v", l, m, r)
	}
	img, _ = drawOps(t, `{"op":"C","grad":"radial","p0":[50,50,0],"p1":[50,50,50],"stops":[{"frac":0,"color":"#ff0000"},{"frac":1,"color":"#0000ff"}]},
		{"op":"c","color":"#00000000"},{"op":"P","points":[[0,0],[0,100],[100,100],[100,0]]}`, 1)
	if m, c := img.RGBAAt(50, 50), img.RGBAAt(1, 1); m.R < 245 || c != blue {
		t.Errorf("%v %v", m, c)
	}
}

// ink returns the box around all pixels that are not white.
func ink(img *image.RGBA) image.Rectangle {
	var r image.Rectangle
	for y := range img.Rect.Max.Y {
		for x := range img.Rect.Max.X {
			if img.RGBAAt(x, y) != white {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func TestText(t *testing.T) {
	text := func(align, width, text string) string {
		return `{"op":"F","size":10,"face":"Courier"},{"op":"T","pt":[50,50],"align":"` + align + `","width":` + width +
			`,"text":"` + text + `"}`
	}
	for _, c := range []struct {
		align    string
		from, to int
	}{{"l", 100, 172}, {"c", 64, 136}, {"r", 28, 100}} {
		img, notes := drawOps(t, text(c.align, "36", "Hagx[]"), 2)
		r := ink(img)
		if r.Min.X < c.from || r.Min.X > c.from+6 || r.Max.X > c.to || r.Max.X < c.to-6 || notes != nil {
			t.Errorf("align %s: %v %v", c.align, r, notes)
		}
		if r.Min.Y < 80 || r.Max.Y < 101 || r.Max.Y > 108 {
			t.Errorf("the base line is not at 100: %v", r)
		}
	}
	// A run wider than planned is narrowed.
	img, _ := drawOps(t, text("l", "18", "Hagx[]"), 2)
	if r := ink(img); r.Max.X > 136 || r.Max.X < 130 {
		t.Errorf("narrowed: %v", r)
	}
	// Other characters of the font are drawn; a character that it lacks is a box with a note.
	if _, notes := drawOps(t, text("l", "60", `αé→≤“ж─⌊⌋⌈⌉`), 2); notes != nil {
		t.Errorf("%q", notes)
	}
	img, notes := drawOps(t, text("l", "18", `漢`), 2)
	if r := ink(img); len(notes) != 1 || !strings.Contains(notes[0], "U+6F22") || r.Dx() < 20 || r.Dy() < 16 {
		t.Errorf("%v %q", ink(img), notes)
	}
	// An underline.
	img, _ = drawOps(t, `{"op":"t","fontchar":4},`+text("l", "36", "......"), 2)
	if r := ink(img); r.Dx() < 72 || r.Dx() > 74 {
		t.Errorf("underlined: %v", r)
	}
	// Styles have different fonts.
	seen := make(map[string]string)
	for _, face := range []string{"Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique",
		"Times-Roman", "Helvetica-Bold"} {
		img, _ := drawOps(t,
			`{"op":"F","size":10,"face":"`+face+`"},{"op":"T","pt":[50,50],"align":"c","width":60,"text":"Hagx"}`, 2)
		if was, ok := seen[string(img.Pix)]; ok {
			t.Errorf("%s looks like %s", face, was)
		}
		seen[string(img.Pix)] = face
	}
}

func TestScale(t *testing.T) {
	img, _, notes, err := drawn([]byte(`{"bb": "0,0,100000,3", "pad": "0"}`), 2)
	if err != nil || img.Rect.Dx() != MaxSide || len(notes) != 1 ||
		!strings.Contains(notes[0], "at scale 0.328 and not 2") {
		t.Errorf("%v %q %v", img.Rect, notes, err)
	}
	for _, scale := range []float64{-1, 1000, math.NaN(), math.Inf(1)} {
		if _, _, _, err := drawn(pictureOf(""), scale); err == nil {
			t.Errorf("a scale of %v", scale)
		}
	}
	data, notes, err := PNG(pictureOf(""), 0)
	if err != nil || notes != nil {
		t.Fatal(notes, err)
	}
	if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width != 200 || c.Height != 200 {
		t.Errorf("%v %v", c, err)
	}
}

func TestBackground(t *testing.T) {
	img, _, _, err := drawn([]byte(`{"bb": "0,0,10,10", "_draw_": [{"op":"c","color":"#fffffe00"},{"op":"C","color":"#0000ff"},{"op":"P","points":[[0,0],[0,10],[10,10],[10,0]]}]}`), 1)
	if err != nil {
		t.Fatal(err)
	}
	want(t, img, 0, 0, blue) // the margin too
	want(t, img, 17, 17, blue)
	img, _, _, err = drawn([]byte(`{"bb": "0,0,10,10", "bgcolor": "transparent", "_draw_": [{"op":"C","color":"#ffffff"},{"op":"P","points":[[0,0],[0,10],[10,10],[10,0]]}]}`), 1)
	if err != nil {
		t.Fatal(err)
	}
	want(t, img, 9, 9, color.RGBA{})
}

func TestErrors(t *testing.T) {
	for _, s := range []string{"", "{}", "[]", `{"bb": "0,0,0"}`, `{"bb": "9,9,0,0"}`, `{"bb": "0,0,nan,inf"}`,
		`{"bb": "0,0,1e300,1"}`, `{"bb":"0,0,9,9","objects":7}`} {
		if _, _, err := PNG([]byte(s), 1); err == nil {
			t.Errorf("%q is drawn", s)
		}
	}
}

// A line covers its length times its width, wherever it is and however bands and borders cut it.
func TestStrokeArea(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(20, 380)
		a, b := point{at.Draw(t, "ax"), at.Draw(t, "ay")}, point{at.Draw(t, "bx"), at.Draw(t, "by")}
		width := rapid.Float64Range(1, 20).Draw(t, "width")
		c := newCanvas(400, 400)
		p := solid(black)
		c.fill(stroke([]point{a, b}, false, width), &p)
		sum := 0.0
		for i := 3; i < len(c.img.Pix); i += 4 {
			sum += float64(c.img.Pix[i]) / 255
		}
		if area := math.Hypot(b.x-a.x, b.y-a.y) * width; math.Abs(sum-area) > 2+area/50 {
			t.Errorf("%v covers %v, want %v", []point{a, b}, sum, area)
		}
	})
}

// The part of a shape outside of the picture is cut and changes nothing within it.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.Float64Range(-300, 500)
		polygon := make([]point, 3)
		for i := range polygon {
			polygon[i] = point{at.Draw(t, "x"), at.Draw(t, "y")}
		}
		p := solid(black)
		small, large := newCanvas(200, 200), newCanvas(800, 800)
		small.fill(shape{polygon}, &p)
		for i := range polygon {
			polygon[i].x += 300
			polygon[i].y += 300
		}
		large.fill(shape{polygon}, &p)
		for y := range 200 {
			for x := range 200 {
				a, b := small.img.RGBAAt(x, y).A, large.img.RGBAAt(x+300, y+300).A
				if math.Abs(float64(a)-float64(b)) > 12 { // the rasterizer has two implementations, which round differently
					t.Fatalf("%v at %d,%d: %d and %d", polygon, x, y, a, b)
				}
			}
		}
	})
}

func FuzzImage(f *testing.F) {
	f.Add(pictureOf(`{"op":"T","pt":[50,50],"align":"c","width":3,"text":"ab\u0000"},{"op":"B","points":[[1,1],[2,2],[3,3],[4,4],[5,5]]}`))
	f.Add(pictureOf(`{"op":"S","style":"setlinewidth(1e5)"},{"op":"S","style":"dashed"},{"op":"p","points":[[1e300,1],[-1e300,2]]}`))
	f.Add(pictureOf(`{"op":"C","grad":"radial","p0":[],"p1":[1,2,0],"stops":[{"frac":2},{"frac":-1,"color":"#123456"}]},{"op":"E","rect":[50,50,1e9,-3]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		g, low, high, err := parse(data)
		if err != nil || (high.x-low.x)*(high.y-low.y) > 1e5 || len(g.Objects) > 100 {
			return
		}
		a, _, _, err := drawn(data, 1)
		if err != nil {
			return
		}
		if b, _, _, err := drawn(data, 1); err != nil || !bytes.Equal(a.Pix, b.Pix) {
			t.Errorf("the second time it is different: %v", err)
		}
	})
}

// A PNG states its resolution, which is not that of the request if the picture is scaled down.
func TestResolution(t *testing.T) {
	wide := bytes.Replace(pictureOf(""), []byte("0,0,100,100"), []byte("0,0,100000,100"), 1)
	for _, c := range []struct {
		data  []byte
		scale float64
		each  uint32 // pixels per metre
	}{{pictureOf(""), 0, 5669}, {pictureOf(""), 1, 2835}, {wide, 2, 929}} {
		data, _, err := PNG(c.data, c.scale)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		i := bytes.Index(data, []byte("pHYs"))
		if i < 0 || i > bytes.Index(data, []byte("IDAT")) {
			t.Fatalf("the resolution is at %d", i)
		}
		x, y, unit := binary.BigEndian.Uint32(data[i+4:]), binary.BigEndian.Uint32(data[i+8:]), data[i+12]
		if x != c.each || y != c.each || unit != 1 {
			t.Errorf("%d by %d pixels per unit %d, want %d per metre", x, y, unit, c.each)
		}
	}
}

// A picture is drawn as small as its size says.
func TestSize(t *testing.T) {
	for size, wide := range map[string]int{"": 288, "1,9": 144, "9,9": 288} { // inches, of 144 pixels
		img, _, _, err := drawn([]byte(`{"bb": "0,0,144,72", "pad": "0", "size": "`+size+`"}`), DefaultScale)
		if err != nil || img.Bounds().Dx() != wide {
			t.Errorf("with the size %q: %v, %v", size, img.Bounds(), err)
		}
	}
}

// No line strikes the title of a frame or the label of an edge; a line may strike other text.
func TestRims(t *testing.T) {
	const text = `"_ldraw_": [{"op":"F","size":20,"face":"Courier"},{"op":"c","color":"#0000ff"},
		{"op":"T","pt":[50,46],"align":"c","width":24,"text":"HH"}]`
	const line = `{"head": 1, "_draw_": [{"op":"c","color":"#ff0000"},{"op":"L","points":[[5,52],[95,52]]}]}`
	for first, struck := range map[string]bool{`{"bb": "0,0,1,1", `: false, `{"head": 0, `: false, `{`: true} {
		picture := bytes.Replace(pictureOf(""), []byte(`{"_draw_": []}]`), []byte(first+text+`}], "edges": [`+line+`]`), 1)
		img, _, _, err := drawn(picture, 2)
		if err != nil {
			t.Fatal(err)
		}
		reds := 0
		for x := 78; x < 122; x++ {
			if img.RGBAAt(x, 96).R > 200 && img.RGBAAt(x, 96).G < 50 {
				reds++
			}
		}
		if (reds > 20) != struck {
			t.Errorf("%d pixels of a line are over the text of %s", reds, first)
		}
	}
}
