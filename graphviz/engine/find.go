//go:build !js

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

// A place describes the running process, for Find.
type place struct {
	executable string                       // path of the running program, or empty
	source     string                       // the root of the module it was compiled from, or empty
	look       func(string) (string, error) // looks a program up on PATH
}

// Find looks for programs: patgraph-graphviz next to the running executable or on PATH; dot on PATH; and if neither
// exists, the folder that the running program was compiled from, where patgraph-graphviz is built when it is started.
// The working directory does not matter. Find starts no program.
func Find(kind Kind) (*Engine, error) { return thisProcess().find(kind) }

func thisProcess() place {
	p := place{source: compiledFrom(), look: exec.LookPath}
	if self, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
		p.executable = self
	}
	return p
}

// compiledFrom returns the root of the module that this program was compiled from, or "" if the build does not record
// it (-trimpath). A module named patgraph in the working directory may be foreign code and is not run.
func compiledFrom() string {
	_, file, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Dir(filepath.Dir(filepath.Dir(file)))
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
	if e.bundled == nil && e.dot == nil && kind != Dot {
		if c, ok := p.built(); ok {
			e.bundled = newServer(c)
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

// A command says how to start patgraph-graphviz.
type command struct {
	found string // where it was found, for messages
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
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() &&
			(runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return command{found: "next to patgraph: " + path, path: path, args: []string{"-serve"}}, true
		}
	}
	if path, err := p.look(program); err == nil {
		return command{found: "on PATH: " + path, path: path, args: []string{"-serve"}}, true
	}
	return command{}, false
}

// built returns the command that compiles and starts the program from the source of the running one, if that source
// still exists.
func (p place) built() (command, bool) {
	if p.source == "" || !declares(filepath.Join(p.source, "go.mod")) {
		return command{}, false
	}
	path, err := p.look("go")
	if err != nil {
		return command{}, false
	}
	return command{
		found: "built from source in " + p.source, path: path, args: []string{"run", source, "-serve"},
		dir: p.source, build: true,
	}, true
}

// declares reports whether a go.mod belongs to patgraph.
func declares(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close() // only read: an error does not matter
	lines := bufio.NewScanner(f)
	for n := 0; n < 100 && lines.Scan(); n++ {
		if words := strings.Fields(lines.Text()); len(words) > 1 && words[0] == "module" {
			return strings.Trim(words[1], `"`) == module
		}
	}
	return false
}
