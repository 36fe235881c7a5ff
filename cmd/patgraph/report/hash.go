//go:build !js

package report

import "github.com/patgraph/patgraph/patterns"

// mostHashed bounds the canonical forms of types that are hashed for an input, in bytes.
const mostHashed = 16 << 20

// AppendHashes writes the content addresses of the types and the functions of an input, one a line.
func (s *Style) AppendHashes(b []byte, in *Input, functions []string) []byte {
	r, room := in.Result, mostHashed
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
		if d.Type != patterns.NoType && room > 0 {
			form, ok := r.Types.FormWithin(d.Type, r.Types.Len(), room)
			if room -= len(form); ok {
				hash = patterns.ID(form)
			} else {
				room = 0 // the next ones may be as large
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
