package lsp

import (
	"context"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

var symbolKinds = map[language.Kind]protocol.SymbolKind{
	language.Function: protocol.SymbolKindFunction, language.MainExpression: protocol.SymbolKindEvent,
	language.TypeName: protocol.SymbolKindClass,
	language.Field:    protocol.SymbolKindField, language.Constructor: protocol.SymbolKindEnumMember,
	language.Operator: protocol.SymbolKindOperator, language.Relation: protocol.SymbolKindInterface,
}

// documentSymbols lists the symbols that a document defines, with nested symbols.
func (v *view) documentSymbols() (any, error) {
	list := []protocol.DocumentSymbol{}
	flat := []protocol.SymbolInformation{}
	at := make(map[int32]int) // the index of a symbol in the list
	for i, t := range v.namesOf().Symbols {
		kind, listed := symbolKinds[t.Kind]
		if !listed || t.Builtin || !v.inMain(t.Span) {
			continue
		}
		symbol := protocol.DocumentSymbol{Name: label(&t), Kind: kind, Range: v.rangeOf(t.Span),
			SelectionRange: v.rangeOf(t.At)}
		if t.Definition >= 0 && v.result().Definitions[t.Definition].OK {
			detail := lang.Cut(v.signature(t.Definition, 2*longHint), 2*longHint)
			symbol.Detail = &detail
		}
		flat = append(flat, protocol.SymbolInformation{Location: protocol.Location{URI: v.uri, Range: symbol.Range}})
		flat[len(flat)-1].Name, flat[len(flat)-1].Kind = symbol.Name, kind
		if in, ok := at[t.In]; ok {
			list[in].Children = append(list[in].Children, symbol)
			continue
		}
		at[int32(i)] = len(list)
		list = append(list, symbol)
	}
	if !v.server.able.hierarchical {
		return flat, nil
	}
	return list, nil
}

// label is the name of a symbol for people.
func label(t *language.Symbol) string {
	if t.Kind == language.MainExpression {
		return "(main expression)"
	}
	return t.Name
}

// An outline has the symbols of a file that is not a document.
type outline struct {
	state
	symbols []protocol.WorkspaceSymbol
}

// mostSymbols is the maximum number of symbols per answer.
const mostSymbols = 500

// Symbols lists the symbols of all programs whose names contain the letters of the query in order.
func (s *server) Symbols(ctx context.Context,
	p *protocol.WorkspaceSymbolParams) (any, error) {
	query := strings.ToLower(p.Query)
	protocol.ReleaseNext(ctx)
	found := []protocol.WorkspaceSymbol{}
	err := s.each(ctx, func(n *snapshot) error {
		if len(found) >= mostSymbols {
			return nil
		}
		list, err := s.symbolsOf(ctx, n)
		for _, symbol := range list {
			if hasLetters(strings.ToLower(symbol.Name), query) && len(found) < mostSymbols {
				found = append(found, symbol)
			}
		}
		return err
	})
	return found, err
}

// hasLetters reports whether a text contains some letters in order.
func hasLetters(text, letters string) bool {
	for _, r := range letters {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}

// symbolsOf are the symbols that a program defines; those of a file are cached.
func (s *server) symbolsOf(ctx context.Context, n *snapshot) ([]protocol.WorkspaceSymbol, error) {
	if n.visited {
		if o, ok := s.outlines.Load(n.path); ok && o.(*outline).state == n.at {
			return o.(*outline).symbols, nil
		}
	}
	v, err := n.view(ctx, brief)
	if err != nil {
		return nil, err
	}
	defer v.close()
	if v.in.Result == nil {
		return nil, nil
	}
	var list []protocol.WorkspaceSymbol
	for _, t := range v.namesOf().Symbols {
		kind, listed := symbolKinds[t.Kind]
		if !listed || t.Builtin || t.Kind == language.MainExpression || !v.inMain(t.Span) {
			continue
		}
		l := v.location(t.At)
		symbol := protocol.WorkspaceSymbol{Location: &l}
		symbol.Name, symbol.Kind = strings.Clone(t.Name), kind
		list = append(list, symbol)
	}
	if n.visited {
		s.outlines.Store(n.path, &outline{n.at, list})
	}
	return list, nil
}
