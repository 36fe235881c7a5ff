// Package highlight has the grammar of the text syntax of ONNX for editors.
//
// Every rule uses only regexps that Oniguruma, which editors use, and Go, which the tests use, interpret alike; see
// internal/textmate.
package highlight

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/onnx"
)

const (
	name   = `[A-Za-z_][A-Za-z0-9_]*`
	number = `-?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?`
	paint  = lang.Painter("onnx")
)

var match, groups, word = paint.Match, paint.Groups, lang.WholeWords

// Grammar returns the grammar of the text syntax of ONNX for editors.
func Grammar() *lang.Grammar {
	const blank = `[ \t]*`
	elements := `(?:` + strings.Join(onnx.Elements[:], "|") + `)`
	return &lang.Grammar{
		Name: "ONNX", ScopeName: "source.onnx", FileTypes: []string{"onnxtxt", "onnxtext"},
		Patterns: []*lang.Rule{
			match("comment.line.number-sign", `#.*$`),
			{Name: "string.quoted.double.onnx", Begin: `"`, End: `"`,
				Patterns: []*lang.Rule{match("constant.character.escape", `\\.`)}},
			groups(`(`+strings.Join(onnx.Settings, "|")+`)`+blank+`(:)`, "keyword.other.setting", "punctuation.separator"),
			groups(`(:)`+blank+`(`+strings.Join(onnx.Kinds[1:], "|")+`)`+blank+`(=)`,
				"punctuation.separator", "storage.type", "keyword.operator.assignment"),
			groups(`(@)`+blank+`(`+name+`)`, "punctuation.definition", "variable.parameter"),
			match("constant.numeric", word(`-?(?:[iI][nN][fF]|[nN][aA][nN]|[iI][nN][fF][iI][nN][iI][tT][yY])`)),
			groups(`(seq|optional|map|sparse_tensor|opaque)`+blank+`(\()`, "support.type", "punctuation.section"),
			match("support.type", word(elements)),
			groups(`(`+name+`)`+blank+`(\()`, "entity.name.function", "punctuation.section"),
			groups(`(`+name+`)`+blank+`(<)`, "entity.name.function", "punctuation.section"),
			match("variable.other", name),
			match("constant.numeric", number),
			match("constant.language", `\.\.\.|\?`),
			match("keyword.operator.arrow", `=>`),
			match("keyword.operator.assignment", `=`),
			match("punctuation.section", `[(){}\[\]<>]`),
			match("punctuation.separator", `[,:.]`),
		},
	}
}
