package lsp

import (
	"context"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// codeLenses shows above each definition its signature, as a link to the reasons; the number of its uses; and a link to
// its picture. The signature is computed when the editor shows it: CodeLensResolve.
func (v *view) codeLenses() ([]protocol.CodeLens, error) {
	names := v.namesOf()
	uses := make([]int, len(names.Symbols))
	for i := range names.Uses {
		if u := &names.Uses[i]; u.Symbol >= 0 && !u.Binds {
			uses[u.Symbol]++
		}
	}
	list := []protocol.CodeLens{}
	for i := range names.Symbols {
		t := &names.Symbols[i]
		if t.Builtin || !v.inMain(t.Span) || t.Definition < 0 && t.Kind != language.TypeName {
			continue
		}
		r := v.rangeOf(t.At)
		lens := func(title, command string) {
			list = append(list,
				protocol.CodeLens{Range: r,
					Command: protocol.Command{Title: title, Command: command,
						Arguments: []protocol.LSPAny{value(v.uri), value(r.Start)}}})
		}
		if v.hasSignature(t) {
			list = append(list, protocol.CodeLens{Range: r, Data: value(lensData{v.uri, i})})
		}
		if t.Kind != language.MainExpression {
			lens(lang.Count(uses[i], "use", "uses"), "patgraph.references")
		}
		if t.Definition >= 0 {
			lens("draw", "patgraph.draw")
		}
	}
	return list, nil
}

// lensData finds the symbol of a lens without a command.
type lensData struct {
	URI    uri.URI `json:"uri"`
	Symbol int     `json:"symbol"` // an index of the names
}

func (v *view) hasSignature(t *language.Symbol) bool {
	d := t.Definition
	return d >= 0 && v.result().Definitions[d].OK && v.result().Solver.Derivation(d).Derived
}

// CodeLensResolve adds the signature to a lens. It fails if the definition is at another place now.
func (s *server) CodeLensResolve(ctx context.Context, p *protocol.CodeLens) (*protocol.CodeLens, error) {
	if len(p.Data) == 0 {
		return p, nil
	}
	var data lensData
	if err := protocol.Unmarshal(p.Data, &data); err != nil {
		return nil, refused("this lens was not offered by this server")
	}
	lens, err := ask(ctx, s, data.URI, brief, func(v *view) (*protocol.CodeLens, error) {
		all := v.namesOf().Symbols
		if data.Symbol < 0 || data.Symbol >= len(all) {
			return nil, nil
		}
		t := &all[data.Symbol]
		if !v.inMain(t.Span) || v.rangeOf(t.At) != p.Range || !v.hasSignature(t) {
			return nil, nil
		}
		return &protocol.CodeLens{Range: p.Range, Command: protocol.Command{
			Title:   lang.Cut(v.signature(t.Definition, 2*longHint), 2*longHint),
			Command: "patgraph.why", Arguments: []protocol.LSPAny{value(v.uri), value(p.Range.Start)}}}, nil
	})
	if lens == nil && err == nil {
		err = protocol.ErrContentModified
	}
	return lens, err
}

// value is a value as an argument of a command.
func value(v any) protocol.LSPAny {
	b, err := protocol.Marshal(v)
	if err != nil {
		return protocol.LSPAny("null")
	}
	return b
}
