package graphviz

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// stageWidth is about how many characters a line of a stage has.
const stageWidth = 36

// mostData is the maximum number of constants that are written in a stage.
const mostData = 6

// Stages draws functions as data flow from top to bottom: a box for each stage, with the type of its output on the
// arrow to the next one. Errors are shown at their stages, as are the places that their stories pass through; those
// that are not stages have boxes beside the stages that they decide. If no function has stages the picture is empty.
func Stages(r *patterns.Result, definitions []int32) *Picture { return stages(r, definitions, nil) }

// stages is the same with only one of the errors; nil: all.
func stages(r *patterns.Result, definitions []int32, only *lang.Diagnostic) *Picture {
	p := newPicture(r.File, "stages of "+subject(r, definitions))
	p.unit, p.stages = [2]string{"stage", "stages"}, true
	of, outer := diagnosed(r), make(map[int32]drawnStage)
	// A frame is made before those within it.
	definitions = slices.SortedStableFunc(slices.Values(definitions), func(x, y int32) int {
		return int(r.Definitions[x].Span.Start - r.Definitions[y].Span.Start)
	})
	for _, d := range definitions {
		list := r.Stages(d)
		if len(list) == 0 {
			continue
		}
		v := stagesView{
			Picture: p, def: &r.Definitions[d], errors: make(map[lang.Span][]*lang.Diagnostic),
			passed: make(map[lang.Span]string), at: make(map[lang.Span]int), outer: outer,
		}
		for _, dg := range of[v.def.Name] {
			if dg.Severity == lang.Error && (only == nil || only == dg) {
				v.list = append(v.list, dg)
				at := stageAround(list, dg.Span)
				v.errors[at] = append(v.errors[at], dg)
				if dg.Explanation != nil {
					for _, l := range dg.Explanation.Story {
						v.passed[l.Span] += "\n" + l.Text.String()
					}
					if len(dg.Explanation.Story) == 0 {
						v.computed(dg)
					}
				}
			}
		}
		if only != nil {
			list = slices.DeleteFunc(list, func(f patterns.Stages) bool {
				return !slices.ContainsFunc(f.Stages, func(s patterns.Stage) bool {
					return v.passed[placeOf(&s)] != "" || len(v.errors[placeOf(&s)]) > 0
				})
			})
		}
		parent := -1
		if len(definitions) > 1 || len(list) > 1 {
			name := definitionName(v.def.Name)
			frame := Cluster{
				ID: p.id(v.def.Name, "frame"), Role: RoleOfDefinition, Label: name, Span: v.def.Span, Parent: -1, Tooltip: name,
			}
			if len(list) == 1 && list[0].Within != "" {
				frame.Label = shorten(list[0].Within, maxSignature)
				if node, ok := outer[list[0].Node.Start]; ok && node.at >= 0 {
					frame.Parent = p.Nodes[node.at].Cluster
				}
			}
			parent = p.cluster(frame)
		}
		v.one = only != nil || len(v.list) == 1
		for i := range list {
			v.values = v.values || len(list[i].Stages) > 0 && list[i].Stages[0].Value != ""
			v.function(&list[i], parent, len(list) > 1)
		}
		for _, dg := range v.list {
			v.origins(dg)
		}
	}
	return p
}

// A stagesView draws the stages of one definition.
type stagesView struct {
	*Picture
	def    *patterns.Definition
	errors map[lang.Span][]*lang.Diagnostic // by place
	passed map[lang.Span]string             // text of stories by place
	list   []*lang.Diagnostic
	at     map[lang.Span]int    // the nodes of stages
	outer  map[int32]drawnStage // by where it starts: each stage of any definition
	one    bool                 // it is a picture of one error, whose facts have letters
	values bool                 // its stages give names to all values
}

// A drawnStage is a stage with its node, or -1 if it is only written in the boxes of others.
type drawnStage struct {
	*patterns.Stage
	at   int
	name string // if its node gives several values; empty, too, for a name from an exporter
}

