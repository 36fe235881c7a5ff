package message

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// Proved returns nothing: a page writes no certificates.
func (p *Program) Proved(*explain.Contradiction) *lang.Proved { return nil }
