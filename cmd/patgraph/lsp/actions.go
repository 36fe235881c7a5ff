package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/repair"
)

// A chosen identifies an offered action, in the data that the editor sends back.
type chosen struct {
	URI     string `json:"uri"`
	Version int32  `json:"version"`
	Code    string `json:"code,omitempty"` // of the diagnostic; empty: fix everything that is certain
	Start   int32  `json:"start"`          // offset of the diagnostic in the program
	Fix     int    `json:"fix"`
}

// machine is the grade of a fix that needs no review.
const machine = "machine"

// CodeAction offers the fixes of each diagnostic that touches the range, one action that applies all certain fixes, and
// for a selected expression a search for functions that fit there.
// Their edits are computed when an action is chosen, or at once for editors that do not resolve actions.
func (s *server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]any, error) {
	want := func(kind string) bool {
		return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool {
			return kind == only || strings.HasPrefix(string(kind), string(only)+".")
		})
	}
	return ask(ctx, s, p.TextDocument.URI, whole, func(v *view) ([]any, error) {
		list := []any{}
		at := lang.Span{Start: v.offset(p.Range.Start), End: v.offset(p.Range.End)}
		certain := false
		for i := range v.in.Diagnostics {
			d := &v.in.Diagnostics[i]
			certain = certain || certainFix(d) >= 0 && !d.Secondary
			if d.Secondary || !v.inMain(d.Span) || d.Span.Start > at.End || d.Span.End < at.Start ||
				!want(protocol.CodeActionKindQuickFix) {
				continue
			}
			diagnostic := v.diagnostic(d)
			for j := range d.Fixes {
				kind := protocol.CodeActionKindQuickFix
				a := &protocol.CodeAction{Title: d.Fixes[j].Title.String(), Kind: &kind,
					Diagnostics: []protocol.Diagnostic{diagnostic}}
				if yes := true; d.Fixes[j].Grade == machine && j == 0 {
					a.IsPreferred = &yes
				}
				c := &chosen{URI: string(v.uri), Version: v.version, Code: string(d.Code), Start: d.Span.Start, Fix: j}
				if v.offerChange(a, c) {
					list = append(list, a)
				}
			}
		}
		if certain && want(protocol.CodeActionKindSourceFixAll) {
			kind := protocol.CodeActionKindSourceFixAll
			a := &protocol.CodeAction{Title: "make all changes that are certain", Kind: &kind}
			if v.offerChange(a, &chosen{URI: string(v.uri), Version: v.version}) {
				list = append(list, a)
			}
		}
		if want(protocol.CodeActionKindRefactor) {
			list = v.offerSearch(list, at, p.Range.Start)
		}
		return list, nil
	})
}

// certainFix is the index of a diagnostic's fix that needs no review, or -1.
func certainFix(d *lang.Diagnostic) int {
	return slices.IndexFunc(d.Fixes, func(f lang.Fix) bool { return f.Grade == machine })
}

// offerChange sets the edit of an action, or the data by which its edit is found later. It reports false if there is no
// edit.
func (v *view) offerChange(a *protocol.CodeAction, c *chosen) bool {
	if v.server.able.resolve {
		data, err := json.Marshal(c)
		a.Data = data
		return err == nil
	}
	a.Edit = v.changeOf(c)
	return a.Edit != nil
}

// CodeActionResolve computes the edit of a chosen action.
func (s *server) CodeActionResolve(ctx context.Context, p *protocol.CodeAction) (*protocol.CodeAction, error) {
	if len(p.Data) == 0 && p.Command.Command != "" {
		return p, nil // a command needs no edit
	}
	var c chosen
	if err := json.Unmarshal(p.Data, &c); err != nil {
		return nil, refused("this action was not offered by this server")
	}
	action := *p
	edit, err := ask(ctx, s, uri.URI(c.URI), whole, func(v *view) (*protocol.WorkspaceEdit, error) {
		if v.version != c.Version {
			return nil, protocol.ErrContentModified
		}
		return v.changeOf(&c), nil
	})
	action.Edit = edit
	return &action, err
}

// changeOf is the edit of an action; nil if there is none.
func (v *view) changeOf(c *chosen) *protocol.WorkspaceEdit {
	if c.Code == "" {
		return v.fixAll()
	}
	for i := range v.in.Diagnostics {
		d := &v.in.Diagnostics[i]
		if string(d.Code) != c.Code || d.Span.Start != c.Start || d.Secondary || c.Fix < 0 || c.Fix >= len(d.Fixes) {
			continue
		}
		if edits, ok := v.editsOf(&d.Fixes[c.Fix]); ok {
			return v.workspaceEdit(edits)
		}
	}
	return nil
}

func (v *view) workspaceEdit(edits []protocol.TextEdit) *protocol.WorkspaceEdit {
	return v.server.edit(map[string]*change{v.path: {version: v.version, uri: v.uri, visited: v.visited, out: edits}})
}

// editsOf are the edits of a fix; it reports false unless all are in the document.
func (v *view) editsOf(f *lang.Fix) ([]protocol.TextEdit, bool) {
	var list []protocol.TextEdit
	for _, e := range f.Edits {
		if !v.inMain(e.Span) {
			return nil, false
		}
		list = append(list, protocol.TextEdit{Range: v.rangeOf(e.Span), NewText: e.Text})
	}
	return list, len(list) > 0
}

// fixAll applies the certain fixes, as the command fix does.
func (v *view) fixAll() *protocol.WorkspaceEdit {
	a := repair.Applier{Analyze: func(f *lang.File) (t repair.Text, err error) {
		in := v.analysed(v.ctx, whole, f.Home().File.Src)
		if in == nil || in.Result == nil {
			return t, context.Canceled
		}
		return repair.Text{File: in.File, Result: in.Result, Diagnostics: in.Diagnostics}, nil
	}}
	done, err := a.Apply(repair.Text{File: v.in.File, Result: v.in.Result, Diagnostics: v.in.Diagnostics})
	if err != nil || len(done.Made) == 0 {
		return nil
	}
	return v.workspaceEdit(v.difference(done.File.Home().File.Src))
}