// around returns the smallest stage that contains a place.
func (v *stagesView) around(at lang.Span) (node int, ok bool) {
	best := v.def.Span
	for s, i := range v.at {
		if s.Contains(at) && (!ok || s.End-s.Start < best.End-best.Start) {
			best, node, ok = s, i, true
		}
	}
	return node, ok
}

// isShown reports whether the box of a stage has the text of a place.
func (v *stagesView) isShown(at lang.Span) bool {
	return slices.ContainsFunc(v.Nodes, func(n Node) bool { return n.title > 0 && n.has(at) })
}

// has reports whether a place is within a box, or within the declaration of its layer.
func (n *Node) has(at lang.Span) bool {
	return n.Span.Contains(at) || n.layer.Contains(at) && !n.layer.Empty()
}

// computed notes, for the stages that computed sizes of an error, how they did so.
func (v *stagesView) computed(dg *lang.Diagnostic) {
	for _, note := range dg.Notes {
		if i := slices.IndexFunc(note, named); i >= 0 {
			v.passed[note[i].Span] += "\n" + strings.TrimSuffix(note[:i].String(), ", by ")
		}
	}
}

// named reports whether a word names a place.
func named(w lang.Word) bool { return !w.Span.Empty() }

// origins draws the places of an error's story that are not stages, and those of its two facts, with an arrow to the
// stage that contains them or that the story speaks of before, or else to the stage of the error. Without a story it
// draws the related places that are not within a stage, unless all that is written is a stage. In a picture
// of one error, the facts have the letters of its report.
func (v *stagesView) origins(dg *lang.Diagnostic) {
	fault, ok := v.at[dg.Span]
	if !ok {
		fault, ok = v.around(dg.Span)
	}
	if !ok || dg.Explanation == nil || dg.Clash == nil {
		return
	}
	story := dg.Explanation.Story
	letters := make(map[lang.Span]string)
	if v.one && len(story) > 0 { // otherwise the report has no letters either
		letters[dg.Clash.B.Span], letters[dg.Clash.A.Span] = "B", "A"
	}
	var list []origin
	drawn := make(map[lang.Span]bool)
	add := func(to int, at lang.Span, says string) {
		letter := letters[at]
		if letter != "" {
			says = letter + ": " + says
		}
		if drawn[at] || at.Empty() {
			return
		}
		drawn[at] = true
		if i, isStage := v.at[at]; isStage {
			if n := &v.Nodes[i]; letter != "" && i != fault {
				n.Role, n.Text = letterRole(letter), n.Text+"; "+says
				n.Lines = append(n.Lines, wrapped(says, stageWidth)...)
			}
			return
		}
		if i, ok := v.around(at); ok {
			to = i
		}
		list = append(list, origin{to: to, letter: letter, written: written{at, says}})
	}
	stage := fault
	for _, l := range story {
		if i, ok := v.at[l.Span]; ok {
			stage = i
			continue
		}
		if v.isShown(l.Span) && letters[l.Span] == "" {
			continue
		}
		add(stage, l.Span, l.Text.String())
	}
	for _, r := range dg.Related {
		to := fault
		for _, w := range r.Message { // the stage that computes with this
			if i, ok := v.at[w.Span]; ok {
				to = i
			}
		}
		if _, inside := v.around(r.Span); letters[r.Span] != "" || len(story) == 0 && v.one && !v.values && !inside {
			add(to, r.Span, r.Message.String())
		}
	}
	for len(list) > 0 {
		first, group, others := list[0], []written{list[0].written}, []origin(nil)
		for _, o := range list[1:] {
			if o.to == first.to && o.letter == "" && first.letter == "" && v.onOneLine(first.written, o.written) {
				group = append(group, o.written)
			} else {
				others = append(others, o)
			}
		}
		list = others
		n := Node{
			ID: v.id(v.def.Name, "origin"), Role: RolePassing, Cluster: v.Nodes[first.to].Cluster, Left: true,
			Names: []string{v.def.Name},
		}
		if first.letter != "" {
			n.Role = letterRole(first.letter)
		}
		v.write(&n, group, stageWidth, stageWidth/2)
		v.edge(Edge{From: v.node(n), To: first.to, Role: RoleReads, Span: n.Span})
	}
}

