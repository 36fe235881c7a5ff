package engine

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const (
	program = "patgraph-graphviz"
	module  = "github.com/patgraph/patgraph"
	source  = module + "/cmd/" + program
)

// A place is where Find looks from.
type place struct {
	executable string                       // of the running program, or empty
	directory  string                       // the working one, or empty
	look       func(string) (string, error) // on PATH
}

func thisProcess() place {
	p := place{look: exec.LookPath}
	if self, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
		p.executable = self
	}
	if dir, err := os.Getwd(); err == nil {
		p.directory = dir
	}
	return p
}

func (p place) find(kind Kind) (*Engine, error) {
	if !slices.Contains(Kinds, kind) {
		return nil, fmt.Errorf("unknown engine %q: there are auto, bundled, dot", kind)
	}
	e := new(Engine)
	if kind != Dot {
		if c, ok := p.bundled(); ok {
			e.bundled = newServer(c)
		}
	}
	if kind != Bundled {
		if path, err := p.look("dot"); err == nil {
			e.dot = dotProgram(path)
		}
	}
	if e.bundled != nil || e.dot != nil {
		return e, nil
	}
	install := "install it with `go install " + source + "@latest`"
	switch kind {
	case Bundled:
		return nil, fmt.Errorf("%w: %s is neither next to patgraph nor on PATH; %s", ErrNotFound, program, install)
	case Dot:
		return nil, fmt.Errorf("%w: dot is not on PATH; install Graphviz (https://graphviz.org/download)", ErrNotFound)
	}
	return nil, fmt.Errorf("%w: %s is neither next to patgraph nor on PATH, and neither is dot; %s, or install Graphviz, "+
		"or write DOT text with `-o FILE.dot`, which needs neither", ErrNotFound, program, install)
}

// A command is how patgraph-graphviz is started.
type command struct {
	found string // where, for people
	path  string
	args  []string
	dir   string
	build bool // starting it may compile it first
}

func (p place) bundled() (command, bool) {
	name := program
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if p.executable != "" {
		path := filepath.Join(filepath.Dir(p.executable), name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return command{found: "next to patgraph: " + path, path: path, args: []string{"-serve"}}, true
		}
	}
	if path, err := p.look(program); err == nil {
		return command{found: "on PATH: " + path, path: path, args: []string{"-serve"}}, true
	}
	if root := checkout(p.directory); root != "" {
		if path, err := p.look("go"); err == nil {
			return command{found: "built from source in " + root, path: path, args: []string{"run", source, "-serve"}, dir: root, build: true}, true
		}
	}
	return command{}, false
}

// checkout returns the directory at or above dir that has the source of patgraph,
// or nothing.
func checkout(dir string) string {
	for dir != "" {
		if f, err := os.Open(filepath.Join(dir, "go.mod")); err == nil {
			mine := declares(f)
			if err := f.Close(); err != nil || !mine {
				return "" // the module that we are in is another one
			}
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
	return ""
}

// declares says whether a go.mod is that of patgraph.
func declares(f *os.File) bool {
	lines := bufio.NewScanner(f)
	for n := 0; n < 100 && lines.Scan(); n++ {
		if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == "module" {
			return strings.Trim(words[1], `"`) == module
		}
	}
	return false
}
