package message

import (
	"github.com/patgraph/patgraph/lang/certificate"
	"github.com/patgraph/patgraph/patterns/explain"
)

// Proved returns nothing: a page writes no certificates.
func (p *Program) Proved(*explain.Contradiction) *certificate.Proof { return nil }

// Typings returns nothing.
func (p *Program) Typings() (certificate.Signatures, []certificate.Typing) {
	return certificate.Signatures{}, nil
}
