//go:build !js

package cli

import (
	"fmt"
	"strconv"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/graphviz"
)

// film writes a picture of each step that changes one into the folder of --svg.
func (f *Flags) film(p *Program, l *Location, name string) error {
	if name == "" {
		return Wrong("--svg draws the steps of one definition: patgraph trace " + inputs.Shown(l.Path) + " NAME --svg DIR")
	}
	to := target{path: f.SVG, folder: true, format: "svg"}
	w := pictureWriter{Program: p, theme: graphviz.Light, path: l.Path, layout: "dot", engine: "auto"}
	w.begin([]target{to})
	defer w.close()
	var film *graphviz.Film
	pick := func(in *report.Input) error {
		in.Diagnostics = nil
		d, err := definitionNamed(in, name)
		if err != nil {
			return err
		}
		if film = graphviz.NewFilm(in.Result, d); film == nil {
			return Wrong(words.Quote(name) + " cannot be drawn step by step: it has too many steps or patterns, or none")
		}
		if l.Path != "-" {
			w.source = in.Name
		}
		return nil
	}
	if err := f.Answer(p, l, pick, func(*report.Input) []byte { return nil }); err != nil || film == nil {
		return err
	}
	return f.guarded(p, inputs.Shown(l.Path), func() error {
		digits := len(strconv.Itoa(film.Steps()))
		for step := 1; step <= film.Steps(); step++ {
			if film.Trivial(step) {
				continue
			}
			pic := picture{Picture: film.Picture(int32(step)), name: fmt.Sprintf("%s-%0*d", name, digits, step)}
			if err := w.write(&pic, to); err != nil {
				return err
			}
		}
		return nil
	})
}
