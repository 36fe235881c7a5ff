package k

import "strings"

// A token is the kind of a lexical unit.
type token uint8

const (
	tEOF token = iota
	tName
	tInt
	tString
	tLBrace
	tLBrack
	tLAngle
	tLParen
	tRBrace
	tRBrack
	tRAngle
	tRParen
	tDot
	tEllipsis
	tComma
	tSemicolon
	tColon
	tEquals
	tDollar
	tQuestion
	tPipe
	tCaret
	tSlash
	tAt   // @name
	tMark // +++, or ~ in the later dialect
	numTokens
)

var spellings = [numTokens]string{
	tLBrace: "{", tLBrack: "[", tLAngle: "<", tLParen: "(",
	tRBrace: "}", tRBrack: "]", tRAngle: ">", tRParen: ")",
	tDot: ".", tEllipsis: "...", tComma: ",", tSemicolon: ";", tColon: ":", tEquals: "=",
	tDollar: "$", tQuestion: "?", tPipe: "|", tCaret: "^", tSlash: "/", tMark: "+++",
}

// isLabel reports whether the token can be a label.
func (t token) isLabel() bool { return t == tName || t == tInt || t == tString }

// isOpener and isCloser report whether the token is a bracket.
func (t token) isOpener() bool { return t >= tLBrace && t <= tLParen }
func (t token) isCloser() bool { return t >= tRBrace && t <= tRParen }

// partner returns the closing bracket of an opening one.
func (t token) partner() token { return t + (tRBrace - tLBrace) }

// A class is the kind of token that a byte begins.
type class uint8

const (
	cOther class = iota // no token
	cBlank
	cName
	cDigit
	cSingle // a token by itself: see singles
	cBox    // the same, of the earlier dialect: [ ] ^
	cPipe
	cDot
	cMinus
	cPlus
	cSlash
	cBackslash
	cHash // # and %, which begin a comment
	cAt
	cTilde
	cQuote
	cHigh // a byte of a character beyond ASCII
)

// A lexicon has the meaning of bytes in a dialect.
type lexicon struct {
	class   [256]class
	inName  [256]bool // the bytes of a name after its first
	letters string    // description of names for messages
}

// begins reports whether a byte begins a name, unless it begins a comment.
func (l *lexicon) begins(c byte) bool {
	switch l.class[c] {
	case cName:
		return true
	case cMinus:
		return l.inName['-']
	}
	return false
}

// lexicon returns the lexicon of a dialect; of k4 if it is not known yet.
func (d Dialect) lexicon() *lexicon {
	if d == K6 {
		return &laterLexicon
	}
	return &lexicon4
}

var (
	singles      [256]token
	lexicon4     = lexicon{letters: "names consist of the letters a to z and A to Z, digits, `_`, `?` and `!`; a label can be any text in quotes"}
	laterLexicon = lexicon{letters: "names consist of the letters a to z and A to Z, digits, `_`, `+`, `-`, `?` and `!`; a label can be any text in quotes"}
)

func init() {
	for t, s := range spellings {
		if len(s) == 1 {
			singles[s[0]] = token(t)
		}
	}
	for _, l := range []*lexicon{&lexicon4, &laterLexicon} {
		for c := range l.class {
			switch {
			case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
				l.class[c], l.inName[c] = cName, true
			case c >= '0' && c <= '9':
				l.class[c], l.inName[c] = cDigit, true
			case c == '?', c == '!':
				l.inName[c] = true
			case c >= 0x80:
				l.class[c] = cHigh
			}
			if singles[c] != tEOF {
				l.class[c] = cSingle
			}
		}
		for _, c := range " \t\n\v\f\r" {
			l.class[c] = cBlank
		}
		for c, class := range map[byte]class{
			'.': cDot, '-': cMinus, '+': cPlus, '/': cSlash, '\\': cBackslash, '|': cPipe, '#': cHash, '%': cHash,
			'"': cQuote, '\'': cQuote, '@': cAt, '~': cTilde, '[': cBox, ']': cBox, '^': cBox,
		} {
			l.class[c] = class
		}
	}
	l := &laterLexicon
	for c := '0'; c <= '9'; c++ {
		l.class[c] = cName
	}
	l.class['+'] = cName
	l.inName['+'], l.inName['-'] = true, true
}

// IsBlank reports whether a character is white space in ECMAScript, in which the language was first defined.
func IsBlank(r rune) bool {
	switch {
	case r == ' ', r >= '\t' && r <= '\r', r == 0xA0, r == 0x1680, r >= 0x2000 && r <= 0x200A, r == 0x2028, r == 0x2029,
		r == 0x202F, r == 0x205F, r == 0x3000, r == 0xFEFF:
		return true
	}
	return false
}

// isName reports whether a whole text is one name.
func (l *lexicon) isName(s string) bool {
	return s != "" && l.begins(s[0]) && !strings.HasPrefix(s, "--") && l.nameEnd(s, 1) == len(s)
}

// nameEnd returns the end of a name that continues at i.
func (l *lexicon) nameEnd(s string, i int) int {
	for i < len(s) && l.inName[s[i]] {
		i++
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsInt reports whether a whole text is an integer of the language.
func IsInt(s string) bool {
	if s == "0" {
		return true
	}
	s = strings.TrimPrefix(s, "-")
	if s == "" || s[0] == '0' {
		return false
	}
	return strings.TrimLeft(s, "0123456789") == ""
}

// InName reports whether a byte is allowed in a name of a dialect.
func InName(d Dialect, c byte) bool {
	return d.lexicon().inName[c]
}
