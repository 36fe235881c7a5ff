package relay

import "github.com/patgraph/patgraph/lang/syntax"

// The words of the language, and names with their signs. A bare name includes its dots: nn.conv2d.
const (
	tLocal  syntax.Kind = syntax.Own + iota // %x
	tGlobal                                 // @f
	tGraph                                  // %0

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
)

var keywords = syntax.NewKeywords(map[string]syntax.Kind{
	"let": tLet, "fn": tFn, "def": tDef, "if": tIf, "else": tElse, "type": tType, "match": tMatch,
	"extern": tExtern, "free_var": tFreeVar, "ref": tRef, "ref_read": tRefRead, "ref_write": tRefWrite,
	"True": tTrue, "False": tFalse, "_": tWild,
})

var signs = syntax.SignsBut(syntax.Not, syntax.Path, syntax.Pipe, syntax.Arrow)

var precedences = syntax.Precedences{
	syntax.Star: 12, syntax.Slash: 12, syntax.Plus: 10, syntax.Minus: 10,
	syntax.Less: 8, syntax.LessEq: 8, syntax.Greater: 8, syntax.GreaterEq: 8, syntax.Equal: 7, syntax.NotEqual: 7,
}

// Operators are the names of the functions of infix operators.
var Operators = map[string]string{
	"*": "multiply", "/": "divide", "+": "add", "-": "subtract", "<": "less", "<=": "less_equal",
	">": "greater", ">=": "greater_equal", "==": "equal", "!=": "not_equal",
}

// isKeyword reports whether a token is a word that may name an attribute.
func isKeyword(k syntax.Kind) bool { return k >= tLet && k <= tFalse }

// isOperand reports whether a token is an expression by itself.
func isOperand(k syntax.Kind) bool {
	return k >= syntax.Name && k <= syntax.String || k >= tLocal && k <= tGraph || k == tTrue || k == tFalse
}

// endsOperand reports whether an expression may end with the token, so that a minus after it subtracts.
func endsOperand(k syntax.Kind) bool { return isOperand(k) || k.IsCloser() }

// startsExpression reports whether an expression may begin with the token.
func startsExpression(k syntax.Kind) bool {
	switch k {
	case tLet, tFn, tIf, tMatch, tMatchPartial, tFreeVar, tRef, tRefRead, tRefWrite, syntax.LParen, syntax.LBrace:
		return true
	}
	return isOperand(k)
}

// startsElement reports whether the token begins an element of a bracket, and certainly does not continue the previous
// one.
func startsElement(k syntax.Kind) bool { return isOperand(k) || k == tWild }

// nameEnd returns the end of a name that continues at i. A slash is part of a name, as in %conv1/weights, unless it
// begins a comment or no letter or digit follows.
func nameEnd(s string, i int) int {
	for i < len(s) {
		c := s[i]
		if !syntax.IsLetter(c) && !syntax.IsDigit(c) &&
			(c != '/' || i+1 == len(s) || !syntax.IsLetter(s[i+1]) && !syntax.IsDigit(s[i+1])) {
			break
		}
		i++
	}
	return i
}