// An origin is a place that decides something of a stage.
type origin struct {
	written
	to     int
	letter string
}

func (v *stagesView) function(f *patterns.Stages, cluster int, framed bool) {
	if framed {
		cluster = v.cluster(Cluster{
			ID: v.id(f.Function, "frame"), Role: RoleOfDefinition, Label: f.Function, Span: f.Span,
			Parent: cluster, Tooltip: f.Function,
		})
	}
	used := make([]bool, len(f.Stages))
	inside := len(v.list) == 0 // constants are written in what reads them; those of an error have arrows
	reads := func(i int) (data []*patterns.Stage) {
		for _, from := range f.Stages[i].From {
			if s := &f.Stages[from]; inside && s.Data {
				data = append(data, s)
			}
		}
		for _, s := range f.Stages[i].Outside {
			if from, ok := v.outer[s.Start]; ok && from.at < 0 {
				data = append(data, from.Stage)
			}
		}
		return data
	}
	for i := range f.Stages {
		for _, from := range f.Stages[i].From {
			used[from] = true
		}
	}
	results := resultsOf(f.Stages)
	drawn := make([]drawnStage, len(f.Stages))
	followed := make(map[int]bool) // nodes that a straight chain leads on from
	for i := range f.Stages {
		s := &f.Stages[i]
		if s.Same >= 0 {
			drawn[i] = drawn[s.Same]
			continue
		}
		x := &drawn[i]
		*x = drawnStage{Stage: s, at: -1}
		v.outer[s.Span.Start] = *x
		if inside && s.Data && !s.Given { // also one that nothing takes, which is no input
			continue
		}
		all := results[s.At]
		if len(all) > 1 {
			x.name = valueName(s)
		}
		if len(all) > 1 && all[0].Span != s.Span {
			x.at = v.at[s.At]
		} else {
			x.at = v.stage(f.Function, s, all, reads(i), cluster)
		}
		v.outer[s.Span.Start] = *x
		if len(all) > 1 && all[0].Span != s.Span {
			continue
		}
		for _, span := range s.Outside {
			if from, ok := v.outer[span.Start]; ok && from.at >= 0 {
				v.flow(from, x.at, false)
			}
		}
		main := -1 // the last value computed before, so that arrows that skip stages are beside the chain
		for _, from := range s.From {
			if from = source(f, from); !f.Stages[from].Data && !followed[drawn[from].at] &&
				(s.Sizes || !f.Stages[from].Sizes) {
				main = max(main, from)
			}
		}
		if main >= 0 {
			followed[drawn[main].at] = true
		}
		for _, from := range s.From {
			if inside && f.Stages[from].Data {
				continue
			}
			from = source(f, from)
			used[from] = true
			v.flow(drawn[from], x.at, from == main)
		}
	}
	named := slices.ContainsFunc(f.Stages, func(s patterns.Stage) bool { return s.Given })
	for i := range f.Stages { // the last stage is the result if no other takes it and none has a name
		if s := &f.Stages[i]; s.Given || !named && s.Same < 0 && !used[i] && i == len(f.Stages)-1 {
			end := v.node(Node{
				ID: v.id(f.Function, "result"), Role: RoleEntry, Lines: []string{shorten(cmp.Or(s.Value, "result"), maxName)},
				Cluster: cluster,
				Names:   []string{v.def.Name},
			})
			v.edge(Edge{From: drawn[i].at, To: end, Role: RoleFlows, Main: true, Label: flowLabel(s, ""), Span: s.Span})
			if node, ok := v.outer[f.Node.Start]; ok && f.Within != "" && node.at >= 0 {
				v.edge(Edge{From: end, To: node.at, Role: RoleComputes, Span: s.Span, Tooltip: f.Within})
			}
		}
	}
}

// flow draws an arrow from a stage to a node that takes its value.
func (v *stagesView) flow(from drawnStage, to int, main bool) {
	e := Edge{
		From: from.at, To: to, Role: RoleFlows, Main: main, Span: from.Span, Label: flowLabel(from.Stage, from.name),
	}
	if v.Nodes[to].Role == RoleFault {
		e.Role = RoleAmiss
	}
	e.Tooltip = v.Picture.at(shorten(from.Text, maxName), from.Span) + " gives " +
		shorten(from.Type, maxTooltipSignature)
	v.edge(e)
}

