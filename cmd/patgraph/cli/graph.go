package cli

import (
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
)

var (
	pictureViews   = []string{"patterns", "history", "error", "calls", "relations", "stages"}
	pictureFormats = []string{"dot", "svg", "png", "json", "txt"}
	pictureLayouts = []string{"dot", "neato", "fdp", "sfdp", "circo", "twopi"}
)

// maxPixels is the default maximum width and height of a picture: browsers and viewers can still show it as a whole.
const maxPixels = 4000

// Graph is the command that draws pictures.
func Graph() *Command {
	return &Command{
		Name: "graph", Args: "FILE[:LINE[:COL]] [NAME]...",
		Summary: "draw patterns, their history, errors, calls, relations and stages",
		Details: "Draws the solved patterns, the history of a derivation, the derivation of an error, which definition\n" +
			"calls which, or which relations decide which types (Relay). Names choose definitions; a place says\n" +
			"where to look. DOT and the outline (txt) need no other program; for SVG, PNG and positions (json),\n" +
			"patgraph starts the drawing program patgraph-graphviz or an installed dot.",
		Examples: [][2]string{
			{"patgraph graph lib.k -o lib.svg", "the patterns of all definitions"},
			{"patgraph graph lib.k f --view history -o f.png", "how a definition was derived"},
			{"patgraph graph lib.k --error 1 -o why.svg", "the derivation of the first error"},
			{"patgraph graph lib.k --view calls --format txt", "which definition calls which, as text"},
			{"patgraph graph net.rly @f --view relations -o r.svg", "which operator decided which type"},
			{"patgraph graph lib.k -o pictures/ --format svg", "every view, and every error, into a folder"},
		},
		Kind: Kind{Sketch: true},
		Run:  (*Flags).graph,
	}
}

func (f *Flags) graph(p *Program, args []string) error {
	if len(args) == 0 {
		return noFile()
	}
	l, err := parseLocation(args[0])
	if err != nil {
		return err
	}
	targets, err := f.targets(p, l)
	if err != nil {
		return err
	}
	w := pictureWriter{Program: p, theme: graphviz.Light, path: l.Path, layout: f.Layout, engine: f.Engine,
		pixels: f.MaxPixels, timeout: f.Timeout}
	d := f.Drawing
	d.Names, d.All, d.At = args[1:], f.All, f.At
	for flag, to := range map[string]*int{"at": &d.At, "until": &d.Until, "radius": &d.Radius} {
		if !f.Given(flag) {
			*to = -1
		}
	}
	if !f.Given("types") {
		d.Types = ""
	}
	if (f.MaxNodes > 0 || f.All) && !f.Given("max-pixels") {
		w.pixels = 0 // so many nodes were requested explicitly
	}
	if f.Theme == "dark" {
		w.theme = graphviz.Dark
	}
	w.begin(targets)
	defer w.close()
	g := grapher{d, l, func(text string) { p.Err.Print([]byte("patgraph: " + text + "\n")) }}
	folder := slices.ContainsFunc(targets, func(t target) bool { return t.folder })
	var pictures []picture
	var file string
	pick := func(in *report.Input) (err error) {
		in.Diagnostics = nil
		file = in.Name
		pictures, err = g.pictures(in, folder)
		return err
	}
	drawn := false
	if err := f.Answer(p, l, pick, func(*report.Input) []byte { drawn = true; return nil }); err != nil {
		return err
	}
	if !drawn {
		return nil
	}
	if l.Path != "-" {
		w.source = file
	}
	return f.guarded(p, inputs.Shown(l.Path), func() error {
		for _, t := range targets {
			for _, pic := range pictures {
				if err := w.write(&pic, t); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// guarded runs a function after an analysis. A panic in it is reported like one in the analysis.
func (f *Flags) guarded(p *Program, name string, do func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			b := batch.Batch{Stack: f.WantsStack()}
			in := &report.Input{Name: name}
			in.Diagnostics = []lang.Diagnostic{b.Defect(in, x)}
			if b.Stack {
				fmt.Fprintf(p.Stderr, "patgraph: panic in %s: %v\n%s", lang.Visible(name), x, debug.Stack())
			}
			style := f.Style(p, p.Stderr)
			p.Stderr.Write(style.AppendDiagnostics(nil, in)) // a failure to write cannot be reported
			err = exitStatus(report.Defect)
		}
	}()
	return do()
}
