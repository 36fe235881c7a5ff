package lsp

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/cli"
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
)

const configName = config.FileName

// A project is an immutable state of the configurations and libraries. It is replaced when one of them may have
// changed.
type project struct {
	*cli.Configuration
	workers int

	lines sync.Map // lines of library files, by *lang.File
}

func (s *server) newProject() (*project, error) {
	b, c, err := s.flags.Batch(s.program)
	if err != nil {
		return nil, err
	}
	return &project{Configuration: c, workers: b.Workers}, nil
}

// replaceProject reloads configurations and libraries. The caller holds the lock.
func (s *server) replaceProject() {
	if p, err := s.newProject(); err == nil { // the flags were valid before
		s.project = p
	}
}

// isLibrary reports whether a file belongs to a library that a program has requested.
func (p *project) isLibrary(path string) bool {
	files, _ := p.LibraryPlaces()
	return slices.Contains(files, path)
}

// linesOf are the lines of a library file.
func (p *project) linesOf(f *lang.File, bytes bool) *lines {
	if l, ok := p.lines.Load(f); ok {
		return l.(*lines)
	}
	l, _ := p.lines.LoadOrStore(f, newLines(f.Src, bytes))
	return l.(*lines)
}

// name is a path as reported to the user.
func name(path string) string {
	here, err := filepath.Abs(".")
	if err == nil {
		if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
			return inputs.Shown(rel)
		}
	}
	return inputs.Shown(path)
}

// named is the path with a reported name.
func named(name string) string {
	path, err := filepath.Abs(filepath.FromSlash(name))
	if err != nil {
		return name
	}
	return path
}

// source is a program of a project with the given text; nil: that of its file.
func (p *project) source(path string, extension string, text []byte) inputs.Source {
	o := p.Inputs
	unsaved := o.Unsaved
	o.Unsaved = func(at string) ([]byte, bool) {
		if at == path && text != nil {
			return text, true
		}
		return unsaved(at)
	}
	s := inputs.Gather(o, []string{path})[0]
	s.Name, s.Path = name(path), path
	if s.Extension == "" {
		s.Extension = extension
	}
	return s
}

// batch checks one program and stores its complete result in kept.
func (s *server) batch(p *project, d depth, kept *report.Input) *batch.Batch {
	return &batch.Batch{
		Languages: s.program.Languages, Policy: p.Policy, Separate: true, Workers: p.workers,
		Brief: d == brief, Pool: &s.spares[d],
		Render: func(in *report.Input) ([]byte, []byte) {
			*kept = *in
			in.Result = nil
			return nil, nil
		},
	}
}

// programs are the programs in the folders that are not open documents. It walks the folders.
func (s *server) programs(p *project) []string {
	s.mu.Lock()
	folders := slices.Clone(s.folders)
	open := make(map[string]bool)
	for path := range s.docs {
		open[path] = true
	}
	s.mu.Unlock()
	var list []string
	for _, source := range inputs.Gather(p.Inputs, folders) {
		if source.Problem == nil && !open[source.Path] {
			list = append(list, source.Path)
		}
	}
	return list
}

// standsOn reports whether a program has a file as a library.
func (p *project) standsOn(program, file string) bool {
	source := p.source(program, "", nil)
	before, _, _ := p.Stands(&source)
	return before != nil && slices.ContainsFunc(before.Files, func(f *lang.File) bool { return named(f.Name) == file })
}
