package report

import (
	"fmt"
	"strconv"

	"github.com/patgraph/patgraph/lang"
)

// fullProof writes all steps of a proof, and its constraints.
func (t *proofWriter) fullProof(b []byte, x *lang.Explanation) []byte {
	if len(x.Steps) > 0 {
		b = t.title(b, t.indent, whyNever+", in "+lang.Count(len(x.Steps), "step", "steps"))
		b = t.list(b, t.allSteps(x.Steps))
		b = t.unchecked(b, x.Checked)
	}
	if len(x.Core) > 0 {
		title := "it rests on " + lang.Count(len(x.Core), "constraint", "constraints") + "; "
		if x.Minimal {
			title += "without any one of them nothing would be wrong"
		} else {
			title += "perhaps not all of them are needed"
		}
		b = t.title(b, t.indent, title)
		b = t.list(b, t.constraints(x.Core))
	}
	return b
}

// suspects writes the places that may be at fault.
func (t *proofWriter) suspects(b []byte, list []lang.Blame) []byte {
	if len(list) == 0 {
		return b
	}
	return t.list(t.title(b, t.indent, "at fault, the likeliest first"), t.blame(list))
}

func (t *proofWriter) allSteps(steps []lang.Step) []item {
	return each(steps, func(i int, st *lang.Step) item {
		text := st.Concludes.String()
		if from := premises(steps, i); len(from) > 0 {
			text += " (from " + stepNumbers(from) + leading(": ", law(st)) + ")"
		}
		return item{strconv.Itoa(i + 1), t.prose(text), t.place(st.Span), t.reason(t.prose(st.Reason), st.Definition)}
	})
}

func (t *proofWriter) constraints(core []lang.Constraint) []item {
	return each(core, func(i int, c *lang.Constraint) item {
		rule := t.prose(c.Rule + leading(": ", c.Part))
		return item{strconv.Itoa(i + 1), t.prose(c.Text.String()), t.place(c.Span), t.reason(rule, c.Definition)}
	})
}

func (t *proofWriter) blame(list []lang.Blame) []item {
	return each(list, func(i int, p *lang.Blame) item {
		text := "`" + t.Excerpt(t.file, within(t.file, p.Span)) + "`"
		if p.In != "" || p.Out != "" {
			text += " would have to be `" + t.prose(lang.Signature(p.In, p.Out)) + "`"
		}
		return item{strconv.Itoa(i + 1), text, t.place(p.Span), fmt.Sprintf("score %.2f", proper(p.Score))}
	})
}

// edits writes what a fix changes, below its title.
func (s *Style) edits(b []byte, f *lang.File, indent int, list []lang.Edit) []byte {
	pad := blanks(indent + 2 + inset)
	for _, e := range list {
		span := within(f, e.Span)
		old, text := s.Excerpt(f, span), s.prose(e.Text)
		var what string
		switch {
		case span.Start == span.End:
			what = "insert `" + text + "`"
		case text == "":
			what = "delete `" + old + "`"
		default:
			what = "`" + old + "` becomes `" + text + "`"
		}
		b = s.lines(b, plain, pad, pad+"  ", lineColumn(f, span)+": "+what, s.columnsLeft(len(pad)+2))
	}
	return b
}
