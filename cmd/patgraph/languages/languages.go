// Package languages is the table of the languages of patgraph: outside of the packages of a language, only this one
// names it.
package languages

import (
	"github.com/patgraph/patgraph/patterns/k"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/onnx"
	"github.com/patgraph/patgraph/patterns/relay"
	"github.com/patgraph/patgraph/patterns/tensorscript"
)

// All has an entry for each language; the first one is used for texts that no name and no beginning
// shows to be in another one.
var All = language.Table{k.Language, relay.Language, tensorscript.Language, onnx.Language}
