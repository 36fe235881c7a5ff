// Package highlight has the grammar of TensorScript for editors.
//
// Every rule uses only regexps that Oniguruma, which editors use, and Go, which the tests use, interpret alike; see
// internal/textmate.
package highlight

import "github.com/patgraph/patgraph/lang"

const (
	name   = `[A-Za-z_][A-Za-z0-9_]*`
	number = `[0-9][0-9_]*(?:\.(?:[0-9][0-9_]*)?)?(?:[eE][+-]?[0-9][0-9_]*)?`
	paint  = lang.Painter("tensorscript")
)

var match, groups, word = paint.Match, paint.Groups, lang.WholeWords

// Grammar returns the grammar of TensorScript for editors.
func Grammar() *lang.Grammar {
	return &lang.Grammar{
		Name: "TensorScript", ScopeName: "source.tensorscript", FileTypes: []string{"trs"},
		Patterns: []*lang.Rule{
			match("comment.line.double-slash", `//.*$`),
			match("string.quoted.double", `"[^"]*"`),
			groups(`(use)[ \t]+(`+name+`)[ \t]*(::)`, "keyword.other.import", "entity.name.namespace", "punctuation.separator"),
			groups(`(def)[ \t]+(`+name+`)`, "keyword.declaration", "entity.name.function"),
			groups(`(dim|tsr)[ \t]+(`+name+`|\?)`, "keyword.declaration", "variable.other.size"),
			groups(`(node|weights|graph)[ \t]+(`+name+`)`, "keyword.declaration", "entity.name.type"),
			groups(`(let)[ \t]+(`+name+`)[ \t]*(=)$|(let)[ \t]+(`+name+`)[ \t]*(=)(?=[^=])`,
				"keyword.declaration", "variable.other", "keyword.operator.assignment", "keyword.declaration", "variable.other", "keyword.operator.assignment"),
			groups(`(as)[ \t]+(`+name+`)`, "keyword.other.import", "variable.other"),
			groups(`(`+name+`)[ \t]*(=)$|(`+name+`)[ \t]*(=)(?=[^=])`, "variable.parameter", "keyword.operator.assignment", "variable.parameter", "keyword.operator.assignment"),
			match("keyword.control", word(`(?:if|else|while)`)),
			match("keyword.declaration", word(`(?:use|dim|tsr|node|weights|graph|def)`)),
			match("constant.language", word(`(?:true|false)`)),
			match("variable.language", word(`self`)),
			match("support.function", word(`view`)),
			groups(`(\.)[ \t]*(`+name+`)`, "punctuation.accessor", "support.function"),
			groups(`(`+name+`)[ \t]*(::)`, "support.type", "punctuation.separator"),
			groups(`(`+name+`)[ \t]*(\()`, "support.function", "punctuation.section"),
			match("constant.language", `\?|_$|_(?=[^A-Za-z0-9_])`),
			match("variable.other", name),
			match("constant.numeric", number),
			match("keyword.operator.pipe", `\|>`),
			match("keyword.operator.arrow", `->`),
			match("keyword.operator.comparison", `==|!=|<=|>=`),
			match("keyword.operator.arithmetic", `[+*/!-]`),
			match("keyword.operator.assignment", `=`),
			match("punctuation.section", `[(){}\[\]<>]`),
			match("punctuation.separator", `::|[,:]`),
			match("punctuation.terminator", `;`),
			match("punctuation.accessor", `\.`),
		},
	}
}
