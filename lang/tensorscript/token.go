package tensorscript

import "github.com/patgraph/patgraph/lang/syntax"

// The keywords of the language. `?` is also a name, and within brackets a name may begin with a digit.
const (
	tUse syntax.Kind = syntax.Own + iota
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
)

var keywords = syntax.NewKeywords(map[string]syntax.Kind{
	"use": tUse, "dim": tDim, "tsr": tTsr, "node": tNode, "weights": tWeights, "graph": tGraph, "def": tDef,
	"view": tView, "if": tIf,
	"else": tElse, "while": tWhile, "true": tTrue, "false": tFalse, "self": tSelf,
})

var signs = syntax.SignsBut(syntax.Question, syntax.FatArrow, syntax.Turnstile)

// Keywords returns the keywords in alphabetical order.
func Keywords() []string { return keywords.All() }

var precedences = syntax.Precedences{
	syntax.Star: 4, syntax.Slash: 4, syntax.Plus: 3, syntax.Minus: 3,
	syntax.Less: 2, syntax.LessEq: 2, syntax.Greater: 2, syntax.GreaterEq: 2, syntax.Equal: 1, syntax.NotEqual: 1,
}

func isKeyword(k syntax.Kind) bool   { return k >= tUse && k <= tSelf }
func startsItem(k syntax.Kind) bool  { return k >= tUse && k <= tGraph }
func startsBlock(k syntax.Kind) bool { return k >= tNode && k <= tGraph }

// startsExpression reports whether an expression may begin with the token.
func startsExpression(k syntax.Kind) bool {
	return k >= syntax.Name && k <= syntax.String || k == tView || k == tIf || k >= tTrue && k <= tSelf ||
		k == syntax.LParen || k == syntax.Not
}
