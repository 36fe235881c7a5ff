package syntax

import (
	"maps"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A Kind is the kind of a token. Signs are the same in all languages; the keywords of a language begin at Own.
type Kind uint8

const (
	EOF      Kind = iota
	BadToken      // characters that begin no token, already reported
	Name
	Int
	Float
	String

	LParen
	LBrace
	LBrack
	RParen
	RBrace
	RBrack
	Less
	Greater
	Comma
	Semicolon
	Colon
	Dot
	Equals
	Question
	Not
	Plus
	Minus
	Star
	Slash
	Arrow
	FatArrow
	Turnstile
	Path
	Pipe
	LessEq
	GreaterEq
	Equal
	NotEqual
	Own
)

var spellings = [Own]string{
	LParen: "(", LBrace: "{", LBrack: "[", RParen: ")", RBrace: "}", RBrack: "]", Less: "<", Greater: ">",
	Comma: ",", Semicolon: ";", Colon: ":", Dot: ".", Equals: "=", Question: "?", Not: "!",
	Plus: "+", Minus: "-", Star: "*", Slash: "/", Arrow: "->", FatArrow: "=>", Turnstile: ":-", Path: "::", Pipe: "|>",
	LessEq: "<=", GreaterEq: ">=", Equal: "==", NotEqual: "!=",
}

// String returns the text of a sign; it is empty for other kinds.
func (k Kind) String() string {
	if k < Own {
		return spellings[k]
	}
	return ""
}

// IsOpener reports whether a token is an opening bracket. `<` does not count, since it may be an operator.
func (k Kind) IsOpener() bool { return k >= LParen && k <= LBrack }

// IsCloser reports whether a token is a closing bracket.
func (k Kind) IsCloser() bool { return k >= RParen && k <= RBrack }

// Partner returns the closing bracket of an opening one, including `<`.
func (k Kind) Partner() Kind {
	if k == Less {
		return Greater
	}
	return k + (RParen - LParen)
}

// Precedences are indexed by the kinds of operators; 0 means not an operator.
type Precedences [1 << 8]uint8

// A Tok is a token with its place.
type Tok struct {
	Kind       Kind
	Line       bool  // it is the first of its line
	Paired     bool  // for use by languages, for facts about brackets
	Indent     uint8 // indentation of its line, in bytes, but at most 255
	Start, End int32
	Sym        lang.Sym // of names and literals: as written
}

// Span returns the place of a token.
func (t *Tok) Span() lang.Span { return lang.Span{Start: t.Start, End: t.End} }

// IsDigit reports whether a byte is a digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsLetter reports whether a name may begin with a byte.
func IsLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// Keywords are the reserved words of a language.
type Keywords struct {
	kinds   map[string]Kind
	lengths [1 << 8]uint64 // by the first byte: a bit for each length, which excludes most names
}

// NewKeywords makes a set of keywords, of at most 63 bytes each.
func NewKeywords(kinds map[string]Kind) *Keywords {
	w := &Keywords{kinds: kinds}
	for text := range kinds {
		w.lengths[text[0]] |= 1 << len(text)
	}
	return w
}

// Kind returns the kind of a word: of the keyword, or Name.
func (w *Keywords) Kind(text string) Kind {
	if w.lengths[text[0]]&(1<<len(text)) != 0 {
		if k, ok := w.kinds[text]; ok {
			return k
		}
	}
	return Name
}

// All returns the keywords in alphabetical order.
func (w *Keywords) All() []string { return slices.Sorted(maps.Keys(w.kinds)) }

// A Class is a set of bytes.
type Class [1 << 8]bool

// The classes of digits, and of the bytes in names: letters, digits and `_`.
var (
	Digits = ClassOf(IsDigit, "")
	Words  = ClassOf(func(c byte) bool { return IsLetter(c) || IsDigit(c) }, "")
)

// ClassOf returns the class of all bytes that satisfy a test, and of some more.
func ClassOf(is func(c byte) bool, more string) *Class {
	class := new(Class)
	for c := range class {
		class[c] = is(byte(c)) || strings.IndexByte(more, byte(c)) >= 0
	}
	return class
}

// At reports whether there is a byte of the class at an offset of a text.
func (class *Class) At(src string, i int) bool { return i < len(src) && class[src[i]] }

// End returns the end of the bytes of the class at an offset of a text.
func (class *Class) End(src string, i int) int {
	for i < len(src) && class[src[i]] {
		i++
	}
	return i
}

// Exponent returns the offset of the digits of an exponent that begins at an offset of a text, or 0 if there is none.
func Exponent(src string, i int) int {
	if i == len(src) || src[i] != 'e' && src[i] != 'E' {
		return 0
	}
	if i++; i < len(src) && (src[i] == '+' || src[i] == '-') {
		i++
	}
	if !Digits.At(src, i) {
		return 0
	}
	return i
}

// LineEnd returns the end of the line at an offset of a text.
func LineEnd(src string, i int) int {
	if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
		src = src[:i+n]
	}
	if n := strings.IndexByte(src[i:], '\r'); n >= 0 {
		return i + n
	}
	return len(src)
}

// Signs are the signs of a language.
type Signs struct {
	one [1 << 7]Kind
	two [1 << 14]Kind // by both characters
}

// SignsBut returns all signs except some.
func SignsBut(without ...Kind) *Signs {
	s := new(Signs)
next:
	for k := LParen; k < Own; k++ {
		for _, other := range without {
			if k == other {
				continue next
			}
		}
		if text := spellings[k]; len(text) == 1 {
			s.one[text[0]] = k
		} else {
			s.two[int(text[0])<<7|int(text[1])] = k
		}
	}
	return s
}

// At returns the longest sign at an offset of a text and its length in bytes, or EOF.
func (s *Signs) At(src string, i int) (Kind, int) {
	c := src[i]
	if c >= 1<<7 {
		return EOF, 1
	}
	if i+1 < len(src) && src[i+1] < 1<<7 {
		if k := s.two[int(c)<<7|int(src[i+1])]; k != EOF {
			return k, 2
		}
	}
	return s.one[c], 1
}
