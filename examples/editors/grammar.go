// Package editors writes what languages say of their highlighting in the formats of
// editors: a TextMate grammar, as in k.tmLanguage.json, and the same as k.sublime-syntax.
package editors

import (
	"bytes"
	"encoding/json"

	"github.com/patgraph/patgraph/patterns/language"
)

// TextMate returns the text of a language's .tmLanguage.json.
func TextMate(l *language.Language) ([]byte, error) {
	g := l.Grammar()
	g.Schema = "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json"
	g.Comment = "Written by `PATGRAPH_UPDATE=1 go test ./examples/editors`; change grammar.go instead."
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	err := e.Encode(g)
	return out.Bytes(), err
}
