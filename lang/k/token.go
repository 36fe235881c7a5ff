package k

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
	tMark // +++
	numTokens
)

var spellings = [numTokens]string{
	tLBrace: "{", tLBrack: "[", tLAngle: "<", tLParen: "(",
	tRBrace: "}", tRBrack: "]", tRAngle: ">", tRParen: ")",
	tDot: ".", tEllipsis: "...", tComma: ",", tSemicolon: ";", tColon: ":", tEquals: "=",
	tDollar: "$", tQuestion: "?", tPipe: "|", tCaret: "^", tMark: "+++",
}

// isLabel reports whether the token can be a label.
func (t token) isLabel() bool { return t == tName || t == tInt || t == tString }

// isOpener and isCloser report whether the token is a bracket.
func (t token) isOpener() bool { return t >= tLBrace && t <= tLParen }
func (t token) isCloser() bool { return t >= tRBrace && t <= tRParen }

// partner is the closing bracket of an opening one.
func (t token) partner() token { return t + (tRBrace - tLBrace) }

// A class says what a byte can begin.
type class uint8

const (
	cOther class = iota // no token
	cBlank
	cName
	cDigit
	cSingle // a token by itself: see singles
	cDot
	cMinus
	cPlus
	cSlash
	cHash // # and %, which begin a comment
	cQuote
	cHigh // a byte of a character beyond ASCII
)

var (
	classes [256]class
	singles [256]token
	inName  [256]bool // the bytes of a name after its first
)

func init() {
	for c := range classes {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
			classes[c], inName[c] = cName, true
		case c >= '0' && c <= '9':
			classes[c], inName[c] = cDigit, true
		case c == '?', c == '!':
			inName[c] = true
		case c >= 0x80:
			classes[c] = cHigh
		}
	}
	for _, c := range " \t\n\v\f\r" {
		classes[c] = cBlank
	}
	for t, s := range spellings {
		if len(s) == 1 {
			classes[s[0]], singles[s[0]] = cSingle, token(t)
		}
	}
	classes['.'], classes['-'], classes['+'], classes['/'] = cDot, cMinus, cPlus, cSlash
	classes['#'], classes['%'] = cHash, cHash
	classes['"'], classes['\''] = cQuote, cQuote
}

// isBlankRune reports whether a character beyond ASCII is white space: those of
// ECMAScript, in which the language was first defined.
func isBlankRune(r rune) bool {
	switch {
	case r == 0xA0, r == 0x1680, r >= 0x2000 && r <= 0x200A, r == 0x2028, r == 0x2029,
		r == 0x202F, r == 0x205F, r == 0x3000, r == 0xFEFF:
		return true
	}
	return false
}

// isName and isInt report whether a whole text is one token of that kind.
func isName(s string) bool {
	if s == "" || classes[s[0]] != cName {
		return false
	}
	for i := 1; i < len(s); i++ {
		if !inName[s[i]] {
			return false
		}
	}
	return true
}

func isInt(s string) bool {
	if s == "0" {
		return true
	}
	if s != "" && s[0] == '-' {
		s = s[1:]
	}
	if s == "" || s[0] == '0' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if classes[s[i]] != cDigit {
			return false
		}
	}
	return true
}
