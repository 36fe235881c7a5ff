//go:build !js

package report

import "github.com/patgraph/patgraph/patterns"

// longForm bounds the canonical forms from which hashes are made, in bytes and in states.
const longForm = 1 << 24

// AppendHashes writes the content addresses of the types and the functions of an input, one a line.
func (s *Style) AppendHashes(b []byte, in *Input, functions []string) []byte {
	r := in.Result
	line := func(name, hash string) {
		if hash == "" {
			hash = "-"
		}
		b = s.paint(b, heading, s.prose(name))
		b = append(b, " "+hash+"\n"...)
	}
	for i := range r.TypeDefs {
		d := &r.TypeDefs[i]
		if !in.shows(d.Span) {
			continue
		}
		hash := ""
		if d.Type != patterns.NoType {
			if form, ok := r.Types.FormWithin(d.Type, longForm, longForm); ok {
				hash = patterns.ID(form)
			}
		}
		line("$"+d.Name, hash)
	}
	for i := range r.Definitions {
		if d := &r.Definitions[i]; in.shows(d.Span) {
			line(d.Name, functions[i])
		}
	}
	return b
}
