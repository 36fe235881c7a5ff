// Package languages is the table of the languages that patgraph knows: the only place outside
// of their own packages that names them.
package languages

import (
	"github.com/patgraph/patgraph/patterns/k/record"
	"github.com/patgraph/patgraph/patterns/language"
	"github.com/patgraph/patgraph/patterns/relay"
	"github.com/patgraph/patgraph/patterns/tensorscript"
)

// All has a line for each language; the first one takes standard input.
var All = language.Table{
	record.K,
	relay.Language,
	tensorscript.Language,
}
