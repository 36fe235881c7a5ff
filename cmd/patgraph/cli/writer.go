package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/graphviz/engine"
	drawn "github.com/patgraph/patgraph/graphviz/picture"
	"github.com/patgraph/patgraph/lang"
)

// A pictureWriter writes pictures to their targets.
type pictureWriter struct {
	*Program
	theme          *graphviz.Theme
	source, path   string // of the program: for display, and to open
	layout, engine string
	timeout        time.Duration  // of one drawing; 0: the default
	pixels         int            // maximum width and height of a picture; 0: unbounded
	drawing        drawer         // nil: not needed yet
	written        map[string]int // in folders: number of uses by name
}

// A drawer is the part of *engine.Engine that draws.
type drawer interface {
	Begin(format string)
	Draw(ctx context.Context, dot []byte, layout, format string) (drawn.Picture, error)
	Close() error
}

// begin starts the drawing program, which mostly takes longer than an analysis. Errors are reported when the first
// picture is drawn.
func (w *pictureWriter) begin(targets []target) {
	for _, t := range targets {
		if t.format == "txt" || t.format == "dot" {
			continue
		}
		if w.find() == nil {
			w.drawing.Begin(t.format)
		}
		return
	}
}

// find looks for a drawing program, unless there is one already.
func (w *pictureWriter) find() error {
	if w.drawing != nil {
		return nil
	}
	e, err := engine.Find(engine.Kind(w.engine))
	if err != nil {
		return err
	}
	e.Within(w.timeout)
	w.drawing = e
	return nil
}

func (w *pictureWriter) close() {
	if w.drawing != nil {
		w.drawing.Close() // all pictures are written
	}
}

func (w *pictureWriter) write(pic *picture, t target) error {
	path := t.path
	if t.folder {
		if err := os.MkdirAll(path, 0o777); err != nil {
			return writing(words.Quote(path), err)
		}
		base := "stdin"
		if w.source != "" {
			base = strings.TrimSuffix(filepath.Base(w.path), filepath.Ext(w.path))
		}
		path = w.distinct(filepath.Join(path, base+"."+fileName(pic.name)), "."+t.format)
	}
	b, err := w.bytes(pic, path, t.format)
	if err != nil {
		return err
	}
	if path == "-" {
		return w.Out.Print(b)
	}
	return writing(words.Quote(path), atomicfile.WriteFile(path, b))
}

// distinct numbers the files of definitions with the same name.
func (w *pictureWriter) distinct(path, ext string) string {
	if w.written == nil {
		w.written = make(map[string]int)
	}
	w.written[path+ext]++
	if n := w.written[path+ext]; n > 1 {
		return w.distinct(path+"."+strconv.Itoa(n), ext)
	}
	return path + ext
}

// longestName is the maximum length of a definition's name in a file name; file systems allow 255 bytes.
const longestName = 100

