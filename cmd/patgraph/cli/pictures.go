package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/graphviz"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// A picture is a drawing with the base name of its file in a folder.
type picture struct {
	*graphviz.Picture
	name    string
	isError bool // it shows an error
}

// A Drawing says what is drawn of a program, as the options of graph with the same names.
type Drawing struct {
	View     string   `json:"view"`  // "": error if Error is given, else patterns or stages
	Names    []string `json:"names"` // of definitions; none: all
	Error    int      `json:"error"` // from 1; 0: any
	At       int      `json:"at"`    // a step; below 0: the last one
	Until    int      `json:"-"`     // likewise
	All      bool     `json:"all"`
	Types    string   `json:"types"` // "": named
	Focus    string   `json:"focus"`
	Radius   int      `json:"radius"`   // below 0: the default
	MaxNodes int      `json:"maxNodes"` // 0: the default
}

// NewDrawing returns the drawing of a whole program.
func NewDrawing() Drawing { return Drawing{At: -1, Until: -1, Radius: -1} }

// A grapher makes the pictures of a drawing.
type grapher struct {
	Drawing
	l    *Location
	note func(text string) // receives remarks
}

// Picture draws a program, or what is at a place of it.
func (d Drawing) Picture(in *report.Input, l *Location) (*graphviz.Picture, error) {
	if d.View != "" && !slices.Contains(pictureViews, d.View) {
		return nil, Wrong("there is no view " + words.Quote(d.View))
	}
	g := grapher{d, l, func(string) {}}
	list, err := g.pictures(in, false)
	if err != nil {
		return nil, err
	}
	return list[0].Picture, nil
}

func (g *grapher) pictures(in *report.Input, folder bool) ([]picture, error) {
	span, err := g.l.Span(in.File)
	if err != nil {
		return nil, err
	}
	views := []string{g.View}
	switch {
	case views[0] == "" && g.Error > 0:
		views[0] = "error"
	case views[0] == "" && folder:
		views = []string{"patterns", "calls", "history", "relations", "stages", "error"}
	case views[0] == "" || views[0] == "history" && g.At >= 0 && g.Until < 0:
		// The state of the history at a step is the patterns at that step.
		views[0] = "patterns"
		if g.View == "" && g.At < 0 && g.Types == "" && g.hasStages(in) {
			views[0] = cmp.Or(in.Language.View, views[0])
		}
	case views[0] != "error" && g.Error > 0:
		return nil, Wrong("--error draws an error, which is --view error, not " + words.Quote("--view "+views[0]))
	}
	for _, x := range []struct {
		flag  string
		views []string
		given bool
	}{{"at", []string{"patterns", "relations"}, g.At >= 0}, {"until", []string{"history"}, g.Until >= 0},
		{"types", []string{"patterns"}, g.Types != ""}} {
		if x.given && !slices.ContainsFunc(x.views, func(v string) bool { return slices.Contains(views, v) }) {
			return nil, Wrong("--" + x.flag + " is about --view " + strings.Join(x.views, " and --view "))
		}
	}
	if g.All && !slices.Contains(views, "error") && !slices.Contains(views, "history") {
		return nil, Wrong("--all works with --view error and --view history")
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
		switch {
		case list[i].name == "calls":
			most = graphviz.MaxCalls
		case g.Focus == "" && list[i].OfStages():
			most = graphviz.MaxStages
		}
		if g.MaxNodes > 0 {
			most = g.MaxNodes
		}
		if list[i].Fold(most) > 0 {
			notes := list[i].Notes
			g.note(fmt.Sprintf("%s: more than %d nodes, so %s; --max-nodes N or --focus NAME shows more",
				lang.Visible(in.Name), most, notes[len(notes)-1]))
		}
	}
	return list, nil
}

// hasStages reports whether there are stages to be drawn.
func (g *grapher) hasStages(in *report.Input) bool {
	list, _ := g.definitions(in)
	return slices.ContainsFunc(list, func(d int32) bool { return len(in.Result.Stages(d)) > 0 })
}