// flowLabel writes the name of a value unless it is empty, its type, and its entries if they are known.
func flowLabel(s *patterns.Stage, name string) string {
	if name != "" {
		name = shorten(name, maxName) + ": "
	}
	label := name + shorten(s.Type, maxSignature)
	if s.Entries != "" && !s.Data {
		label += " " + shorten(s.Entries, maxName)
	}
	return strings.Join(wrapped(label, signatureWidth), "\n")
}

// resultsOf lists the values of each node that gives several, by its place.
func resultsOf(list []patterns.Stage) map[lang.Span][]*patterns.Stage {
	of := make(map[lang.Span][]*patterns.Stage)
	for i := range list {
		if s := &list[i]; s.Value != "" && s.At != (lang.Span{}) {
			of[s.At] = append(of[s.At], s)
		}
	}
	return of
}

// source is the stage that gives the value which a stage names.
func source(f *patterns.Stages, i int) int {
	for f.Stages[i].Same >= 0 {
		i = f.Stages[i].Same
	}
	return i
}

// stageAround returns the place of the smallest stage that contains a place, or else the place itself.
func stageAround(list []patterns.Stages, at lang.Span) lang.Span {
	best, found := at, false
	for i := range list {
		for j := range list[i].Stages {
			if s := placeOf(&list[i].Stages[j]); s.Contains(at) && (!found || s.End-s.Start < best.End-best.Start) {
				best, found = s, true
			}
		}
	}
	return best
}

// placeOf is where errors about a stage are.
func placeOf(s *patterns.Stage) lang.Span {
	if s.At != (lang.Span{}) {
		return s.At
	}
	return s.Span
}

// exported matches what an exporter adds to the name of an operator to name its result.
var exported = regexp.MustCompile(`^(_[0-9]+)?(_output_[0-9]+)?$`)

// briefName shortens the name that an exporter gives a value: `/layers.0/attn/Add_3_output_0 = Add` becomes `Add`, and
// of a path two parts are left.
func briefName(s *patterns.Stage) string {
	operator := operatorOf(s)
	if operator == s.Text {
		return s.Text
	}
	parts := strings.Split(strings.Trim(s.Value, "/"), "/")
	if end, ok := strings.CutPrefix(parts[len(parts)-1], operator); ok && exported.MatchString(end) {
		return operator
	}
	return strings.Join(parts[max(0, len(parts)-2):], "/") + " = " + operator
}

// constants writes the constants that a stage takes: the last part of the name of each, as in `layers.0.norm.weight`,
// and its type; of those that a node gives, only their entries, which may decide sizes.
func constants(data []*patterns.Stage) string {
	var list []string
	for _, x := range data {
		text := x.Entries
		if !strings.HasPrefix(x.Text, x.Value+" = ") {
			name := x.Value[strings.LastIndexByte(x.Value, '.')+1:]
			text = strings.TrimSpace(shorten(name, maxName) + ": " + shorten(x.Type, maxName) + " " + x.Entries)
		}
		if len(list) == mostData {
			list[mostData-1] = "…"
		} else if text != "" {
			list = append(list, text)
		}
	}
	return strings.Join(list, ", ")
}

// operatorOf is what computes the value of a stage.
func operatorOf(s *patterns.Stage) string { return strings.TrimPrefix(s.Text, s.Value+" = ") }

// valueName is the name of the value of a stage, empty if an exporter made it from the name of the operator.
func valueName(s *patterns.Stage) string {
	name, _ := strings.CutSuffix(briefName(s), " = "+operatorOf(s))
	if name == operatorOf(s) {
		return ""
	}
	return name
}

