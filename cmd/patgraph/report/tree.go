package report

import (
	"strconv"

	"github.com/patgraph/patgraph/lang"
)

// bars draw a tree: beside a step, to a step, to the last step, and no bar.
type bars struct{ pass, fork, last, none string }

var (
	boxBars   = bars{"│  ", "├─ ", "└─ ", "   "}
	asciiBars = bars{"|  ", "+- ", "`- ", "   "}
)

// A branch is a step to draw.
type branch struct {
	step  int
	rails string // the bars left of its own
	first bool   // it is the root of a tree
	last  bool   // of its siblings
}

// tree writes a proof with its conclusion first, and below each step its premises. A step that was written before is
// only named. A part that would be indented too far is drawn as a separate tree.
func (t *proofWriter) tree(b []byte, title string, steps []lang.Step) []byte {
	if len(steps) == 0 {
		return b
	}
	b = t.title(b, t.indent, title)
	art := boxBars
	if t.ASCII {
		art = asciiBars
	}
	deepest := 60
	if t.Width > 0 {
		deepest = max(min(t.Width/2, t.Width-t.indent-2-inset-least), 3)
	}
	shown := make([]bool, len(steps))
	roots := []int{len(steps) - 1}
	for r := 0; r < len(roots); r++ {
		if r > 0 {
			b = append(b, '\n')
		}
		shown[roots[r]] = false
		stack := []branch{{step: roots[r], first: true}}
		for len(stack) > 0 {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			bar, rails := art.fork, x.rails+art.pass
			switch {
			case x.first:
				bar, rails = "", ""
			case x.last:
				bar, rails = art.last, x.rails+art.none
			}
			number, text := strconv.Itoa(x.step+1)+".", t.prose(steps[x.step].Concludes.String())
			if shown[x.step] {
				b = t.node(b, x.rails+bar, rails+art.none, number, text+" (step "+strconv.Itoa(x.step+1)+" above)")
				continue
			}
			shown[x.step] = true
			from := premises(steps, x.step)
			text = t.explained(text, &steps[x.step])
			if width(rails) > deepest && len(from) > 0 {
				roots = append(roots, x.step)
				b = t.node(b, x.rails+bar, rails+art.none, number, text+" (see step "+strconv.Itoa(x.step+1)+" below)")
				continue
			}
			under := rails + art.none
			if len(from) > 0 {
				under = rails + art.pass
			}
			b = t.node(b, x.rails+bar, under, number, text)
			for i := len(from) - 1; i >= 0; i-- {
				stack = append(stack, branch{step: from[i], rails: rails, last: i == len(from)-1})
			}
		}
	}
	return b
}

// explained adds to the text of a step its place and reason.
func (t *proofWriter) explained(text string, step *lang.Step) string {
	reason := t.prose(step.Reason)
	if reason == "" {
		switch step.Rule {
		case lang.StepLabel, lang.StepMember, lang.StepUnfold, lang.StepVector, lang.StepInstance:
			reason = t.prose(law(step))
		}
	}
	return bracketed(text, t.place(step.Span), reason, t.otherDefinition(step.Definition))
}

// node writes a step after its bars, and its continuation lines after the bars below.
func (t *proofWriter) node(b []byte, start, below, number, text string) []byte {
	pad := blanks(t.indent + 2 + inset)
	for i, line := range wrap(number+" "+text, t.columnsLeft(len(pad)+width(below))) {
		b = append(b, pad...)
		if i == 0 {
			b = t.paint(b, faint, start)
			b = t.paint(b, heading, number)
			b = append(b, line[len(number):]...)
		} else {
			b = t.paint(b, faint, below)
			b = append(b, line...)
		}
		b = append(b, '\n')
	}
	return b
}
