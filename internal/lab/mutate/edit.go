package mutate

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A candidate is a mutant that has not been tried yet: edits of the original text and the truth of each. Edits are
// sorted and do not overlap.
type candidate struct {
	edits  []lang.Edit
	truths []draft
}

// A draft is a Truth in terms of the original text.
type draft struct {
	definition string
	def        int32 // -1 within a type
	places     []draftPlace
}

// A draftPlace is a span of the original text or, with edit >= 0, a range of the text that this edit writes.
type draftPlace struct {
	span lang.Span
	edit int
	new  bool
	use  bool
}

// keptPlace returns a place of the original text that the edits leave in place.
func keptPlace(s lang.Span) draftPlace { return draftPlace{span: s, edit: -1} }

// newPart returns a range of the text of the first edit, as a place with only new text.
func newPart(from, to int) draftPlace {
	p := writtenPart(0, from, to)
	p.new = true
	return p
}

// writtenPart returns a range of the text of an edit, as a place.
func writtenPart(edit, from, to int) draftPlace {
	return draftPlace{span: lang.Span{Start: int32(from), End: int32(to)}, edit: edit}
}

// replace returns the candidate that replaces one span; its truth is the new text.
func replace(span lang.Span, text string) *candidate {
	return newCandidate(lang.Edit{Span: span, Text: text}).with(newPart(0, len(text)))
}

// insert returns the candidate that inserts a text, without places in its truth.
func insert(at int32, text string) *candidate {
	return newCandidate(lang.Edit{Span: lang.Span{Start: at, End: at}, Text: text})
}

// with adds places to the truth of a candidate.
func (c *candidate) with(places ...draftPlace) *candidate {
	c.truths[0].places = append(c.truths[0].places, places...)
	return c
}

// exchange returns the candidate that swaps the texts of two places, the first of which comes first.
func exchange(source []byte, a, b lang.Span) *candidate {
	x, y := string(source[a.Start:a.End]), string(source[b.Start:b.End])
	return newCandidate(lang.Edit{Span: a, Text: y}, lang.Edit{Span: b, Text: x}).
		with(writtenPart(0, 0, len(y)), writtenPart(1, 0, len(x)))
}

// turn returns the candidate that swaps two neighbours by one edit, which keeps the text between them.
func turn(source []byte, a, b lang.Span) *candidate {
	left, right := string(source[b.Start:b.End]), string(source[a.Start:a.End])
	text := left + string(source[a.End:b.Start]) + right
	return newCandidate(lang.Edit{Span: a.To(b), Text: text}).
		with(writtenPart(0, 0, len(left)), writtenPart(0, len(text)-len(right), len(text)))
}

// changes reports whether a candidate changes the text.
func (c *candidate) changes(source []byte) bool {
	return !slices.ContainsFunc(c.edits, func(e lang.Edit) bool {
		return string(source[e.Span.Start:e.Span.End]) == e.Text
	})
}

// typingErrors returns a word with a typing error of one key, from an offset on: a missing, a doubled or a wrong
// character, or two swapped ones.
func typingErrors(word string, from int, r *rand.Rand) (list []string) {
	for i := from; i < len(word); i++ {
		other := string(rune('a' + r.IntN(26)))
		list = append(list, word[:i]+word[i+1:], word[:i+1]+word[i:], word[:i]+other+word[i+1:])
		if i > from {
			list = append(list, word[:i-1]+word[i:i+1]+word[i-1:i]+word[i+1:])
		}
	}
	return list
}

// newCandidate returns a candidate with several edits, without places in its truth.
func newCandidate(edits ...lang.Edit) *candidate {
	sortEdits(edits)
	return &candidate{edits: edits, truths: make([]draft, 1)}
}

// sortEdits sorts edits; an insertion at a position comes before a replacement there.
func sortEdits(edits []lang.Edit) {
	slices.SortStableFunc(edits, func(a, b lang.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
}

// join combines two candidates whose edits do not overlap.
func join(a, b *candidate) *candidate {
	if b.edits[0].Span.Start < a.edits[0].Span.Start {
		a, b = b, a
	}
	c := &candidate{edits: slices.Concat(a.edits, b.edits)}
	c.truths = append(c.truths, a.truths...)
	for _, t := range b.truths {
		t.places = slices.Clone(t.places)
		for i := range t.places {
			if t.places[i].edit >= 0 {
				t.places[i].edit += len(a.edits)
			}
		}
		c.truths = append(c.truths, t)
	}
	return c
}

// around returns the span that contains all edits of a candidate.
func (c *candidate) around() lang.Span {
	return c.edits[0].Span.To(c.edits[len(c.edits)-1].Span)
}

// apply carries out sorted edits.
func apply(source []byte, edits []lang.Edit) []byte {
	return lang.AppendEdited(nil, source, lang.Span{End: int32(len(source))}, edits)
}

// Apply carries out the edits of a fix. It returns false if the edits overlap or exceed the text.
func Apply(source []byte, edits []lang.Edit) ([]byte, bool) {
	edits = slices.Clone(edits)
	sortEdits(edits)
	last := int32(0)
	for _, e := range edits {
		if e.Span.Start < last || e.Span.End < e.Span.Start || int(e.Span.End) > len(source) {
			return nil, false
		}
		last = e.Span.End
	}
	return apply(source, edits), true
}

// place maps a draft's place to the mutant. A span that touches a deletion or an insertion does not include the new
// text.
func (c *candidate) place(p draftPlace) Place {
	out := Place{New: p.new, Use: p.use}
	shift := int32(0)
	if p.edit >= 0 {
		for _, e := range c.edits[:p.edit] {
			shift += int32(len(e.Text)) - (e.Span.End - e.Span.Start)
		}
		at := c.edits[p.edit].Span.Start + shift
		out.Span = lang.Span{Start: at + p.span.Start, End: at + p.span.End}
		return out
	}
	out.Span = p.span
	for _, e := range c.edits {
		d := int32(len(e.Text)) - (e.Span.End - e.Span.Start)
		if p.span.Start >= e.Span.End {
			out.Span.Start += d
		}
		if p.span.End > e.Span.Start {
			out.Span.End += d
		}
	}
	return out
}
