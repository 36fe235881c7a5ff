package lsp

import (
	"context"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
)

// longHint is the maximum length of a pattern within the text, in bytes.
const longHint = 80

// InlayHint shows patterns that the program does not write: those of definitions, and others that a language selects. A
// definition with errors has no hints.
func (s *server) InlayHint(ctx context.Context, p *protocol.TextDocumentRangeParams) ([]protocol.InlayHint, error) {
	return ask(ctx, s, p.TextDocument.URI, brief, func(v *view) ([]protocol.InlayHint, error) {
		e := v.editing()
		if e == nil || e.Hints == nil {
			return nil, nil
		}
		wanted := lang.Span{Start: v.offset(p.Range.Start), End: v.offset(p.Range.End)}
		given := expressions{view: v}
		list := []protocol.InlayHint{}
		for _, h := range e.Hints(v.result()) {
			if h.At < wanted.Start || h.At > wanted.End {
				continue
			}
			text := h.Text
			if text != "" {
			} else if h.Definition >= 0 {
				if d := v.result().Definitions[h.Definition]; d.OK && v.result().Solver.Derivation(h.Definition).Derived {
					text = v.signature(h.Definition, 4*longHint)
				}
			} else if x := given.at(h.Of); x != nil {
				text = v.given(x, 4*longHint)
			}
			if text == "" {
				continue
			}
			hint := protocol.InlayHint{
				Position: v.rangeOf(lang.Span{Start: h.At, End: h.At}).Start, Kind: protocol.InlayHintKindType,
				Label: h.Lead + lang.Cut(text, longHint),
			}
			if len(text) > longHint {
				hint.Tooltip = text
			}
			list = append(list, hint)
		}
		return list, nil
	})
}

// expressions finds derived expressions by place, for one definition at a time.
type expressions struct {
	*view
	of    int32 // 1 + the definition of known; 0: none
	known map[lang.Span]patterns.Expression
}

// at is the outermost expression at exactly this place, or nil.
func (x *expressions) at(s lang.Span) *patterns.Expression {
	d := x.definitionAt(s.Start)
	if d < 0 || !x.result().Definitions[d].OK {
		return nil
	}
	if x.of != d+1 {
		x.of, x.known = d+1, make(map[lang.Span]patterns.Expression)
		for _, e := range x.result().Front.Expressions(d) {
			if _, ok := x.known[e.Span]; !ok {
				x.known[e.Span] = e
			}
		}
	}
	if e, ok := x.known[s]; ok {
		return &e
	}
	return nil
}

// signatureHelp is the signature of the function called around a place.
func (v *view) signatureHelp(at int32) (*protocol.SignatureHelp, error) {
	e := v.editing()
	if e == nil || e.Call == nil {
		return nil, nil
	}
	c, ok := e.Call(v.result(), at)
	if !ok {
		return nil, nil
	}
	text := c.Signature
	if c.Definition >= 0 {
		text = c.Name + " : " + v.signature(c.Definition, longPattern)
	}
	if text == "" {
		return nil, nil
	}
	info := protocol.SignatureInformation{Label: text}
	for _, name := range c.Parameters {
		info.Parameters = append(info.Parameters, protocol.ParameterInformation{Label: name})
	}
	help := &protocol.SignatureHelp{}
	if c.Active >= 0 && c.Active < len(c.Parameters) {
		active := uint32(c.Active)
		help.ActiveParameter = &active
	}
	help.Signatures = []protocol.SignatureInformation{info}
	return help, nil
}
