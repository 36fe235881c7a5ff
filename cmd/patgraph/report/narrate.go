package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

// The narrated view says everything in sentences, one per line and not wrapped: for screen readers and for logs.

// narrate writes a diagnostic as sentences.
func (s *Style) narrate(b []byte, in *Input, d *lang.Diagnostic) []byte {
	name, file := in.seen(d.Span)
	where := s.name(name)
	if in.File != nil {
		where += ", " + spoken(file, d.Span)
	}
	kind := [...]string{"Error ", "Warning ", "Note "}[d.Severity]
	t := &proofWriter{s, file, "", 0}
	where += leading(", ", t.otherDefinition(d.Definition))
	b = s.sentence(b, kind+string(d.Code)+" in "+where+": "+d.Message.String())
	if in.File != nil {
		b = s.places(b, file, d)
	}
	if x := d.Explanation; x != nil && in.File != nil {
		t.definition = d.Definition
		if len(x.Steps) > 0 {
			b = s.sentence(b, steps(len(x.Steps))+" "+whyNever)
		}
		b = t.narrateSteps(b, x.Steps)
		if len(x.Steps) > 0 && !x.Checked {
			b = s.sentence(b, notChecked)
		}
	}
	if first, rival, ok := alternatives(d); ok && in.File != nil {
		b = s.sentence(b, s.eitherOr(file, first, rival, spoken))
	}
	for _, n := range d.Notes {
		b = s.sentence(b, "Note: "+n.String())
	}
	for _, h := range d.Help {
		b = s.sentence(b, "Help: "+h.String())
	}
	for i := range d.Fixes {
		b = s.sentence(b, "Help: "+s.fixTitle(in, d, i, spoken))
	}
	return b
}

// steps counts the steps of a proof.
func steps(n int) string {
	if n == 1 {
		return "one step shows"
	}
	return strconv.Itoa(n) + " steps show"
}

// places describes the marked places in words.
func (s *Style) places(b []byte, f *lang.File, d *lang.Diagnostic) []byte {
	for i, m := range marksOf(d) {
		if i == 0 && m.label == "" {
			continue
		}
		text := fmt.Sprintf("At %s, `%s`", spoken(f, m.span), s.Excerpt(f, within(f, m.span)))
		b = s.sentence(b, text+leading(": ", m.label))
	}
	return b
}

// narrateSteps writes the steps of a proof in order.
func (t *proofWriter) narrateSteps(b []byte, list []lang.Step) []byte {
	for i := range list {
		step := &list[i]
		text := fmt.Sprintf("Step %d. %s", i+1, capital(step.Concludes.String()))
		from := premises(list, i)
		switch {
		case len(from) > 0 && step.Reason != "":
			text += ", because of " + stepNumbers(from) + ", by the rule " + step.Reason
		case len(from) > 0:
			text += ", because of " + stepNumbers(from) + leading(": ", law(step))
		case step.Reason != "":
			text += ", because of the rule " + step.Reason
		}
		if step.Span != (lang.Span{}) {
			text += ", at " + spoken(t.file, step.Span)
		}
		b = t.sentence(b, text+leading(", ", t.otherDefinition(step.Definition)))
	}
	return b
}

// stepNumbers lists step numbers: "step 3", "steps 1, 2 and 5", "steps 1 to 4".
func stepNumbers(from []int) string {
	from = slices.Compact(slices.Sorted(slices.Values(from)))
	if len(from) == 1 {
		return "step " + strconv.Itoa(from[0]+1)
	}
	consecutive := len(from) > 2
	words := make([]string, len(from))
	for i, p := range from {
		words[i] = strconv.Itoa(p + 1)
		consecutive = consecutive && p == from[0]+i
	}
	first, last := words[:len(words)-1], words[len(words)-1]
	if consecutive {
		return "steps " + words[0] + " to " + last
	}
	return "steps " + strings.Join(first, ", ") + " and " + last
}

// spoken is a place in words.
func spoken(f *lang.File, s lang.Span) string {
	p := f.Position(s.Start)
	return fmt.Sprintf("line %d, column %d", p.Line, p.Column) + leading(" of ", p.File)
}

// leading is a separator and a text, or nothing for an empty text.
func leading(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}

// capital is a text with its first letter capitalised.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 || !unicode.IsLower(r) {
		return text
	}
	return string(unicode.ToUpper(r)) + text[n:]
}

// sentence writes a sentence on its own line.
func (s *Style) sentence(b []byte, text string) []byte {
	text = capital(strings.Join(strings.Fields(s.prose(text)), " "))
	b = append(b, text...)
	if text == "" || !slices.Contains([]byte(".!?"), text[len(text)-1]) {
		b = append(b, '.')
	}
	return append(b, '\n')
}
