package batch

import (
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Policy determines how one source is analysed and judged. It has everything besides the text that may affect the
// result.
type Policy struct {
	Settings language.Settings
	Strict   bool                       // warnings count as errors
	Severity map[lang.Code]config.Level // of codes whose severity is not the default

	// Library precedes the source; nil: none. IsLibrary means that only diagnostics of the source matter: without any, it
	// is left out.
	Library   *Library
	IsLibrary bool

	// Problems are the reasons why the source is not analysed, nil if it is. They are about Text, or about no text if
	// that is nil.
	Problems []lang.Diagnostic
	Text     *lang.File
}
