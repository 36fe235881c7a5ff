package batch

import (
	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// A Policy is how one source is analysed and judged. Whatever may change its
// result, beside its text, is in it.
type Policy struct {
	Settings language.Settings
	Strict   bool                       // warnings count as errors
	Severity map[lang.Code]config.Level // of codes that have another than their own

	// Library stands before the source; nil: nothing does. Aside is that of the source only
	// diagnostics are of interest: without any, it is left out.
	Library *Library
	Aside   bool

	// Problems are why the source is not analysed, nil when it is. They are about
	// Text, or about no text when that is nil.
	Problems []lang.Diagnostic
	Text     *lang.File
}
