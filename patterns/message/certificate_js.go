package message

import (
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/explain"
)

// Proved returns nothing: a page writes no certificates.
func (p *Program) Proved(*explain.Contradiction) *lang.Proved { return nil }

// Typings returns nothing.
func (p *Program) Typings() (lang.CertSignatures, []lang.CertTyping) {
	return lang.CertSignatures{}, nil
}
