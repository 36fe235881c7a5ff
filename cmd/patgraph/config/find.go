package config

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// A Finder finds the configuration of a file: the nearest one upwards from its folder, up to the root of the repository
// or of the file system. Each folder is read once. It may be used concurrently.
type Finder struct {
	// Anywhere allows libraries outside of the tree of their configuration.
	Anywhere bool

	mu     sync.Mutex
	here   string  // the current folder
	every  *Config // the configuration of all files; nil: each file has the nearest
	may    Values
	byDir  map[string]*Config // by absolute folder
	broken map[string]*Config // by path

	outer    *Finder           // of the folder that an archive counts as unpacked in; nil: for files
	settings map[string][]byte // of the archive: the texts of its configurations, by absolute folder
	programs []string          // the absolute paths of the archive's programs
}

// none is the configuration of files without one.
var none = &Config{}

// Nearest returns a finder of the nearest configuration, whose values are checked against may.
func Nearest(may Values) *Finder {
	here, err := filepath.Abs(".")
	if err != nil {
		here = ""
	}
	return &Finder{here: here, may: may, byDir: make(map[string]*Config), broken: make(map[string]*Config)}
}

// None returns a finder that finds no configuration.
func None() *Finder {
	f := Nearest(Values{})
	f.every = none
	return f
}

// Always returns a finder that returns one file's configuration for all files.
func Always(file string, may Values) *Finder {
	f := Nearest(may)
	path, err := filepath.Abs(file)
	if err != nil {
		path = file
	}
	f.every = f.read(path, filepath.ToSlash(filepath.Clean(file)))
	return f
}

// Folder returns the configuration of the files in a folder, an empty one if there is none. The folder need not exist.
func (f *Finder) Folder(dir string) *Config {
	if f.every != nil {
		return f.every
	}
	abs := dir
	if !filepath.IsAbs(dir) {
		abs = filepath.Join(f.here, dir)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.folder(filepath.Clean(abs))
}

// In returns a finder for the members of an archive, which count as if they were unpacked in the current folder: it
// finds the configurations in the archive, given as texts by path, and otherwise that of the folder. If f finds one
// configuration for all files, In returns f.
func (f *Finder) In(settings map[string][]byte) *Finder {
	if f.every != nil {
		return f
	}
	in := &Finder{
		here: f.here, may: f.may, byDir: make(map[string]*Config), broken: make(map[string]*Config), outer: f,
		settings: make(map[string][]byte),
	}
	for name, text := range settings {
		in.settings[filepath.Dir(filepath.Join(f.here, filepath.FromSlash(name)))] = text
	}
	return in
}

// Programs sets the paths of the programs in the archive, which its libraries are chosen from.
func (f *Finder) Programs(paths []string) {
	for _, name := range paths {
		f.programs = append(f.programs, filepath.Join(f.here, filepath.FromSlash(name)))
	}
	slices.Sort(f.programs)
}

// Own are the configurations in the archive of the finder, ordered by path.
func (f *Finder) Own() []*Config {
	var list []*Config
	for _, dir := range slices.Sorted(maps.Keys(f.settings)) {
		list = append(list, f.Folder(dir))
	}
	return list
}

// Here is the configuration of the current folder, which applies to inputs that are not files.
func (f *Finder) Here() *Config { return f.Folder(f.here) }

// BrokenAt returns the configuration that was read from a path and has errors, or nil.
func (f *Finder) BrokenAt(path string) *Config {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.broken[path]
}

func (f *Finder) folder(dir string) *Config {
	var seen []string // folders that share the configuration found above them
	var found *Config
	for found == nil {
		if found = f.byDir[dir]; found != nil {
			break
		}
		seen = append(seen, dir)
		path := filepath.Join(dir, FileName)
		if f.outer != nil {
			parent := filepath.Dir(dir)
			if text, ok := f.settings[dir]; ok {
				found = &Config{Name: f.shownBelow(path), Path: path, Dir: dir}
				found.parse(text, &f.may)
			} else if dir == f.here || parent == dir {
				found = f.outer.Here()
			} else {
				dir = parent
			}
			continue
		}
		if _, err := os.Lstat(path); err == nil {
			if t := f.treeAt(dir); t.has(path) {
				found = f.read(path, f.shown(path))
			} else {
				found = f.unreadable(path, f.shown(path), "it is a link that leads out of "+t.called)
			}
			break
		}
		_, err := os.Lstat(filepath.Join(dir, ".git"))
		if parent := filepath.Dir(dir); err == nil || parent == dir {
			found = none
		} else {
			dir = parent
		}
	}
	for _, d := range seen {
		f.byDir[d] = found
	}
	return found
}

// shown is a path in its form for output: relative if that is shorter, which it is for paths below the current folder
// or directly above it.
func (f *Finder) shown(path string) string {
	rel := f.shownBelow(path)
	if rest := strings.TrimLeft(rel, "./"); strings.HasPrefix(rel, "../") && strings.Contains(rest, "/") {
		return filepath.ToSlash(path)
	}
	return rel
}

// read reads a file. Errors become problems of the configuration.
func (f *Finder) read(path, name string) *Config {
	text, err := inputs.ReadFile(path, maxSize)
	if err != nil {
		return f.unreadable(path, name, inputs.Cause(err))
	}
	c := &Config{Name: name, Path: path, Dir: filepath.Dir(path)}
	c.parse(text, &f.may)
	if c.Broken() {
		f.broken[path] = c
	}
	return c
}

// unreadable is the configuration for a file that cannot be read.
func (f *Finder) unreadable(path, name, why string) *Config {
	c := &Config{Name: name, Path: path, Dir: filepath.Dir(path), Problems: []lang.Diagnostic{{
		Code: lang.UnreadableInput, Message: lang.Text("cannot read the configuration " + words.Quote(name) + ": " + why),
		Help: lang.Texts("--no-config does without it"),
	}}}
	f.broken[path] = c
	return c
}
