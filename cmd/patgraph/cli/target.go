package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// A target is a file or folder for pictures, with its format.
type target struct {
	path   string // "-" is standard output
	folder bool
	format string
}

// targets are the destinations and formats of pictures.
func (f *Flags) targets(p *Program, l *location) ([]target, error) {
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
		if path != "-" && l.Path != "-" && err == nil && sourceErr == nil && os.SameFile(info, source) && info.Mode().IsRegular() {
			return nil, Wrong(words.Quote(path) + " is the program; a picture needs a file of its own")
		}
		if path != "-" && !t.folder {
			if dir := filepath.Dir(path); !exists(dir) {
				return nil, Wrong("there is no folder " + words.Quote(dir) + " to write " + words.Quote(filepath.Base(path)) + " to")
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
	case ext != partsFormat && slices.Contains(pictureFormats, ext):
		return ext
	}
	return ""
}

func dotted(words []string) []string {
	var list []string
	for _, w := range words {
		if w != partsFormat {
			list = append(list, "."+w)
		}
	}
	return list
}
