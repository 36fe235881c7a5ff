package cli

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"github.com/patgraph/patgraph/cmd/patgraph/batch"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
)

var (
	pictureViews   = []string{"patterns", "history", "error", "calls", "relations", "stages"}
	pictureFormats = []string{"dot", "svg", "png", "json", "txt", partsFormat}
	pictureLayouts = []string{"dot", "neato", "fdp", "sfdp", "circo", "twopi"}
)

// maxPixels is the default maximum width and height of a picture: browsers and viewers can still show it as a whole.
const maxPixels = 4000

type graphFlags struct {
	Flags
	View        string
	Output      []string
	Format      string
	Error       int // 0: none
	All         bool
	At          int
	AtGiven     bool
	Until       int
	UntilGiven  bool
	Types       string
	TypesGiven  bool
	Focus       string
	Radius      int
	RadiusGiven bool
	MaxNodes    int // 0: the default
	MaxPixels   int // 0: unbounded
	PixelsGiven bool
	Timeout     time.Duration // 0: the default
	Layout      string
	Theme       string
	Engine      string
}

// Graph is the command that draws pictures.
func Graph() *Command {
	f := &graphFlags{}
	f.Sketch = true
	return &Command{
		Name: "graph", Args: "FILE[:LINE[:COL]] [NAME]...", Summary: "draw patterns, their history, errors, calls, relations and stages",
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
		Options: slices.Concat(
			In("what is drawn", []Option{
				{Name: "view", To: Choice(&f.View, pictureViews...), Usage: "what to draw",
					More: "(default: patterns, and error with --error; into a folder: all)"},
				{Name: "error", To: Number(&f.Error, 1), Holder: "N",
					Usage: "draw the derivation of this error; the number is that in patgraph check"},
				{Name: "all", To: Switch(&f.All), Usage: "for an error, also draw obvious steps; for a history, every step"},
				{Name: "at", To: Number(&f.At, 0), Given: &f.AtGiven, Holder: "STEP",
					Usage: "draw patterns or relations as they were after this step", More: "the number is that in patgraph trace"},
				{Name: "until", To: Number(&f.Until, 0), Given: &f.UntilGiven, Holder: "STEP",
					Usage: "draw the history only up to this step"},
			}),
			In("how much of it", []Option{
				{Name: "focus", To: Text(&f.Focus), Holder: "NAME|LINE:COL",
					Usage: "draw only what is near a definition, a value or a place"},
				{Name: "radius", To: Number(&f.Radius, 0), Given: &f.RadiusGiven, Holder: "N", Preset: "2",
					Usage: "how near: at most N arrows away"},
				{Name: "max-nodes", To: Number(&f.MaxNodes, 2), Holder: "N",
					Usage: "nodes above which a picture is folded (default: 400; for calls, 120)"},
				{Name: "max-pixels", To: Number(&f.MaxPixels, 0), Given: &f.PixelsGiven, Holder: "N",
					Preset: strconv.Itoa(maxPixels), Rare: true, Usage: "width or height above which a picture is folded",
					More: "0: any size, as with --all and --max-nodes"},
				{Name: "types", To: Choice(&f.Types, "named", "full"), Given: &f.TypesGiven, Preset: "named",
					Usage: "draw a type as one node, or with its structure"},
			}),
			In(GroupOutput, []Option{
				{Name: "o", Alias: "output", To: Texts(&f.Output), Holder: "FILE",
					Usage: "a file, - or a folder/ to write to (default: standard output)", More: "may be repeated"},
				{Name: "format", To: Choice(&f.Format, pictureFormats...),
					Usage: "how to write it (default: by the name of the file, else dot)"},
				{Name: "theme", To: Choice(&f.Theme, "light", "dark"), Preset: "light", Rare: true, Usage: "the colours"},
				{Name: "layout", To: Choice(&f.Layout, pictureLayouts...), Preset: "dot", Rare: true, Usage: "how Graphviz places the nodes"},
				{Name: "timeout", To: Duration(&f.Timeout), Holder: "T", Rare: true,
					Usage: "how long drawing one picture may take, such as 90s (default: 1m)"},
				{Name: "engine", To: Choice(&f.Engine, "auto", "bundled", "dot"), Preset: "auto", Rare: true,
					Usage: "the drawing program: patgraph-graphviz (bundled), an installed dot, or either of them"},
			}),
			f.Analysis(), f.Settings(), f.Debug(),
		),
		Run: f.graph,
	}
}

func (f *graphFlags) graph(p *Program, args []string) error {
	if len(args) == 0 {
		return NoFile()
	}
	l, err := ParseLocation(args[0])
	if err != nil {
		return err
	}
	targets, err := f.targets(p, l)
	if err != nil {
		return err
	}
	w := pictureWriter{Program: p, theme: graphviz.Light, path: l.Path, layout: f.Layout, engine: f.Engine,
		pixels: f.MaxPixels, timeout: f.Timeout}
	if (f.MaxNodes > 0 || f.All) && !f.PixelsGiven {
		w.pixels = 0 // so many nodes were requested explicitly
	}
	if f.Theme == "dark" {
		w.theme = graphviz.Dark
	}
	w.begin(targets)
	defer w.close()
	g := grapher{Program: p, f: f, l: l, names: args[1:]}
	folder := slices.ContainsFunc(targets, func(t target) bool { return t.folder })
	var pictures []picture
	var file string
	pick := func(in *report.Input, span lang.Span) error {
		in.Diagnostics = nil
		file, w.file = in.Name, in.File
		ps, err := g.pictures(in, span, folder)
		pictures = ps
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
func (f *graphFlags) guarded(p *Program, name string, do func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			b := batch.Batch{Stack: f.WantsStack()}
			in := &report.Input{Name: name}
			in.Diagnostics = []lang.Diagnostic{b.Defect(in, x)}
			if b.Stack {
				fmt.Fprintf(p.Stderr, "patgraph: panic in %s: %v\n%s", lang.Visible(name), x, debug.Stack())
			}
			style := f.Display.Style(p, p.Stderr)
			p.Stderr.Write(style.AppendDiagnostics(nil, in)) // a failure to write cannot be reported
			err = Found(batch.Defect)
		}
	}()
	return do()
}
