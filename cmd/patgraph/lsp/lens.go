package lsp

import (
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// codeLenses shows above each definition its signature, as a link to the reasons; the number of its uses; and a link to
// its picture.
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
		if d := t.Definition; d >= 0 && v.result().Definitions[d].OK && v.result().Solver.Derivation(d).Derived {
			lens(lang.Cut(v.signature(d, 2*longHint), 2*longHint), "patgraph.why")
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

// value is a value as an argument of a command.
func value(v any) protocol.LSPAny {
	b, err := protocol.Marshal(v)
	if err != nil {
		return protocol.LSPAny("null")
	}
	return b
}
