// Package highlight has the grammar of Relay for editors: one for both dialects, whose differences do not affect
// highlighting.
//
// Every rule uses only regexps that Oniguruma, which editors use, and Go, which the tests use, interpret alike; see
// internal/textmate.
package highlight

import "github.com/patgraph/patgraph/lang"

// Short names for the types of rules.
type (
	rule   = lang.Rule
	scopes = map[string]*lang.Capture
)

const (
	plain  = `[A-Za-z_][A-Za-z0-9_]*(?:/[A-Za-z0-9_]+)*`
	dotted = plain + `(?:[ \t]*\.[ \t]*` + plain + `)*`
	local  = plain + `(?:(?:(?:\.[0-9]+)*\.|::)` + plain + `)*`
	number = `-*[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?`
	dtype  = `(?:u?int(?:1|4|8|16|32|64)?|bfloat16|float(?:16|32|64)?|bool)(?:x[1-9][0-9]*)?`
	never  = `$.` // matches nothing: the end of a line precedes no character
)

const paint = lang.Painter("relay")

var match, groups, word = paint.Match, paint.Groups, lang.WholeWords

// Grammar returns the grammar of Relay for editors.
func Grammar() *lang.Grammar {
	return &lang.Grammar{
		Name: "Relay", ScopeName: "source.relay", FileTypes: []string{"rly", "relay"},
		Patterns: []*rule{
			groups(`(#\[)[ \t]*(version)[ \t]*(=)[ \t]*("[^"]*")[ \t]*(\])`,
				"punctuation.definition.header", "keyword.other.version", "keyword.operator.assignment", "string.quoted.double", "punctuation.definition.header"),
			{Begin: `#\[[ \t]*metadata[ \t]*\]`, BeginCaptures: scopes{"0": {Name: "keyword.other.metadata.relay"}}, End: never, ContentName: "meta.embedded.json.relay"},
			match("comment.line.number-sign", `#.*$`),
			match("comment.line.double-slash", `//.*$`),
			{Include: "#block"},
			{Name: "string.quoted.double.relay", Begin: `"`, End: `"`},

			groups(`(%)(`+local+`|/`+local+`)`, "punctuation.definition.variable", "variable.other.local"),
			match("variable.other.graph", `%[0-9]+`),
			groups(`(def)[ \t]+(@`+plain+`)`, "keyword.declaration", "entity.name.function"),
			match("variable.other.global", `@`+plain),

			groups(`(\.)[ \t]*([0-9]+)`, "punctuation.accessor", "constant.numeric.index"),
			match("constant.numeric.float", word(`-*inff`)),
			groups(`(`+number+`)([A-Za-z0-9_]*)`, "constant.numeric", "storage.type.numeric"),

			groups(`(type|data)[ \t]+(`+plain+`)`, "keyword.declaration", "entity.name.type"),
			groups(`(relation|propagate|op)[ \t]+(`+dotted+`)`, "keyword.declaration", "entity.name.function"),
			match("keyword.control.match", `match\?`),
			// The type of a variable that a let binds, which is not an attribute.
			groups(`(:|-[ \t]*>)[ \t]*(`+dotted+`)[ \t]*(=)$|(:|-[ \t]*>)[ \t]*(`+dotted+`)[ \t]*(=)(?=[^=>])`,
				"punctuation.separator", "support.type", "keyword.operator.assignment", "punctuation.separator", "support.type", "keyword.operator.assignment"),
			groups(`(`+dotted+`)[ \t]*(=)$|(`+dotted+`)[ \t]*(=)(?=[^=>])`,
				"variable.parameter", "keyword.operator.assignment", "variable.parameter", "keyword.operator.assignment"),
			match("keyword.control", `where$|where(?=[ \t])`), // which is also an operator
			match("keyword.control", word(`(?:let|if|else|match|case|free_var)`)),
			match("keyword.declaration", word(`(?:def|type|extern)`)),
			match("storage.type.function", word(`(?:fn|fun)`)),
			match("keyword.other.reference", word(`(?:ref_read|ref_write|ref)`)),
			match("constant.language", word(`(?:True|False|_)`)),
			match("support.type", word(dtype)),
			match("entity.name.type", `[A-Z][A-Za-z0-9_]*(?:/[A-Za-z0-9_]+)*`),
			match("support.function", dotted),
			match("support.function", `/`+plain),

			match("keyword.operator.arrow", `-[ \t]*>|=>|:-`),
			match("keyword.operator.comparison", `==|!=|<=|>=`),
			match("keyword.operator.arithmetic", `[+*/-]`),
			match("keyword.operator.dynamic", `\?`),
			match("keyword.operator.assignment", `=`),
			match("punctuation.section", `[(){}\[\]<>]`),
			match("punctuation.separator", `[,:]`),
			match("punctuation.terminator", `;`),
			match("punctuation.accessor", `\.`),
		},
		Repository: map[string]*rule{
			"block": {Name: "comment.block.relay", Begin: `/\*`, End: `\*/`, Patterns: []*rule{{Include: "#block"}}},
		},
	}
}
