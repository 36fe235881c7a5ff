package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/batch"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/graphviz/engine"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

var (
	views   = []string{"patterns", "history", "error", "calls"}
	formats = []string{"dot", "svg", "png", "json", "txt"}
	layouts = []string{"dot", "neato", "fdp", "sfdp", "circo", "twopi"}

	graphOptions = []option{
		{name: "view", kind: isChoice, choices: views, usage: "what to draw (default: patterns, and error with --error; into a folder: all)"},
		{name: "o", alias: "output", kind: isText, value: "FILE", many: true, usage: "where to write it: a file, - or a folder/ (default: standard output); may be repeated"},
		{name: "format", kind: isChoice, choices: formats, usage: "how to write it (default: by the name of the file, else dot)"},
		{name: "error", kind: isNumber, value: "N", least: 1, usage: "draw the derivation of this error, as patgraph check counts them"},
		{name: "all", kind: isSwitch, usage: "of an error, also the steps that go without saying"},
		{name: "at", kind: isNumber, value: "STEP", least: 0, usage: "draw the patterns as they were after this step, as patgraph trace counts them"},
		{name: "until", kind: isNumber, value: "STEP", least: 0, usage: "draw the history only up to this step"},
		{name: "types", kind: isChoice, choices: []string{"named", "full"}, preset: "named", usage: "types as one node, or with their structure"},
		{name: "focus", kind: isText, value: "NAME|LINE:COL", usage: "only what is near a definition or a place"},
		{name: "radius", kind: isNumber, value: "N", least: 0, usage: "how near: so many arrows away (default: 2)"},
		{name: "max-nodes", kind: isNumber, value: "N", least: 2, usage: "nodes of a picture, above which it is folded (default: 400, of calls 120)"},
		{name: "layout", kind: isChoice, choices: layouts, preset: "dot", usage: "how Graphviz places the nodes"},
		{name: "theme", kind: isChoice, choices: []string{"light", "dark"}, preset: "light", usage: "the colours"},
		{name: "engine", kind: isChoice, choices: []string{"auto", "bundled", "dot"}, preset: "auto", usage: "what draws: patgraph-graphviz, an installed dot, or whichever there is"},
	}
)

// defaultRadius is how far around a focus a picture goes.
const defaultRadius = 2

// A picture is a drawing with the name that its file gets in a folder.
type picture struct {
	*graphviz.Picture
	name string
}

// A target is where a picture is written, and how.
type target struct {
	path   string // "-" is standard output
	folder bool
	format string
}