// definitions are the named definitions, or all.
func (g *grapher) definitions(in *report.Input) ([]int32, error) {
	var list []int32
	for _, name := range g.Names {
		d, err := definitionNamed(in, name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	if list == nil {
		for d := range in.Result.Definitions {
			if in.File.InMain(in.Result.Definitions[d].Span) {
				list = append(list, int32(d))
			}
		}
	}
	if len(list) == 0 {
		message := words.Quote(in.Name) + " has no definition to draw"
		for i := range in.Result.Diagnostics {
			if d := &in.Result.Diagnostics[i]; d.Severity == lang.Error && !d.Secondary {
				at := in.File.Position(d.Span.Start)
				message += fmt.Sprintf(": at %s there is an error %s (%s)", at, d.Code, d.Message)
				break
			}
		}
		return nil, Wrong(message)
	}
	return list, nil
}

func (g *grapher) view(in *report.Input, span lang.Span, view string, definitions []int32, folder bool) (
	[]picture, error) {
	r := in.Result
	if view == "relations" && !in.Language.Relations {
		if folder {
			return nil, nil
		}
		return nil, g.unrelated(in)
	}
	if view == "patterns" || view == "relations" || view == "history" {
		list, err := g.drawable(r, definitions)
		if err != nil {
			return nil, err
		}
		if view != "patterns" { // which has a box for each
			definitions = list
		}
	}
	switch view {
	case "patterns":
		at, err := g.step(in, view, definitions)
		o := graphviz.PatternsOptions{FullTypes: g.Types == "full", At: at}
		if err != nil {
			return nil, err
		}
		return []picture{{Picture: graphviz.Patterns(r, definitions, o), name: "patterns"}}, nil
	case "relations":
		at, err := g.step(in, view, definitions)
		if err != nil {
			return nil, err
		}
		pic := graphviz.Relations(r, definitions, at)
		if len(pic.Nodes) > 0 {
			return []picture{{Picture: pic, name: view}}, nil
		}
		if folder {
			return nil, nil
		}
		return nil, g.unrelated(in)
	case "stages":
		pic := graphviz.Stages(r, definitions)
		switch {
		case len(pic.Nodes) > 0:
			return []picture{{Picture: pic, name: view}}, nil
		case folder:
			return nil, nil
		}
		return nil, Wrong(words.Quote(in.Name) +
			" has nothing with stages, as networks of TensorScript have them; --view patterns draws what is derived")
	case "calls":
		if len(g.Names) > 0 || len(in.File.Parts()) > 1 {
			definitions = withNeighbours(r, definitions)
		}
		return []picture{{Picture: graphviz.Calls(r, definitions), name: "calls"}}, nil
	case "history":
		return g.histories(in, definitions, folder)
	}
	return g.errors(in, span, folder)
}

// drawable removes definitions that are too large, with a note. It fails if none is left.
func (g *grapher) drawable(r *patterns.Result, definitions []int32) ([]int32, error) {
	var list []int32
	for _, d := range definitions {
		n := graphviz.TooLarge(r, d)
		if n == 0 {
			list = append(list, d)
			continue
		}
		message := fmt.Sprintf("%s is too large to draw: its derivation has %d nodes, and at most %d are drawn",
			words.Quote(r.Definitions[d].Name), n, graphviz.MostDrawn)
		if len(definitions) == 1 {
			return nil, Wrong(message)
		}
		g.note(message)
	}
	if list == nil {
		return nil, Wrong("all definitions are too large to draw")
	}
	return list, nil
}

// step is the requested step, or -1.
func (g *grapher) step(in *report.Input, view string, definitions []int32) (int32, error) {
	if g.At < 0 {
		return -1, nil
	}
	if len(definitions) != 1 {
		flag := ""
		if view != "patterns" {
			flag = " --view " + view
		}
		return 0, Wrong("--at is a step of one definition: patgraph graph " + inputs.Shown(g.l.Path) +
			" NAME" + flag + " --at STEP")
	}
	return int32(min(g.At, 1<<31-1)), g.stepExists(in, definitions[0], g.At)
}

// unrelated is the error for a picture without relations.
func (g *grapher) unrelated(in *report.Input) error {
	if !in.Language.Relations {
		instead := "--view patterns draws what is derived"
		if g.hasStages(in) {
			instead = "--view stages draws its operators by their names, with the types between them"
		}
		return Wrong(words.Quote(in.Name) + " is in " + in.Language.Called() +
			", whose programs state no relations of types; " + instead)
	}
	what := in.Name
	if len(g.Names) > 0 {
		what = strings.Join(g.Names, ", ")
	}
	return Wrong(words.Quote(what) + " uses no operator, or was not derived: there is no relation to draw")
}

// withNeighbours adds to definitions those that they refer to and those that refer to them, in the order of the
// program.
func withNeighbours(r *patterns.Result, definitions []int32) []int32 {
	named, wanted := make([]bool, len(r.Definitions)), make([]bool, len(r.Definitions))
	for _, d := range definitions {
		named[d], wanted[d] = true, true
	}
	for d := range int32(len(r.Definitions)) {
		for _, c := range r.Front.Callees(d) {
			if c.Callee >= 0 {
				wanted[c.Callee] = wanted[c.Callee] || named[d]
				wanted[d] = wanted[d] || named[c.Callee]
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
	if _, n := in.Result.Front.Trace(d, 0); step > n {
		return Wrong(fmt.Sprintf("there is no step %d: the derivation has %s", step, lang.Count(n, "step", "steps")))
	}
	return nil
}

// histories draws how definitions were derived, with --all the reasons.
func (g *grapher) histories(in *report.Input, definitions []int32, folder bool) ([]picture, error) {
	r := in.Result
	until := int32(-1)
	if g.Until >= 0 {
		until = int32(min(g.Until, 1<<31-1))
		if len(definitions) == 1 {
			if err := g.stepExists(in, definitions[0], g.Until); err != nil {
				return nil, err
			}
		}
	}
	at, isPlace, err := g.focus(in)
	if err != nil {
		return nil, err
	}
	if isPlace && !folder && len(definitions) > 1 {
		// The history of one pattern belongs to one definition.
		if i := slices.IndexFunc(definitions, func(d int32) bool {
			s := r.Definitions[d].Span
			return s.Start <= at && at < s.End
		}); i >= 0 {
			definitions = definitions[i : i+1]
		}
	}
	if !folder {
		pic := graphviz.History(r, definitions, until, g.All)
		if len(pic.Nodes) == 0 {
			return nil, Wrong(words.Quote(r.Definitions[definitions[0]].Name) + " was not derived, so there is no history of it")
		}
		return []picture{{Picture: pic, name: "history"}}, nil
	}
	var list []picture
	for _, d := range definitions {
		if pic := graphviz.History(r, []int32{d}, until, g.All); len(pic.Nodes) > 0 {
			list = append(list, picture{Picture: pic, name: "history." + r.Definitions[d].Name})
		}
	}
	return list, nil
}

// focus is the offset of the requested place; it reports false if there is none, or if it is a name.
func (g *grapher) focus(in *report.Input) (at int32, ok bool, err error) {
	focus := g.Focus
	if focus == "" && g.l.Line > 0 {
		focus = strconv.Itoa(g.l.Line) + ":" + strconv.Itoa(max(g.l.Column, 1))
	}
	line, column, ok := strings.Cut(focus, ":")
	l := Location{Written: g.l.Path + ":" + focus, Path: g.l.Path}
	if !ok || !digits(line, &l.Line) || !digits(column, &l.Column) || l.Line <= 0 || l.Column <= 0 {
		return 0, false, nil
	}
	span, err := l.Span(in.File)
	return span.Start, err == nil, err
}

// errors draws the errors of a place, or the one with the requested number.
func (g *grapher) errors(in *report.Input, span lang.Span, folder bool) ([]picture, error) {
	count := 0
	var underived *lang.Diagnostic // the first requested error without a derivation
	var list []picture
	for i := range in.Result.Diagnostics {
		d := &in.Result.Diagnostics[i]
		if d.Severity != lang.Error || d.Secondary {
			continue
		}
		count++
		if !wantedError(g, d, span, count) {
			continue
		}
		pic, ok := graphviz.Error(in.Result, d, g.All)
		if ok {
			list = append(list, picture{Picture: pic, name: "error-" + strconv.Itoa(count), isError: true})
			if !folder {
				break
			}
		} else if underived == nil {
			underived = d
		}
	}
	switch {
	case len(list) > 0 || folder && g.Error == 0:
		return list, nil
	case underived != nil:
		d, at := underived, in.File.Position(underived.Span.Start)
		instead := ""
		if d.Code == lang.Underdetermined && d.Definition != "" {
			instead = "; patgraph graph " + inputs.Shown(g.l.Path) + " " + d.Definition +
				" --view relations draws what is decided and what waits"
		}
		return nil, Wrong(fmt.Sprintf("the error %s at %s (%s) has no derivation to be drawn%s",
			d.Code, at, d.Message, instead))
	case count == 0:
		return nil, Wrong(words.Quote(in.Name) + " has no error to be drawn")
	case g.Error > 0:
		return nil, Wrong(fmt.Sprintf("there is no error %d: %s has %s", g.Error, words.Quote(in.Name),
			lang.Count(count, "error", "errors")))
	}
	return nil, Wrong("there is no error at " + words.Quote(g.l.Written))
}

func wantedError(g *grapher, d *lang.Diagnostic, span lang.Span, number int) bool {
	if g.Error > 0 && number != g.Error {
		return false
	}
	if len(g.Names) > 0 && !slices.Contains(g.Names, d.Definition) {
		return false
	}
	return g.l.Line == 0 || isShown(d, span) || isPassed(d, span)
}

// usualRadius is the default distance from the focus.
const usualRadius = 2

// narrow applies the options that narrow a picture.
func (g *grapher) narrow(in *report.Input, pic *picture) error {
	focus := g.Focus
	if focus == "" && (g.l.Line == 0 || pic.isError) {
		if g.Radius >= 0 && !pic.isError {
			return Wrong("--radius says how far around --focus NAME or --focus LINE:COL")
		}
		return nil
	}
	radius := g.Radius
	if radius < 0 {
		radius = usualRadius
	}
	at, isPlace, err := g.focus(in)
	switch {
	case err != nil:
		return err
	case isPlace && !pic.FocusPlace(at, radius):
		return Wrong("nothing in the picture belongs to " + in.File.Position(at).String())
	case isPlace:
		return nil
	}
	if !pic.FocusName(focus, radius) {
		_, part, err := findNamed(in, focus)
		if err != nil {
			return err
		}
		if part != nil && (pic.FocusPlace(part.At.Start, radius) || pic.FocusPlace(part.Span.End-1, radius)) {
			return nil
		}
		return Wrong("nothing in the picture belongs to " + words.Quote(focus))
	}
	return nil
}
