package relay

import "github.com/patgraph/patgraph/lang"

// A kind is what a token is.
type kind uint8

const (
	tEOF    kind = iota
	tBad         // characters that begin nothing, which has been reported
	tName        // a bare name, with its dots: nn.conv2d
	tLocal       // %x
	tGlobal      // @f
	tGraph       // %0
	tInt
	tFloat
	tString

	tLet
	tFn
	tDef
	tIf
	tElse
	tType
	tMatch
	tMatchPartial // match?
	tExtern
	tFreeVar
	tRef
	tRefRead
	tRefWrite
	tTrue
	tFalse
	tWild // _

	tLParen
	tLBrace
	tLBrack
	tRParen
	tRBrace
	tRBrack
	tLess
	tGreater
	tComma
	tSemicolon
	tColon
	tDot
	tEquals
	tQuestion
	tArrow     // ->
	tFatArrow  // =>
	tTurnstile // :-, in relations
	tPlus
	tMinus
	tStar
	tSlash
	tLessEq
	tGreaterEq
	tEqual
	tNotEqual
	numKinds
)

var keywords = map[string]kind{
	"let": tLet, "fn": tFn, "def": tDef, "if": tIf, "else": tElse, "type": tType, "match": tMatch,
	"extern": tExtern, "free_var": tFreeVar, "ref": tRef, "ref_read": tRefRead, "ref_write": tRefWrite,
	"True": tTrue, "False": tFalse, "_": tWild,
}

var spellings = [numKinds]string{
	tLParen: "(", tLBrace: "{", tLBrack: "[", tRParen: ")", tRBrace: "}", tRBrack: "]", tLess: "<", tGreater: ">",
	tComma: ",", tSemicolon: ";", tColon: ":", tDot: ".", tEquals: "=", tQuestion: "?", tArrow: "->", tFatArrow: "=>",
	tTurnstile: ":-", tPlus: "+", tMinus: "-", tStar: "*", tSlash: "/", tLessEq: "<=", tGreaterEq: ">=", tEqual: "==", tNotEqual: "!=",
}

// precedences are those of operators; 0 is no operator.
var precedences = [numKinds]uint8{
	tStar: 12, tSlash: 12, tPlus: 10, tMinus: 10,
	tLess: 8, tLessEq: 8, tGreater: 8, tGreaterEq: 8, tEqual: 7, tNotEqual: 7,
}

// Operators are the names of the functions that infix operators stand for.
var Operators = map[string]string{
	"*": "multiply", "/": "divide", "+": "add", "-": "subtract", "<": "less", "<=": "less_equal",
	">": "greater", ">=": "greater_equal", "==": "equal", "!=": "not_equal",
}

func (k kind) isKeyword() bool { return k >= tLet && k <= tFalse } // that may name an attribute
func (k kind) isOpener() bool  { return k >= tLParen && k <= tLBrack }
func (k kind) isCloser() bool  { return k >= tRParen && k <= tRBrack }

// partner is the closing bracket of an opening one.
func (k kind) partner() kind {
	if k == tLess {
		return tGreater
	}
	return k + (tRParen - tLParen)
}

// endsOperand reports whether an expression may end with the token, so that a minus
// after it subtracts.
func (k kind) endsOperand() bool {
	switch k {
	case tName, tLocal, tGlobal, tGraph, tInt, tFloat, tString, tTrue, tFalse, tRParen, tRBrack, tRBrace:
		return true
	}
	return false
}

// startsExpression reports whether an expression may begin with the token.
func (k kind) startsExpression() bool {
	switch k {
	case tName, tLocal, tGlobal, tGraph, tInt, tFloat, tString, tLet, tFn, tIf, tMatch, tMatchPartial, tFreeVar,
		tRef, tRefRead, tRefWrite, tTrue, tFalse, tLParen, tLBrace:
		return true
	}
	return false
}

// startsElement reports whether the token begins what is in brackets, and is surely no part
// of what stands before it.
func (k kind) startsElement() bool {
	return k >= tName && k <= tString || k == tTrue || k == tFalse || k == tWild
}

// A tok is a token with its place.
type tok struct {
	kind       kind
	line       bool // it begins its line
	start, end int32
	sym        lang.Sym // of names and literals: as written, with the sign before it
	indent     int32    // how many bytes of blanks its line begins with
	pair       int32    // of a `<`: the token of its `>` if the two enclose types before a `(`, else 0
}

func (t *tok) span() lang.Span { return lang.Span{Start: t.start, End: t.end} }

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// nameEnd is where a name ends that goes on at i. A slash is part of a name, as in
// %conv1/weights, unless a comment begins with it or nothing of a name follows.
func nameEnd(s string, i int) int {
	for i < len(s) {
		c := s[i]
		if !isLetter(c) && !isDigit(c) && (c != '/' || i+1 == len(s) || !isLetter(s[i+1]) && !isDigit(s[i+1])) {
			break
		}
		i++
	}
	return i
}