// graph draws.
func (p *program) graph(c *cli.Context) error {
	if c.NArg() == 0 {
		return &usageError{command: "graph", message: "which file? - is standard input"}
	}
	l, err := parseLocation(c.Args().First(), "graph")
	if err != nil {
		return err
	}
	targets, err := p.targets(c, &l)
	if err != nil {
		return err
	}
	w := pictureWriter{program: p, theme: graphviz.Light, path: l.path, layout: c.String("layout"), engine: c.String("engine")}
	if c.String("theme") == "dark" {
		w.theme = graphviz.Dark
	}
	w.begin(targets)
	defer w.close()
	g := grapher{program: p, c: c, l: &l, names: c.Args().Tail()}
	folder := slices.ContainsFunc(targets, func(t target) bool { return t.folder })
	var pictures []picture
	var file string
	pick := func(in *report.Input, span lang.Span) error {
		in.Diagnostics = nil
		file = in.Name
		ps, err := g.pictures(in, span, folder)
		pictures = ps
		return err
	}
	drawn := false
	if err := p.answer(c, &l, pick, func(*report.Input) []byte { drawn = true; return nil }); err != nil {
		return err
	}
	if !drawn {
		return nil
	}
	if l.path != "-" {
		w.source = file
	}
	return p.guarded(c, inputs.Shown(l.path), func() error {
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

// guarded does what comes after an analysis. A panic in it is told as one in the
// analysis is.
func (p *program) guarded(c *cli.Context, name string, do func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			b := batch.Batch{Stack: c.Bool("debug.stack") || debugWanted()}
			in := &report.Input{Name: name}
			in.Diagnostics = []lang.Diagnostic{b.Defect(in, x)}
			if b.Stack {
				fmt.Fprintf(p.stderr, "patgraph: panic in %s: %v\n%s", name, x, debug.Stack())
			}
			style := p.style(c, p.stderr)
			p.stderr.Write(style.AppendDiagnostics(nil, in)) // nobody to tell if that fails
			err = found(batch.Defect)
		}
	}()
	return do()
}

// targets says where pictures go and in which form.
func (p *program) targets(c *cli.Context, l *location) ([]target, error) {
	fixed := c.String("format")
	paths := c.StringSlice("o")
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	var list []target
	source, sourceErr := os.Stat(l.path)
	for _, path := range paths {
		t := target{path: path, format: fixed}
		info, err := os.Stat(path)
		if path != "-" && (os.IsPathSeparator(path[len(path)-1]) || err == nil && info.IsDir()) {
			t.folder = true
			if file, err := os.Stat(filepath.Clean(path)); err == nil && !file.IsDir() {
				return nil, &usageError{command: "graph", message: words.Quote(filepath.Clean(path)) + " is a file, not a folder to write pictures to"}
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
			return nil, &usageError{command: "graph",
				message: "what kind of picture is " + words.Quote(path) + "? Its name ends in " + words.Or(dotted(formats)) + ", or give --format"}
		case path == "-" && t.format == "png" && isTerminal(p.stdout):
			return nil, &usageError{command: "graph", message: "a PNG is nothing for a terminal: write it to a file with -o FILE.png"}
		}
		if path != "-" && l.path != "-" && err == nil && sourceErr == nil && os.SameFile(info, source) && info.Mode().IsRegular() {
			return nil, &usageError{command: "graph", message: words.Quote(path) + " is the program; a picture needs a file of its own"}
		}
		if path != "-" && !t.folder {
			if dir := filepath.Dir(path); !exists(dir) {
				return nil, &usageError{command: "graph", message: "there is no folder " + words.Quote(dir) + " to write " + words.Quote(filepath.Base(path)) + " to"}
			}
		}
		list = append(list, t)
	}
	return list, nil
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func formatOf(path string) string {
	if path == "-" {
		return "dot"
	}
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	if ext == "gv" {
		return "dot"
	}
	if slices.Contains(formats, ext) {
		return ext
	}
	return ""
}

func dotted(words []string) []string {
	var list []string
	for _, w := range words {
		list = append(list, "."+w)
	}
	return list
}

// A grapher makes the pictures that a command line asks for.
type grapher struct {
	*program
	c     *cli.Context
	l     *location
	names []string
}

func (g *grapher) pictures(in *report.Input, span lang.Span, folder bool) ([]picture, error) {
	c := g.c
	views := []string{c.String("view")}
	switch {
	case views[0] == "" && c.IsSet("error"):
		views[0] = "error"
	case views[0] == "" && folder:
		views = []string{"patterns", "calls", "history", "error"}
	case views[0] == "" || views[0] == "history" && c.IsSet("at") && !c.IsSet("until"):
		// What the history came to at a step is the patterns of then.
		views[0] = "patterns"
	case views[0] != "error" && c.IsSet("error"):
		return nil, &usageError{command: "graph", message: "--error draws an error, which is --view error, not " + words.Quote("--view "+views[0])}
	}
	for _, x := range []struct{ flag, view string }{{"at", "patterns"}, {"until", "history"}, {"all", "error"}, {"types", "patterns"}} {
		if c.IsSet(x.flag) && !slices.Contains(views, x.view) {
			return nil, &usageError{command: "graph", message: "--" + x.flag + " is about --view " + x.view}
		}
	}
	definitions, err := g.definitions(in)
	if err != nil {
		return nil, err
	}
	var list []picture
	for _, view := range views {
		ps, err := g.view(in, span, view, definitions, folder)
		if err != nil {
			return nil, err
		}
		list = append(list, ps...)
	}
	for i := range list {
		if err := g.narrow(in, &list[i]); err != nil {
			return nil, err
		}
		most := graphviz.MaxNodes
		if list[i].name == "calls" {
			most = graphviz.MaxCalls
		}
		if c.IsSet("max-nodes") {
			most = c.Int("max-nodes")
		}
		if list[i].Fold(most) > 0 {
			notes := list[i].Notes
			fmt.Fprintf(g.stderr, "patgraph: %s: more than %d nodes, so %s; --max-nodes N or --focus NAME shows more\n", in.Name, most, notes[len(notes)-1])
		}
	}
	return list, nil
}

// definitions are those that were named, or all.
func (g *grapher) definitions(in *report.Input) ([]int32, error) {
	var list []int32
	for _, name := range g.names {
		d, err := definitionNamed(in, name, "graph")
		if err != nil {
			return nil, err
		}
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	if list == nil {
		for d := range in.Result.Definitions {
			if in.File.Homely(in.Result.Definitions[d].Span) {
				list = append(list, int32(d))
			}
		}
	}
	if len(list) == 0 {
		e := &usageError{command: "graph", message: words.Quote(in.Name) + " has no definition to draw"}
		for i := range in.Result.Diagnostics {
			if d := &in.Result.Diagnostics[i]; d.Severity == lang.Error && !d.Secondary {
				at := in.File.Position(d.Span.Start)
				e.message += fmt.Sprintf(": at %s there is an error %s (%s)", at, d.Code, d.Message)
				break
			}
		}
		return nil, e
	}
	return list, nil
}

func (g *grapher) view(in *report.Input, span lang.Span, view string, definitions []int32, folder bool) ([]picture, error) {
	r, c := in.Result, g.c
	switch view {
	case "patterns":
		o := graphviz.PatternsOptions{FullTypes: c.String("types") == "full", At: -1}
		if c.IsSet("at") {
			if len(definitions) != 1 {
				return nil, &usageError{command: "graph", message: "--at is a step of one definition: patgraph graph " + inputs.Shown(g.l.path) + " NAME --at STEP"}
			}
			if err := g.stepExists(in, definitions[0], c.Int("at")); err != nil {
				return nil, err
			}
			o.At = int32(c.Int("at"))
		}
		return []picture{{graphviz.Patterns(r, definitions, o), "patterns"}}, nil
	case "calls":
		if len(g.names) > 0 || len(in.File.Parts()) > 1 {
			definitions = withNeighbours(r, definitions)
		}
		return []picture{{graphviz.Calls(r, definitions), "calls"}}, nil
	case "history":
		return g.histories(in, definitions, folder)
	}
	return g.errors(in, span, folder)
}

// withNeighbours adds to definitions those that they refer to and those that refer
// to them, in the order of the program.
func withNeighbours(r *patterns.Result, definitions []int32) []int32 {
	wanted := make(map[int32]bool)
	for d := range int32(len(r.Definitions)) {
		named := slices.Contains(definitions, d)
		wanted[d] = wanted[d] || named
		for _, c := range r.Front.Callees(d) {
			if named && c.Callee >= 0 {
				wanted[c.Callee] = true
			}
			if slices.Contains(definitions, c.Callee) {
				wanted[d] = true
			}
		}
	}
	var list []int32
	for d := range int32(len(r.Definitions)) {
		if wanted[d] {
			list = append(list, d)
		}
	}
	return list
}

func (g *grapher) stepExists(in *report.Input, d int32, step int) error {
	if n := len(in.Result.Front.Trace(d)); step > n {
		return &usageError{command: "graph", message: fmt.Sprintf("there is no step %d: the derivation has %s", step, words.Count(n, "step", "steps"))}
	}
	return nil
}

func (g *grapher) histories(in *report.Input, definitions []int32, folder bool) ([]picture, error) {
	r := in.Result
	if !folder && len(definitions) > 1 {
		if len(g.names) > 0 {
			return nil, &usageError{command: "graph", message: "a history is of one definition; several go into a folder: -o FOLDER/"}
		}
		var names []string
		for _, d := range definitions {
			names = append(names, r.Definitions[d].Name)
		}
		if len(names) > 8 {
			names = append(names[:7], "…")
		}
		return nil, &usageError{command: "graph", message: "the history of which definition? " + words.Quote(in.Name) + " has " + strings.Join(names, ", ") +
			": patgraph graph " + inputs.Shown(g.l.path) + " NAME --view history"}
	}
	until := int32(-1)
	if g.c.IsSet("until") {
		until = int32(min(g.c.Int("until"), 1<<31-1))
		if len(definitions) == 1 {
			if err := g.stepExists(in, definitions[0], g.c.Int("until")); err != nil {
				return nil, err
			}
		}
	}
	var list []picture
	for _, d := range definitions {
		pic, ok := graphviz.History(r, d, until)
		if !ok {
			if folder {
				continue
			}
			return nil, &usageError{command: "graph", message: words.Quote(r.Definitions[d].Name) + " was not derived, so there is no history of it"}
		}
		list = append(list, picture{pic, "history." + r.Definitions[d].Name})
	}
	return list, nil
}

// errors draws the errors of a place, or the one of a number.
func (g *grapher) errors(in *report.Input, span lang.Span, folder bool) ([]picture, error) {
	told := 0
	var underived *lang.Diagnostic // the first that was asked for
	var list []picture
	for i := range in.Result.Diagnostics {
		d := &in.Result.Diagnostics[i]
		if d.Severity != lang.Error || d.Secondary {
			continue
		}
		told++
		if !wantedError(g, d, span, told) {
			continue
		}
		pic, ok := graphviz.Error(in.Result, d, g.c.Bool("all"))
		if ok {
			list = append(list, picture{pic, "error-" + strconv.Itoa(told)})
			if !folder {
				break
			}
		} else if underived == nil {
			underived = d
		}
	}
	switch {
	case len(list) > 0 || folder && !g.c.IsSet("error"):
		return list, nil
	case underived != nil:
		d, at := underived, in.File.Position(underived.Span.Start)
		return nil, &usageError{command: "graph", message: fmt.Sprintf("the error %s at %s (%s) has no derivation to be drawn", d.Code, at, d.Message)}
	case told == 0:
		return nil, &usageError{command: "graph", message: words.Quote(in.Name) + " has no error to be drawn"}
	case g.c.IsSet("error"):
		return nil, &usageError{command: "graph", message: fmt.Sprintf("there is no error %d: %s has %s", g.c.Int("error"), words.Quote(in.Name), words.Count(told, "error", "errors"))}
	}
	return nil, &usageError{command: "graph", message: "there is no error at " + words.Quote(g.l.written)}
}

func wantedError(g *grapher, d *lang.Diagnostic, span lang.Span, number int) bool {
	if g.c.IsSet("error") && number != g.c.Int("error") {
		return false
	}
	if len(g.names) > 0 && !slices.Contains(g.names, d.Definition) {
		return false
	}
	return g.l.line == 0 || shows(d, span) || g.l.line > 0 && passes(d, span)
}

// narrow applies what was said of where to look.
func (g *grapher) narrow(in *report.Input, pic *picture) error {
	radius := defaultRadius
	if g.c.IsSet("radius") {
		radius = g.c.Int("radius")
	}
	focus := g.c.String("focus")
	isError := strings.HasPrefix(pic.name, "error")
	switch {
	case focus == "" && (g.l.line == 0 || isError):
		if g.c.IsSet("radius") && !isError {
			return &usageError{command: "graph", message: "--radius says how far around --focus NAME or --focus LINE:COL"}
		}
		return nil
	case focus == "":
		focus = strconv.Itoa(g.l.line) + ":" + strconv.Itoa(max(g.l.column, 1))
	}
	if line, column, ok := strings.Cut(focus, ":"); ok {
		at := location{written: g.l.path + ":" + focus, path: g.l.path}
		if number(line, &at.line) && number(column, &at.column) && at.line > 0 && at.column > 0 {
			span, err := at.span(in.File, "graph")
			if err != nil {
				return err
			}
			if !pic.FocusPlace(span.Start, radius) {
				return &usageError{command: "graph", message: "nothing in the picture is about " + focus}
			}
			return nil
		}
	}
	if !pic.FocusName(focus, radius) {
		if _, err := definitionNamed(in, focus, "graph"); err != nil {
			return err
		}
		return &usageError{command: "graph", message: "nothing in the picture is about " + words.Quote(focus)}
	}
	return nil
}

// A pictureWriter writes pictures to their targets.
type pictureWriter struct {
	*program
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
			return &writeError{words.Quote(path), err}
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
		return w.out.write(b)
	}
	if err := atomicfile.WriteFile(path, b); err != nil {
		return &writeError{words.Quote(path), err}
	}
	return nil
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
	dot := pic.AppendDOT(nil, graphviz.DOT{Theme: w.theme, File: w.link(path), Other: w.others(path)})
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
	drawn, err := w.drawing.Picture(context.Background(), dot, w.layout, format)
	if err != nil {
		return nil, fmt.Errorf("cannot draw %s: %w", words.Quote(pic.Title), err)
	}
	for _, note := range drawn.Notes {
		fmt.Fprintf(w.stderr, "patgraph: %s: %s\n", inputs.Shown(path), note)
	}
	if format == "svg" {
		return graphviz.FinishSVG(drawn.Data, dot), nil
	}
	return drawn.Data, nil
}

// link is the path of the program from where its picture is.
func (w *pictureWriter) link(picture string) string {
	if w.source == "" {
		return ""
	}
	return pathFrom(picture, w.path, w.source)
}

// others are the paths of libraries from where a picture is, by their names, which are
// paths from here.
func (w *pictureWriter) others(picture string) func(name string) string {
	return func(name string) string { return pathFrom(picture, filepath.FromSlash(name), name) }
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
