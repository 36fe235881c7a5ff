package corpus

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"unicode/utf16"
)

// A spot is a place of a program where a mistake is certain to be an error.
type spot struct {
	at      int
	text    string // the correct text at the place
	mistake mistake
	typ     *typ // of the label or the name
}

type mistake uint8

const (
	wrongLabel    mistake = iota // of a projection from a known type
	wrongType                    // the name of a record where another one is made
	textForNumber                // in a list of numbers to be added
)

// spot records a place; the next call of put writes its text.
func (g *generator) spot(m mistake, text string, t *typ) {
	g.spots = append(g.spots, spot{len(g.b), text, m, t})
}

// withMistake returns the program with one mistake.
func (g *generator) withMistake(r *rand.Rand) []byte {
	for _, i := range r.Perm(len(g.spots)) {
		s := &g.spots[i]
		if text, ok := g.mistaken(s, r); ok {
			return slices.Concat(g.b[:s.at], []byte(text), g.b[s.at+len(s.text):])
		}
	}
	// A very small text has no suitable place, so the mistake is appended.
	return append(g.b, "mistaken = ${int number} .nubmer;\n"...)
}

// withMistakes returns the program with a mistake in one of `each` suitable places.
func (g *generator) withMistakes(each int, r *rand.Rand) []byte {
	var text []byte
	at := 0
	for i := range g.spots {
		s := &g.spots[i]
		if i%each > 0 || s.at < at {
			continue
		}
		if wrong, ok := g.mistaken(s, r); ok {
			text = append(append(text, g.b[at:s.at]...), wrong...)
			at = s.at + len(s.text)
		}
	}
	return append(text, g.b[at:]...)
}

// mistaken returns a wrong text for a spot; ok is false if it would not be an error.
func (g *generator) mistaken(s *spot, r *rand.Rand) (text string, ok bool) {
	switch s.mistake {
	case wrongLabel:
		text = misspelt(s.text, r)
		return text, !s.typ.has(text)
	case wrongType:
		other := g.types[r.IntN(len(g.types))]
		return other.name, other.kind == aProduct && !sameLabels(other, s.typ)
	}
	return `"` + s.text + `"`, true
}

func sameLabels(a, b *typ) bool {
	return len(a.fields) == len(b.fields) &&
		!slices.ContainsFunc(a.fields, func(f field) bool { return !b.has(f.label) })
}

// misspelt makes a typing error in a word of at least two letters.
func misspelt(word string, r *rand.Rand) string {
	i := r.IntN(len(word))
	switch r.IntN(4) {
	case 0:
		if len(word) > 2 {
			return word[:i] + word[i+1:]
		}
	case 1:
		if i > 0 && word[i-1] != word[i] {
			return word[:i-1] + word[i:i+1] + word[i-1:i] + word[i+1:]
		}
	case 2:
		if word[len(word)-1] != 's' {
			return word + "s"
		}
	}
	return word[:i+1] + word[i:]
}

// damaged returns a program after an accident with files.
func damaged(source []byte, r *rand.Rand) []byte {
	switch r.IntN(5) {
	case 0: // truncated within a bracket
		if at := bytes.LastIndexByte(source[:1+r.IntN(len(source))], '{'); at >= 0 {
			return source[:runeBefore(source, at+1+r.IntN(3))]
		}
		return source[:bytes.IndexByte(source, '=')]
	case 1: // not a text
		b := make([]byte, 64+r.IntN(len(source)))
		for i := 0; i+8 <= len(b); i += 8 {
			binary.LittleEndian.PutUint64(b[i:], r.Uint64())
		}
		return append([]byte("\x7fELF\x02\x01\x01\x00"), b...)
	case 2: // UTF-16
		var b []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + string(source))) {
			b = binary.LittleEndian.AppendUint16(b, u)
		}
		return b
	case 3: // truncated within a character
		return append(source, "note = \"caf\xc3"...)
	}
	// A line in another encoding.
	return slices.Concat([]byte("K\xf6ln = 1;\n"), source)
}
