package graphviz

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// drawSuspect draws the likeliest suspect of a failure in a language with stages, with an arrow to the input of the
// failed stage that is computed from it. It reports false if the stages do not connect them.
func (v *errorView) drawSuspect(r *patterns.Result, at lang.Span, says string) bool {
	for i := range r.Definitions {
		def := &r.Definitions[i]
		if !v.sketch.Fails || def.Name != v.error.Definition || !def.Span.Contains(v.error.Span) {
			continue
		}
		for _, f := range r.Stages(int32(i)) {
			input := inputFrom(f.Stages, stageOf(f.Stages, at), stageOf(f.Stages, v.error.Span))
			if input < 0 {
				continue
			}
			lines := append(v.sourceAround(at, true, sourceWidth/4), says)
			n := v.Picture.node(Node{
				ID: v.id("suspect"), Role: RoleSuspect, Cluster: -1, Left: true, Lines: lines, Name: lines[0], Span: at,
				Spans: []lang.Span{at}, Names: []string{def.Name}, Tooltip: v.at(says, at), fixed: true,
			})
			v.edge(Edge{From: n, To: v.reads(f.Stages[input].Value), Role: RoleComputes, Tooltip: "it goes into this input"})
			return true
		}
	}
	return false
}

// mostChanges is the number of changes that a picture offers.
const mostChanges = 3

// markChanges marks the places of all checked changes in a picture of stages, if the first one is not at the likeliest
// place: then the mistake is at any of them, or, if none is in its box, at the likeliest place. It reports false if the
// likeliest place is the one to mark.
func (v *errorView) markChanges() bool {
	suspect, says := v.suspect()
	fixes := slices.DeleteFunc(slices.Clone(v.error.Fixes), func(f lang.Fix) bool { return !f.Checked || len(f.Edits) == 0 })
	if !v.stages || says == "" || len(fixes) == 0 || !v.error.Fixes[0].Checked || v.isAt(&fixes[0], suspect) {
		return false
	}
	likeliest, marked := v.boxOf(suspect), false
	var notes []string
	for i := range fixes[:min(len(fixes), mostChanges)] {
		f, word := &fixes[i], "help: "
		if i > 0 {
			word = "or: "
		}
		notes = append(notes, word+v.change(f)+" [checked]")
		box := v.boxOf(f.Edits[0].Span)
		if box != nil {
			box.doubt("perhaps: " + v.change(f))
		}
		marked = marked || box != nil && box == likeliest || v.isAt(f, suspect)
	}
	switch {
	case marked:
	case likeliest != nil:
		likeliest.doubt("perhaps the mistake is here")
	default:
		notes = append(notes, "perhaps the mistake is at "+v.place(suspect))
	}
	v.Notes = append(notes, v.Notes...)
	return true
}

// isAt reports whether a change edits something within a place, or inserts something just before it.
func (v *errorView) isAt(f *lang.Fix, at lang.Span) bool {
	return slices.ContainsFunc(f.Edits, func(e lang.Edit) bool {
		if !e.Span.Empty() || e.Span.Start > at.Start {
			return at.Contains(e.Span)
		}
		return !strings.ContainsFunc(v.file.Text(lang.Span{Start: e.Span.Start, End: at.Start}), func(r rune) bool {
			return r == ';' || unicode.IsLetter(r) || unicode.IsDigit(r)
		})
	})
}

// boxOf returns the smallest box around a place, or nil.
func (v *errorView) boxOf(at lang.Span) (box *Node) {
	best := int32(math.MaxInt32)
	for i := range v.Nodes {
		n := &v.Nodes[i]
		for _, s := range [...]lang.Span{n.Span, n.layer} {
			if !s.Empty() && s.Contains(at) && s.End-s.Start < best {
				box, best = n, s.End-s.Start
			}
		}
	}
	return box
}

// doubt says at a box what may be wrong there.
func (n *Node) doubt(says string) {
	n.Lines = append(n.Lines, wrapped(says, stageWidth)...)
	if n.Text != "" {
		n.Text += "; " + says
	}
	if n.Role == RolePassing || n.Role == RoleStage || n.Role == RoleSource {
		n.Role = RoleSuspect
	}
}

// reads returns the box of an input of the failed stage; if there is none, that of the failure.
func (v *errorView) reads(value string) int {
	for _, l := range v.sketch.Links {
		if l.To == 0 && v.file.Text(v.sketch.Places[l.From].Span) == value {
			return v.node[l.From]
		}
	}
	return v.node[0]
}

// stageOf returns the smallest stage around a place, or -1.
func stageOf(list []patterns.Stage, at lang.Span) int {
	best := -1
	for i := range list {
		s := placeOf(&list[i])
		if !s.Contains(at) || list[i].Same >= 0 {
			continue
		}
		if best < 0 || s.End-s.Start < placeOf(&list[best]).End-placeOf(&list[best]).Start {
			best = i
		}
	}
	return best
}

// inputFrom returns the input of a stage that is, or is computed from, an earlier stage; the nearest if there are
// several, and -1 if there is none.
func inputFrom(list []patterns.Stage, early, late int) int {
	if early < 0 || late < 0 {
		return -1
	}
	real := func(i int) int {
		for list[i].Same >= 0 {
			i = list[i].Same
		}
		return i
	}
	input := make(map[int]int) // by stage: the input that is computed from it
	var queue []int
	add := func(i, of int) {
		if _, seen := input[i]; !seen {
			input[i] = of
			queue = append(queue, i)
		}
	}
	for _, i := range list[late].From {
		add(real(i), real(i))
	}
	for ; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		if i == early {
			return input[i]
		}
		for _, from := range list[i].From {
			add(real(from), input[i])
		}
	}
	return -1
}
