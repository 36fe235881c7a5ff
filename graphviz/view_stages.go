package graphviz

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// stageWidth is about how many characters a line of a stage has.
const stageWidth = 36

// Stages draws functions as data flow from top to bottom: a box for each stage, with the type of its output on the
// arrow to the next one. Errors are shown at their stages, as are the places that their stories pass through; those that
// are not stages have boxes beside the stages that they decide. If no function has stages the picture is empty.
func Stages(r *patterns.Result, definitions []int32) *Picture { return stages(r, definitions, nil) }

// stages is the same with only one of the errors; nil: all.
func stages(r *patterns.Result, definitions []int32, only *lang.Diagnostic) *Picture {
	p := newPicture(r.File, "stages of "+subject(r, definitions))
	p.unit, p.stages = [2]string{"stage", "stages"}, true
	for _, d := range definitions {
		list := r.Stages(d)
		if len(list) == 0 {
			continue
		}
		v := stagesView{
			Picture: p, def: &r.Definitions[d], errors: make(map[lang.Span][]*lang.Diagnostic),
			passed: make(map[lang.Span]string), at: make(map[lang.Span]int), one: only != nil,
		}
		for i := range r.Diagnostics {
			dg := &r.Diagnostics[i]
			if dg.Severity == lang.Error && dg.Definition == v.def.Name && (only == nil || only == dg) {
				v.list = append(v.list, dg)
				v.errors[dg.Span] = append(v.errors[dg.Span], dg)
				if dg.Explanation != nil {
					for _, l := range dg.Explanation.Story {
						v.passed[l.Span] += "\n" + l.Text.String()
					}
				}
			}
		}
		parent := -1
		if len(definitions) > 1 || len(list) > 1 {
			parent = p.cluster(Cluster{
				ID: p.id(v.def.Name, "frame"), Role: RoleOfDefinition, Label: definitionName(v.def.Name), Span: v.def.Span,
				Parent: -1, Tooltip: definitionName(v.def.Name),
			})
		}
		for i := range list {
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
	at     map[lang.Span]int // the nodes of stages
	one    bool              // it is a picture of one error, whose facts have letters
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

// origins draws the places of an error's story that are not stages, and those of its two facts, with an arrow to the
// stage that contains them or that the story speaks of before, or else to the stage of the error.
func (v *stagesView) origins(dg *lang.Diagnostic) {
	to, ok := v.at[dg.Span]
	if !ok || dg.Explanation == nil || dg.Clash == nil || !v.one && len(dg.Explanation.Story) == 0 {
		return
	}
	drawn := make(map[lang.Span]bool)
	origin := func(to int, at lang.Span, says string) {
		if _, isStage := v.at[at]; isStage || drawn[at] || at.Empty() {
			return
		}
		drawn[at] = true
		if i, ok := v.around(at); ok {
			to = i
		}
		n := Node{
			ID: v.id(v.def.Name, "origin"), Role: RolePassing, Span: at, Cluster: v.Nodes[to].Cluster, Left: true,
			Names: []string{v.def.Name}, Spans: []lang.Span{at}, Tooltip: v.Picture.at(says, at),
		}
		for i, w := range [...]*lang.Witness{dg.Clash.A, dg.Clash.B} {
			if v.one && w != nil && w.Span == at {
				says, n.Role = "AB"[i:i+1]+": "+says, letterRole("AB"[i:i+1])
			}
		}
		n.Lines = append(wrapped(v.Picture.at(says, at), stageWidth), v.sourceAround(at, true, stageWidth/2)...)
		n.Name = n.Lines[0]
		v.edge(Edge{From: v.node(n), To: to, Role: RoleReads, Span: at})
	}
	stage := to
	for _, l := range dg.Explanation.Story {
		if i, ok := v.at[l.Span]; ok {
			stage = i
			continue
		}
		origin(stage, l.Span, l.Text.String())
	}
	for _, w := range [...]*lang.Witness{dg.Clash.A, dg.Clash.B} {
		if w == nil {
			continue
		}
		for _, r := range dg.Related {
			if r.Span == w.Span {
				origin(to, w.Span, r.Message.String())
			}
		}
	}
}

func (v *stagesView) function(f *patterns.Stages, cluster int, framed bool) {
	if framed {
		cluster = v.cluster(Cluster{
			ID: v.id(f.Function, "frame"), Role: RoleOfDefinition, Label: f.Function, Span: f.Span,
			Parent: cluster, Tooltip: f.Function,
		})
	}
	at := make([]int, len(f.Stages))
	used := make([]bool, len(f.Stages))
	for i := range f.Stages {
		s := &f.Stages[i]
		if s.Same >= 0 {
			at[i] = at[s.Same]
			continue
		}
		at[i] = v.stage(f.Function, s, cluster)
		for _, from := range s.From {
			for f.Stages[from].Same >= 0 {
				from = f.Stages[from].Same
			}
			used[from] = true
			e := Edge{
				From: at[from], To: at[i], Role: RoleFlows,
				Label: strings.Join(wrapped(shorten(f.Stages[from].Type, maxSignature), signatureWidth), "\n"),
				Span:  f.Stages[from].Span,
			}
			if v.Nodes[at[i]].Role == RoleFault {
				e.Role = RoleAmiss
			}
			e.Tooltip = v.Picture.at(shorten(f.Stages[from].Text, maxName), f.Stages[from].Span) + " gives " +
				shorten(f.Stages[from].Type, maxTooltipSignature)
			v.edge(e)
		}
	}
	for i := range f.Stages { // the last stage is the result if no other takes it
		if s := &f.Stages[i]; s.Same < 0 && !used[i] && i == len(f.Stages)-1 {
			end := v.node(Node{
				ID: v.id(f.Function, "result"), Role: RoleEntry, Lines: []string{"result"}, Cluster: cluster,
				Names: []string{v.def.Name},
			})
			v.edge(Edge{
				From: at[i], To: end, Role: RoleFlows,
				Label: strings.Join(wrapped(shorten(s.Type, maxSignature), signatureWidth), "\n"), Span: s.Span,
			})
		}
	}
}

func (v *stagesView) stage(function string, s *patterns.Stage, cluster int) int {
	at := s.Span
	if s.At != (lang.Span{}) {
		at = s.At
	}
	text := strings.Join(strings.Fields(s.Text), " ")
	n := Node{
		ID: v.id(function, text), Role: RoleStage, Span: s.Span, Cluster: cluster, Names: []string{v.def.Name, function},
		Spans: slices.Compact([]lang.Span{s.Span, at}),
		Lines: wrapped(shorten(text, maxSignature), stageWidth), Name: v.Picture.at(shorten(text, maxSignature), s.Span),
		scope: s.Scope, kind: strings.TrimPrefix(s.Text, s.Value+" = ") + kindType + s.Type,
		data: s.Data, entry: len(s.From) == 0,
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
	n.Tooltip = v.Picture.at(shorten(text, maxTooltipSignature), s.Span) + ": " + shorten(s.Type, maxTooltipSignature)
	n.Text = n.Name + " : " + shorten(s.Type, maxTooltipSignature)
	if said := v.passed[at]; said != "" && len(v.errors[at]) == 0 {
		n.Role = RoleSource
		for _, line := range strings.Split(said[1:], "\n") {
			n.Lines = append(n.Lines, wrapped(shorten(line, maxSignature), stageWidth)...)
		}
		n.Tooltip += said
		n.Text += strings.ReplaceAll(said, "\n", "; ")
	}
	if wrong := v.errors[at]; len(wrong) > 0 {
		n.Role = RoleFault
		for _, dg := range wrong {
			says := dg.Message.String()
			if x := dg.Explanation; x != nil && len(x.Story) > 0 && !slices.Contains(v.Notes, says) {
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
			}
			n.Text += " [error: " + says + "]"
			v.Notes = append(v.Notes, v.Picture.at("error: "+says, dg.Span))
		}
	}
	i := v.node(n)
	v.at[at] = i
	return i
}
