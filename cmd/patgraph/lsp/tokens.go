package lsp

import (
	"context"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// tokenTypes are the names of token types, indexed by language.Kind; the last one is for comments.
var tokenTypes = []string{
	language.Function: "function", language.MainExpression: "function", language.TypeName: "type",
	language.TypeParameter: "typeParameter",
	language.Variable:      "variable", language.Constructor: "enumMember", language.Operator: "function",
	language.Relation: "macro",
	language.Field:    "property", language.Label: "property", language.Number: "number", language.Text: "string",
	language.Text + 1: "comment",
}

// tokenModifiers are the modifier bits of a token.
var tokenModifiers = []string{"declaration", "defaultLibrary"}

// semanticTokens returns the tokens of a document.
func (v *view) semanticTokens() (*protocol.SemanticTokens, error) {
	return v.tokens(v.in.File.Home().Span()), nil
}

// SemanticTokensRange returns the tokens of a range.
func (s *server) SemanticTokensRange(ctx context.Context,
	p *protocol.TextDocumentRangeParams) (*protocol.SemanticTokens, error) {
	return ask(ctx, s, p.TextDocument.URI, brief, func(v *view) (*protocol.SemanticTokens, error) {
		return v.tokens(lang.Span{Start: v.offset(p.Range.Start), End: v.offset(p.Range.End)}), nil
	})
}

// tokens are the names, literals and comments in a range, split into lines and without overlaps.
func (v *view) tokens(within lang.Span) *protocol.SemanticTokens {
	names := v.namesOf()
	out := &protocol.SemanticTokens{Data: []uint32{}}
	var last protocol.Position
	end := within.Start
	add := func(s lang.Span, kind, modifiers uint32) {
		if s.Start < end || s.Start > within.End || s.Empty() {
			return
		}
		end = s.End
		r := v.rangeOf(s)
		for line := r.Start.Line; line <= r.End.Line; line++ {
			from, to := uint32(0), r.End.Character
			if line == r.Start.Line {
				from = r.Start.Character
			}
			if line < r.End.Line {
				to = v.lines.position(v.lines.end(int(line))).Character
			}
			if to <= from {
				continue
			}
			if line > last.Line {
				last.Character = 0
			} else {
				from -= last.Character
				to -= last.Character
			}
			out.Data = append(out.Data, line-last.Line, from, to-from, kind, modifiers)
			last = protocol.Position{Line: line, Character: last.Character + from}
		}
	}
	comments := names.Comments
	for i := range names.Uses {
		u := &names.Uses[i]
		for len(comments) > 0 && comments[0].Start < u.Span.Start {
			add(comments[0], uint32(language.Text)+1, 0)
			comments = comments[1:]
		}
		modifiers := uint32(0)
		if u.Binds {
			modifiers = 1
		}
		if u.Symbol >= 0 && names.Symbols[u.Symbol].Builtin {
			modifiers |= 2
		}
		add(u.Span, uint32(u.Kind), modifiers)
	}
	for _, c := range comments {
		add(c, uint32(language.Text)+1, 0)
	}
	return out
}
