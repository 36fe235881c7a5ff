package k

import (
	"strings"

	"github.com/patgraph/patgraph/lang/syntax"
)

// The signs that other languages do not have, and words with a sign.
const (
	tEllipsis syntax.Kind = syntax.Own + iota
	tDollar
	tBar // | or \
	tCaret
	tAt   // @name
	tMark // +++, or ~ in the later dialect
	numTokens
)

// What the scanner finds besides a token.
const (
	hasReport    = 1 << iota // a diagnostic about the token, or about text before it
	hasHole                  // some characters before it are missing
	hasWreck                 // the boundaries of tokens are uncertain, up to the end of the definition
	isSuspicious             // a string that seems to contain a definition
)

// isOpener and isCloser report whether the token is a bracket.
func isOpener(k syntax.Kind) bool { return k.IsOpener() || k == syntax.Less }
func isCloser(k syntax.Kind) bool { return k.IsCloser() || k == syntax.Greater }

// isLabel reports whether the token can be a label.
func isLabel(k syntax.Kind) bool { return k == syntax.Name || k == syntax.Int || k == syntax.String }

// A class is the kind of token that a byte begins.
type class uint8

const (
	cOther class = iota // no token
	cBlank
	cLine
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
	inName  *syntax.Class // the bytes of a name after its first
	letters string        // description of names for messages, after the letters
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
		return laterLexicon
	}
	return lexicon4
}

var singles = [256]syntax.Kind{
	'(': syntax.LParen, '{': syntax.LBrace, '[': syntax.LBrack, ')': syntax.RParen, '}': syntax.RBrace,
	']': syntax.RBrack, '<': syntax.Less, '>': syntax.Greater, ',': syntax.Comma, ';': syntax.Semicolon,
	':': syntax.Colon, '=': syntax.Equals, '?': syntax.Question, '$': tDollar, '^': tCaret,
}

var (
	lexicon4     = newLexicon("0123456789", "?!", "digits, `_`, `?` and `!`")
	laterLexicon = newLexicon("", "+-?!", "digits, `_`, `+`, `-`, `?` and `!`")
)

// newLexicon makes the lexicon of a dialect. Digits that begin no name begin a number.
func newLexicon(digits, inName, letters string) *lexicon {
	l := &lexicon{letters: letters + "; a label can be any text in quotes"}
	l.inName = syntax.ClassOf(func(c byte) bool { return syntax.Words[c] }, inName)
	for c := range l.class {
		switch {
		case strings.IndexByte(digits, byte(c)) >= 0:
			l.class[c] = cDigit
		case syntax.Words[c], c == '+' && l.inName['+']:
			l.class[c] = cName
		case singles[c] != syntax.EOF:
			l.class[c] = cSingle
		case c >= 0x80:
			l.class[c] = cHigh
		}
	}
	for text, class := range map[string]class{
		" \t\v\f\r": cBlank, "\n": cLine, ".": cDot, "-": cMinus, "/": cSlash, "\\": cBackslash, "|": cPipe,
		"#%": cHash, `"'`: cQuote, "@": cAt, "~": cTilde, "[]^": cBox,
	} {
		for _, c := range text {
			l.class[c] = class
		}
	}
	if l.class['+'] == cOther {
		l.class['+'] = cPlus
	}
	return l
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
	return s != "" && l.begins(s[0]) && !strings.HasPrefix(s, "--") && l.inName.End(s, 1) == len(s)
}

// IsInt reports whether a whole text is an integer of the language.
func IsInt(s string) bool {
	if s == "0" {
		return true
	}
	s = strings.TrimPrefix(s, "-")
	if s == "" || s[0] == '0' {
		return false
	}
	return syntax.Digits.End(s, 0) == len(s)
}

// InName reports whether a byte is allowed in a name of a dialect.
func InName(d Dialect, c byte) bool { return d.lexicon().inName[c] }
