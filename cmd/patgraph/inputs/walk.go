//go:build !js

package inputs

import (
	"io/fs"
	"os"
	pathpkg "path"
	"path/filepath"

	"github.com/patgraph/patgraph/lang"
)

// A link is a symbolic link to a program, with the extension of its language.
type link struct{ path, extension string }

// walk is the state of walking one folder.
type walk struct {
	*gather
	root     string // its path without links
	links    []link
	found    int
	ignored  int // number of entries left out by ignore files
	excluded int // number of files left out by the filter
}

// folder adds the sources below a folder. Links are followed only to files within the folder; folders in it are walked
// anyway, so there are no cycles.
func (g *gather) folder(path string) {
	w := &walk{gather: g, root: Identity(path)}
	w.walk(path, w.root, "", newIgnorer(path))
	for _, l := range w.links {
		w.link(l)
	}
	if w.found > 0 {
		return
	}
	message, help := "no file in it ends in "+g.extensions(), []string(nil)
	if w.ignored > 0 {
		help = append(help, lang.Count(w.ignored, "entry", "entries")+
			" in it left out by ignore files or by patgraph.toml; a file that is named itself is always read")
	}
	if w.excluded > 0 {
		message = "no program in it is chosen"
		help = append(help, lang.Count(w.excluded, "entry", "entries")+
			" in it left out by --include and --exclude, whose patterns are about paths within the folder")
	}
	g.problem(path, message, help...)
}

// walk walks a folder, given its path for display, its real path, and its path within the folder that the user named.
func (w *walk) walk(dir, real, within string, ig *ignorer) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.problem(dir, Cause(err))
		w.found++ // the problem is reported; do not report an empty folder too
	}
	ig.load(dir)
	for _, e := range entries {
		name, path := e.Name(), filepath.Join(dir, e.Name())
		if name == ".git" {
			continue
		}
		inside := pathpkg.Join(within, name)
		f := w.extensionOf(name)
		if !e.IsDir() && f == "" && !w.isChosen(inside) {
			continue
		}
		if e.IsDir() && w.Exclude.fit(inside, true) || !e.IsDir() && !w.passes(inside) {
			w.excluded++
			continue
		}
		if ig.ignores(name, e.IsDir()) || w.LeavesOut != nil && w.LeavesOut(path, e.IsDir()) {
			w.ignored++
			continue
		}
		switch {
		case e.IsDir():
			w.walk(path, filepath.Join(real, name), inside, ig.below(name))
		case e.Type()&fs.ModeSymlink != 0:
			w.links = append(w.links, link{path, f})
		case e.Type().IsRegular():
			w.found++
			w.add(Source{Name: Shown(path), Path: path, Extension: f}, filepath.Join(real, name))
		default:
			w.found++
			w.problem(path, "it is "+kindOf(e.Type())+", not a file")
		}
	}
}

// link adds a link to a file within the walked folder.
func (w *walk) link(l link) {
	path := l.path
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		w.found++
		w.problem(path, Cause(err))
		return
	}
	info, err := os.Stat(real)
	rel, relErr := filepath.Rel(w.root, Identity(real))
	if err != nil || relErr != nil || !info.Mode().IsRegular() || !filepath.IsLocal(rel) {
		return
	}
	w.found++
	w.add(Source{Name: Shown(path), Path: path, Extension: l.extension}, Identity(real))
}
