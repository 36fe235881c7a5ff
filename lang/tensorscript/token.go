package tensorscript

import (
	"maps"
	"slices"

	"github.com/patgraph/patgraph/lang"
)

// A kind is what a token is.
type kind uint8

const (
	tEOF   kind = iota
	tBad        // characters that begin nothing, which has been reported
	tName       // also `?`, and within brackets what begins with a digit
	tInt        //
	tFloat      //

	tUse // the words of the language
	tDim
	tTsr
	tNode
	tWeights
	tGraph
	tDef
	tView
	tIf
	tElse
	tWhile
	tTrue
	tFalse
	tSelf

	tLParen
	tLBrace
	tLBrack
	tRParen
	tRBrace
	tRBrack
	tComma
	tSemicolon
	tColon
	tDot
	tEquals
	tLess
	tGreater
	tNot
	tPlus
	tMinus
	tStar
	tSlash
	tPath  // ::
	tArrow // ->
	tPipe  // |>
	tLessEq
	tGreaterEq
	tEqual
	tNotEqual
	numKinds
)

var spellings = [numKinds]string{
	tUse: "use", tDim: "dim", tTsr: "tsr", tNode: "node", tWeights: "weights", tGraph: "graph", tDef: "def", tView: "view", tIf: "if",
	tElse: "else", tWhile: "while", tTrue: "true", tFalse: "false", tSelf: "self",
	tLParen: "(", tLBrace: "{", tLBrack: "[", tRParen: ")", tRBrace: "}", tRBrack: "]", tComma: ",", tSemicolon: ";", tColon: ":",
	tDot: ".", tEquals: "=", tLess: "<", tGreater: ">", tNot: "!", tPlus: "+", tMinus: "-", tStar: "*", tSlash: "/",
	tPath: "::", tArrow: "->", tPipe: "|>", tLessEq: "<=", tGreaterEq: ">=", tEqual: "==", tNotEqual: "!=",
}

var (
	keywords = make(map[string]kind)
	signs    = make(map[string]kind)
)

// Keywords are the words that are no names, in the order of the alphabet.
func Keywords() []string { return slices.Sorted(maps.Keys(keywords)) }

func init() {
	for k := tUse; k <= tSelf; k++ {
		keywords[spellings[k]] = k
	}
	for k := tLParen; k < numKinds; k++ {
		signs[spellings[k]] = k
	}
}

// precedences are those of operators; 0 is no operator.
var precedences = [numKinds]uint8{
	tStar: 4, tSlash: 4, tPlus: 3, tMinus: 3, tLess: 2, tLessEq: 2, tGreater: 2, tGreaterEq: 2, tEqual: 1, tNotEqual: 1,
}

func (k kind) isKeyword() bool   { return k >= tUse && k <= tSelf }
func (k kind) isOpener() bool    { return k >= tLParen && k <= tLBrack }
func (k kind) isCloser() bool    { return k >= tRParen && k <= tRBrack }
func (k kind) startsItem() bool  { return k >= tUse && k <= tGraph }
func (k kind) startsBlock() bool { return k >= tNode && k <= tGraph }

// startsExpression reports whether an expression may begin with the token.
func (k kind) startsExpression() bool {
	return k >= tName && k <= tFloat || k == tView || k == tIf || k >= tTrue && k <= tLParen || k == tNot
}

// A tok is a token with its place.
type tok struct {
	kind       kind
	line       bool // it begins its line
	start, end int32
	sym        lang.Sym // of names and literals: as written
}

func (t *tok) span() lang.Span { return lang.Span{Start: t.start, End: t.end} }

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }
