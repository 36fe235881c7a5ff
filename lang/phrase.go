package lang

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Phrase is a sentence, or a part of one, as data: its words know which place, label or type they name, so that a
// renderer can make text, links or hovers from them without parsing prose.
type Phrase []Word

// A Word is a piece of a phrase. At most one of Span, Label and Type is set.
type Word struct {
	Text  string // plain text, with quotes
	Span  Span   // the place of the program that it names
	Label string // the label that it names
	Type  string // the type that it names, as the program writes it
}

// Bounds in bytes for a name or a piece of a program in a phrase, and for a text that names nothing, so that a label of
// a megabyte is shortened.
const (
	longWord = 300
	longText = 2000
)

// Cut leaves out the middle of a text with more than most bytes, at character boundaries. The time is proportional to
// the result.
func Cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	head, tail := most*2/3, len(s)-most/3
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + "…" + s[tail:]
}

// Text returns a phrase that names nothing.
func Text(s string) Phrase {
	if s == "" {
		return nil
	}
	return Phrase{{Text: Cut(s, longText)}}
}

// Texts makes phrases that name nothing; without texts it returns nil.
func Texts(texts ...string) []Phrase {
	list := slices.Grow([]Phrase(nil), len(texts))
	for _, s := range texts {
		list = append(list, Text(s))
	}
	return list
}

// Here returns the word for a place that readers already see. For other readers, a renderer writes the position
// instead.
func Here(s Span) Phrase { return Phrase{{Text: here, Span: s}} }

const here = "here"

// At returns the word for a place by its position, as in "3:14".
func At(s Span, position string) Word {
	return Word{Text: position, Span: Span{Start: s.Start, End: s.Start}}
}

// IsHere reports whether a word comes from Here.
func (w Word) IsHere() bool { return w.Text == here && !w.plain() }

// Say replaces each %s of a format by a part: a phrase, a string or an integer. %% is a percent sign.
func Say(format string, parts ...any) Phrase {
	words := 0
	for _, part := range parts {
		if x, ok := part.(Phrase); ok {
			words += len(x)
		}
	}
	for rest, found := format, true; found; { // count the texts between the parts
		var between string
		if between, rest, found = strings.Cut(rest, "%"); between != "" || !found && words == 0 {
			words++
		}
		rest = strings.TrimPrefix(rest, "s")
	}
	p := make(Phrase, 0, words)
	for {
		before, after, found := strings.Cut(format, "%")
		p = p.add(before)
		if !found && len(p) == 0 {
			return nil
		}
		if !found {
			return p
		}
		format = after[1:]
		if after[0] == '%' {
			p = p.add("%")
			continue
		}
		if text, ok := parts[0].(string); ok {
			p = p.add(Cut(text, longWord))
		} else {
			p = p.add(parts[0])
		}
		parts = parts[1:]
	}
}

// Fill replaces each % with a letter in a template by the result of slot for the letter.
func Fill(template string, slot func(letter byte) Phrase) Phrase {
	p := make(Phrase, 0, 1+2*strings.Count(template, "%"))
	for {
		i := strings.IndexByte(template, '%')
		if i < 0 || i+1 == len(template) {
			return p.add(template)
		}
		p = p.add(template[:i]).add(slot(template[i+1]))
		template = template[i+2:]
	}
}

// And returns the phrase followed by a phrase, a string or an integer.
func (p Phrase) And(part any) Phrase { return slices.Clone(p).add(part) }

// add appends a part in place. Parts do not escape, so they need no allocation.
func (p Phrase) add(part any) Phrase {
	switch x := part.(type) {
	case Phrase:
		for _, w := range x {
			p = p.word(w)
		}
		return p
	case string:
		return p.word(Word{Text: Cut(x, longText)})
	case int:
		return p.word(Word{Text: strconv.Itoa(x)})
	}
	panic("lang: a part of a phrase is a phrase, a string or an integer")
}

// word appends a word in place, merging adjacent words that name nothing.
func (p Phrase) word(w Word) Phrase {
	if !w.plain() {
		w.Text = Cut(w.Text, longWord)
	}
	switch n := len(p); {
	case w.Text == "" && w.plain():
	case n > 0 && w.plain() && p[n-1].plain():
		p[n-1].Text += w.Text
	default:
		p = append(p, w)
	}
	return p
}

func (w *Word) plain() bool { return w.Span == Span{} && w.Label == "" && w.Type == "" }

// String returns the phrase as plain text.
func (p Phrase) String() string {
	if len(p) == 1 {
		return p[0].Text
	}
	var b strings.Builder
	for _, w := range p {
		b.WriteString(w.Text)
	}
	return b.String()
}

// Labels lists the labels that the phrase names.
func (p Phrase) Labels() []string {
	var labels []string
	for _, w := range p {
		if w.Label != "" {
			labels = append(labels, w.Label)
		}
	}
	return labels
}

// JoinPhrases concatenates phrases with a separator between them.
func JoinPhrases(parts []Phrase, separator string) Phrase {
	if len(parts) == 1 {
		return parts[0]
	}
	words := len(parts)
	for _, part := range parts {
		words += len(part)
	}
	p := make(Phrase, 0, words)
	for i, part := range parts {
		if i > 0 {
			p = p.add(separator)
		}
		p = p.add(part)
	}
	return p
}