// stage draws a stage with the constants that are written in it. If its node gives several values, all are named.
func (v *stagesView) stage(function string, s *patterns.Stage, all, data []*patterns.Stage, cluster int) int {
	at := placeOf(s)
	text := strings.Join(strings.Fields(s.Text), " ")
	brief, types := strings.Join(strings.Fields(briefName(s)), " "), s.Type
	if len(all) > 1 {
		names, given, typesOf := make([]string, len(all)), []string(nil), make([]string, len(all))
		for i, x := range all {
			names[i], typesOf[i] = x.Value, x.Type
			if name := valueName(x); name != "" {
				given = append(given, name)
			}
		}
		text, types = strings.Join(names, ", ")+" = "+operatorOf(s), strings.Join(typesOf, ", ")
		if brief = operatorOf(s); len(given) > 0 {
			brief = strings.Join(given, ", ") + " = " + brief
		}
	}
	n := Node{
		ID: v.id(function, text), Role: RoleStage, Span: s.Span, Cluster: cluster, Names: []string{v.def.Name, function},
		Spans: slices.Compact([]lang.Span{s.Span, at}),
		Lines: wrapped(shorten(brief, maxSignature), stageWidth), Name: v.Picture.at(shorten(text, maxSignature), s.Span),
		scope: s.Scope, kind: operatorOf(s) + kindType + types, typ: s.Type, layer: s.Layer,
		data: s.Data, sizes: s.Sizes, entry: len(s.From)+len(s.Outside) == 0,
	}
	if s.Uses != "" {
		uses := "(" + shorten(s.Uses, maxName) + ")"
		n.Name = v.Picture.at(shorten(text, maxSignature)+" "+uses, s.Span)
		if last := &n.Lines[len(n.Lines)-1]; utf8.RuneCountInString(*last+uses) < stageWidth {
			*last += " " + uses
		} else {
			n.Lines = append(n.Lines, uses)
		}
	}
	n.title = len(n.Lines)
	n.Tooltip = v.Picture.at(shorten(text, maxTooltipSignature), s.Span) + ": " + shorten(types, maxTooltipSignature)
	n.Text = n.Name + " : " + shorten(types, maxTooltipSignature)
	for _, line := range []string{shorten(s.Details, maxSignature), constants(data)} {
		if line != "" {
			n.Lines = append(n.Lines, wrappedList(line, stageWidth)...)
			n.Text += "; " + line
		}
	}
	for _, x := range data {
		n.Spans = append(n.Spans, x.Span)
	}
	if said := v.passed[at]; said != "" && len(v.errors[at]) == 0 {
		name, _, _ := strings.Cut(brief, "(")
		n.Role = RoleSource
		for _, line := range strings.Split(said[1:], "\n") {
			if rest, ok := strings.CutPrefix(line, "`"+name+"` "); ok && !strings.HasPrefix(rest, "and ") {
				line = rest // the box is about it
			}
			n.Lines = append(n.Lines, wrapped(shorten(line, maxSignature), stageWidth)...)
		}
		n.Tooltip += said
		n.Text += strings.ReplaceAll(said, "\n", "; ")
	}
	if wrong := v.errors[at]; len(wrong) > 0 {
		n.Role = RoleFault
		for _, dg := range wrong {
			says := dg.Message.String()
			if x := dg.Explanation; x != nil && len(x.Story) > 0 {
				for _, l := range x.Story {
					n.Tooltip += "\n" + v.Picture.at(l.Text.String(), l.Span)
				}
				if shown := x.Shown.String(); shown != "" {
					n.Text += "; " + shown
					n.Lines = append(n.Lines, wrapped(shown, stageWidth)...)
				}
			}
			if v.one && (dg.Explanation == nil || len(dg.Explanation.Story) == 0) {
				n.Lines = append(n.Lines, wrapped(says, stageWidth)...)
				for _, note := range dg.Notes {
					if !slices.ContainsFunc(note, named) {
						n.Lines = append(n.Lines, wrapped(shorten(note.String(), maxSignature), stageWidth)...)
					}
				}
			}
			n.Text += " [error: " + says + "]"
			v.Notes = append(v.Notes, v.Picture.at("error: "+says, dg.Span))
		}
	}
	i := v.node(n)
	v.at[at] = i
	return i
}
