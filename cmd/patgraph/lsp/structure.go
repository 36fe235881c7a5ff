package lsp

import (
	"cmp"
	"context"
	"regexp"
	"slices"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
)

// partsOf are the places of the constructs of the document, inner ones first.
func (v *view) partsOf() []lang.Span {
	if e := v.editing(); e != nil && e.Parts != nil {
		return e.Parts(v.result())
	}
	return nil
}

// foldingRanges are the constructs of several lines, and consecutive comments. Of those that begin in the same line
// only the largest is listed.
func (v *view) foldingRanges() ([]protocol.FoldingRange, error) {
	longest := make(map[uint32]protocol.FoldingRange)
	add := func(from, to uint32, kind string) {
		if to > from && longest[from].EndLine < to {
			longest[from] = protocol.FoldingRange{StartLine: from, EndLine: to, Kind: kind}
		}
	}
	for _, part := range v.partsOf() {
		r := v.rangeOf(part)
		add(r.Start.Line, r.End.Line, "")
	}
	comments := v.namesOf().Comments
	for i := 0; i < len(comments); {
		r := v.rangeOf(comments[i])
		for i++; i < len(comments); i++ {
			next := v.rangeOf(comments[i])
			if next.Start.Line != r.End.Line+1 {
				break
			}
			r.End = next.End
		}
		add(r.Start.Line, r.End.Line, protocol.FoldingRangeKindComment)
	}
	list := make([]protocol.FoldingRange, 0, len(longest))
	for _, f := range longest {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b protocol.FoldingRange) int { return cmp.Compare(a.StartLine, b.StartLine) })
	return list, nil
}

// SelectionRange returns, for each position, the constructs around it, from the inside out.
func (s *server) SelectionRange(ctx context.Context,
	p *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	return ask(ctx, s, p.TextDocument.URI, brief, func(v *view) ([]protocol.SelectionRange, error) {
		parts := v.partsOf()
		list := make([]protocol.SelectionRange, 0, len(p.Positions))
		for _, position := range p.Positions {
			at := v.offset(position)
			around := []lang.Span{v.in.File.Home().Span()}
			for _, part := range parts {
				if part.Start <= at && at <= part.End {
					around = append(around, part)
				}
			}
			if _, use := v.symbolAt(at); use != nil {
				around = append(around, use.Span)
			}
			around = append(around, lang.Span{Start: at, End: at})
			// Each must be inside the one before: constructs that touch the position from the other side are left out.
			slices.SortStableFunc(around, func(a, b lang.Span) int { return cmp.Compare(b.End-b.Start, a.End-a.Start) })
			var outer *protocol.SelectionRange
			last := lang.Span{}
			for _, s := range around {
				if outer == nil || last.Contains(s) && s != last {
					outer, last = &protocol.SelectionRange{Range: v.rangeOf(s), Parent: outer}, s
				}
			}
			list = append(list, *outer)
		}
		return list, nil
	})
}

// linked matches a link in a comment: a web address, or a code.
var linked = regexp.MustCompile(`https?://[^\s<>"'()\[\]{}]+|\bP0[1-9][0-9][0-9]\b`)

// documentLinks lists the web addresses in comments, and the codes, which link to their pages.
func (v *view) documentLinks() ([]protocol.DocumentLink, error) {
	list := []protocol.DocumentLink{}
	pages := v.server.program.Languages.Pages()
	for _, c := range v.namesOf().Comments {
		text := v.text(c)
		for _, m := range linked.FindAllStringIndex(text, -1) {
			word := text[m[0]:m[1]]
			target := uri.URI(word)
			if _, ok := pages.Of(lang.Code(word)); ok {
				target = page(lang.Code(word)).Href
			} else if word[0] == 'P' {
				continue
			}
			list = append(list,
				protocol.DocumentLink{Range: v.rangeOf(lang.Span{Start: c.Start + int32(m[0]),
					End: c.Start + int32(m[1])}), Target: &target})
		}
	}
	return list, nil
}
