package drawing

import (
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/graphviz/engine"
)

// A pictureWriter writes pictures to their targets.
type pictureWriter struct {
	*command.Program
	theme          *graphviz.Theme
	source, path   string // of the program: as shown, and as opened
	layout, engine string
	drawing        *engine.Engine // nil: not yet needed
	written        map[string]int // into folders: how often a name was needed
}

// begin starts what draws, which takes longer than an analysis mostly does. What goes
// wrong is told when there is something to draw.
func (w *pictureWriter) begin(targets []target) {
	for _, t := range targets {
		if t.format == "txt" || t.format == "dot" {
			continue
		}
		if e, err := engine.Find(engine.Kind(w.engine)); err == nil {
			e.Begin(t.format)
			w.drawing = e
		}
		return
	}
}

func (w *pictureWriter) close() {
	if w.drawing != nil {
		w.drawing.Close() // what was drawn is written
	}
}

func (w *pictureWriter) write(pic *picture, t target) error {
	path := t.path
	if t.folder {
		if err := os.MkdirAll(path, 0o777); err != nil {
			return command.Written(words.Quote(path), err)
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
	return command.Written(words.Quote(path), atomicfile.WriteFile(path, b))
}

// distinct tells the pictures of definitions apart that have the same name.
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

// longestName is how much of the name of a definition stands in that of a file;
// file systems end at 255 bytes.
const longestName = 100

// fileName makes a name of a definition harmless in a path.
func fileName(name string) string {
	if len(name) > longestName {
		h := fnv.New64a()
		h.Write([]byte(name))
		return fileName(strings.ToValidUTF8(name[:longestName-20], "")) + fmt.Sprintf("-%x", h.Sum64())
	}
	var b strings.Builder
	for _, r := range name {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|%`, r) || r == 0x7f {
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
	look := graphviz.DOT{Theme: w.theme, Other: func(name string) string { return pathFrom(path, filepath.FromSlash(name), name) }}
	if w.source != "" {
		look.File = pathFrom(path, w.path, w.source)
	}
	dot := pic.AppendDOT(nil, look)
	if format == "dot" {
		return dot, nil
	}
	if w.drawing == nil {
		e, err := engine.Find(engine.Kind(w.engine))
		if err != nil {
			return nil, err
		}
		w.drawing = e
	}
	drawn, err := w.drawing.Draw(w.Context, dot, w.layout, format)
	if err != nil {
		return nil, fmt.Errorf("cannot draw %s: %w", words.Quote(pic.Title), err)
	}
	for _, note := range drawn.Notes {
		fmt.Fprintf(w.Stderr, "patgraph: %s: %s\n", inputs.Shown(path), note)
	}
	if format == "svg" {
		return graphviz.FinishSVG(drawn.Data, dot), nil
	}
	return drawn.Data, nil
}

// pathFrom is the path of a file from where a picture is; where that is nowhere, how the
// file is shown.
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