// fileName makes the name of a definition safe in a path.
func fileName(name string) string {
	if len(name) > longestName {
		h := fnv.New64a()
		h.Write([]byte(name))
		return fileName(strings.ToValidUTF8(name[:longestName-20], "")) + fmt.Sprintf("-%x", h.Sum64())
	}
	var b strings.Builder
	for _, r := range name {
		if strings.ContainsRune(`/\:*?"<>|%`, r) || lang.Unseen(r) {
			fmt.Fprintf(&b, "%%%02X", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (w *pictureWriter) bytes(pic *picture, path, format string) ([]byte, error) {
	if format == "txt" {
		return pic.AppendOutline(nil), nil
	}
	other := func(name string) string { return pathFrom(path, filepath.FromSlash(name), name) }
	look := graphviz.DOT{Theme: w.theme, Other: other}
	if w.source != "" {
		look.File = pathFrom(path, w.path, w.source)
	}
	switch format {
	case "dot":
		return pic.AppendDOT(nil, look), nil
	}
	if err := w.find(); err != nil {
		return nil, err
	}
	dot, got, err := w.draw(pic, path, format, look)
	if err != nil {
		return nil, fmt.Errorf("cannot draw %s: %w%s", words.Quote(pic.Title), err, w.instead(pic, err))
	}
	for _, note := range got.Notes {
		fmt.Fprintf(w.Stderr, "patgraph: %s: %s\n", lang.Visible(inputs.Shown(path)), lang.Visible(note))
	}
	if format == "svg" {
		return graphviz.FinishSVG(got.Data, dot), nil
	}
	return got.Data, nil
}

// Draw returns a picture in a format of graph. A picture of more than the default number of pixels is folded, unless
// any size is wanted.
func (p *Program) Draw(pic *graphviz.Picture, look graphviz.DOT, format string, anySize bool) ([]byte, error) {
	if !slices.Contains(pictureFormats, format) {
		return nil, Wrong("there is no format " + words.Quote(format))
	}
	w := pictureWriter{Program: p, theme: look.Theme, source: look.File, layout: "dot", engine: "auto"}
	if !anySize {
		w.pixels = maxPixels
	}
	defer w.close()
	return w.bytes(&picture{Picture: pic}, "-", format)
}

// draw draws a picture, and folds it until it is small enough.
func (w *pictureWriter) draw(pic *picture, path, format string, look graphviz.DOT) (
	dot []byte, got drawn.Picture, err error) {
	p := pic.Picture
	for {
		dot = p.AppendDOT(nil, look)
		got, err = w.drawing.Draw(w.Context, dot, w.layout, format)
		wide, high := pixels(got.Data, format)
		if err != nil || w.pixels == 0 || max(wide, high) <= w.pixels || look.Side > 0 {
			break
		}
		if p == pic.Picture {
			p = p.Clone()
			defer func(wide, high int) {
				if err == nil && len(p.Notes) > len(pic.Notes) {
					fmt.Fprintf(w.Stderr,
						"patgraph: %s: it would have %dx%d pixels, so %s; --focus NAME or --max-pixels N shows more\n",
						lang.Visible(inputs.Shown(path)), wide, high, p.Notes[len(p.Notes)-1])
				}
			}(wide, high)
		}
		slightly := float64(max(wide, high)) <= slightlyLarge*float64(w.pixels)
		if slightly || p.Shrink(float64(wide)/float64(w.pixels), float64(high)/float64(w.pixels)) == 0 {
			p.Notes = append(p.Notes, "it is drawn smaller than it is")
			look.Side = float64(w.pixels) / dotsPerInch
		}
	}
	return dot, got, err
}

// sooner suggests how to make a picture that takes too long smaller, or to raise the time limit.
func (w *pictureWriter) sooner(pic *picture) string {
	nodes := 0
	var names []string
	places := false
	for i := range pic.Nodes {
		n := &pic.Nodes[i]
		nodes++
		places = places || !n.Span.Empty()
		for _, name := range n.Names {
			if name != "" && !slices.Contains(names, name) && len(names) < 2 {
				names = append(names, name)
			}
		}
	}
	const few = 10 // with at most so many nodes, their number is not the cause
	var help []string
	if nodes > few {
		help = append(help, fmt.Sprintf("--max-nodes %d folds more of its %d nodes", nodes/2, nodes))
		switch {
		case len(names) > 1:
			help = append(help, "--focus NAME draws what is near one definition")
		case places:
			help = append(help, "--focus LINE:COL draws what is near a place")
		}
	}
	limit := cmp.Or(w.timeout, engine.DefaultLimit)
	return strings.Join(append(help, fmt.Sprintf("--timeout %v waits longer", 5*limit)), ", ")
}

// slightlyLarge is how many times too large a picture may be to be drawn smaller, and not folded: people want all of it
// rather than large letters.
const slightlyLarge = 1.1

// dotsPerInch is the resolution of a PNG. Sizes in pixels use it for all formats, so that a picture is the same in
// each.
const dotsPerInch = 144

// pixels is the width and height of a drawing.
func pixels(data []byte, format string) (wide, high int) {
	inPoints := func(w, h float64) (int, int) {
		return int(math.Ceil(w * dotsPerInch / 72)), int(math.Ceil(h * dotsPerInch / 72))
	}
	var w, h float64
	switch format {
	case "png":
		return pixelsOfPNG(data)
	case "svg":
		_, rest, _ := bytes.Cut(data, []byte("<svg "))
		text := strings.ReplaceAll(string(rest[:min(len(rest), 100)]), "pt", " ") // Sscanf would take the p for an exponent
		if n, _ := fmt.Sscanf(text, `width="%g " height="%g "`, &w, &h); n == 2 {
			return inPoints(w, h)
		}
	case "json":
		_, rest, _ := bytes.Cut(data, []byte(`"bb": "`))
		var x, y float64
		if n, _ := fmt.Sscanf(string(rest[:min(len(rest), 100)]), "%g,%g,%g,%g", &x, &y, &w, &h); n == 4 {
			return inPoints(w-x, h-y)
		}
	}
	return 0, 0
}

// instead suggests alternatives if Graphviz cannot draw a picture.
func (w *pictureWriter) instead(pic *picture, err error) string {
	if e, ok := errors.AsType[*drawn.Error](err); ok {
		switch e.Kind {
		case drawn.Timeout:
			return "; " + w.sooner(pic)
		case drawn.Crash, drawn.TooLarge:
			return "; --max-nodes N, --focus NAME or --layout twopi may do, and an outline (-o FILE.txt) needs no Graphviz"
		}
	}
	return ""
}

// pathFrom is the path of a file relative to a picture; for a picture on standard output, the displayed path.
func pathFrom(picture, file, shown string) string {
	if picture == "-" {
		return shown
	}
	from, err1 := filepath.Abs(filepath.Dir(picture))
	to, err2 := filepath.Abs(file)
	if err1 == nil && err2 == nil {
		if rel, err := filepath.Rel(from, to); err == nil {
			return filepath.ToSlash(rel)
		}
	}
	return shown
}

// A target is a file or folder for pictures, with its format.
type target struct {
	path   string // "-" is standard output
	folder bool
	format string
}

// targets are the destinations and formats of pictures.
func (f *Flags) targets(p *Program, l *Location) ([]target, error) {
	paths := f.Outputs
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	var list []target
	source, sourceErr := os.Stat(l.Path)
	for _, path := range paths {
		t := target{path: path, format: f.Format}
		info, err := os.Stat(path)
		if path != "-" && (os.IsPathSeparator(path[len(path)-1]) || err == nil && info.IsDir()) {
			t.folder = true
			if file, err := os.Stat(filepath.Clean(path)); err == nil && !file.IsDir() {
				return nil, Wrong(words.Quote(filepath.Clean(path)) + " is a file, not a folder to write pictures to")
			}
			if t.format == "" {
				t.format = "svg"
			}
		}
		if t.format == "" {
			t.format = formatOf(path)
		}
		switch {
		case t.format == "":
			return nil, Wrong("what kind of picture is " + words.Quote(path) + "? Its name ends in " +
				words.Or(dotted(pictureFormats)) + ", or give --format")
		case path == "-" && t.format == "png" && isTerminal(p.Stdout):
			return nil, Wrong("a terminal cannot show a PNG: write it to a file with -o FILE.png")
		}
		if path != "-" && l.Path != "-" && err == nil && sourceErr == nil && os.SameFile(info, source) &&
			info.Mode().IsRegular() {
			return nil, Wrong(words.Quote(path) + " is the program; a picture needs a file of its own")
		}
		if path != "-" && !t.folder {
			if dir := filepath.Dir(path); !exists(dir) {
				return nil, Wrong("there is no folder " + words.Quote(dir) + " to write " +
					words.Quote(filepath.Base(path)) + " to")
			}
		}
		list = append(list, t)
	}
	return list, nil
}

func formatOf(path string) string {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	switch {
	case path == "-", ext == "gv":
		return "dot"
	case slices.Contains(pictureFormats, ext):
		return ext
	}
	return ""
}

func dotted(words []string) []string {
	var list []string
	for _, w := range words {
		list = append(list, "."+w)
	}
	return list
}
