package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// refused is the error for a request that is refused, with the reason.
func refused(format string, args ...any) error {
	return protocol.Errorf(protocol.RequestFailed, format, args...)
}

// prepareRename returns the name at a place, if it can be renamed.
func (v *view) prepareRename(at int32) (any, error) {
	t, use := v.symbolAt(at)
	switch {
	case use == nil:
		return nil, nil
	case t == nil:
		if _, ok := v.targetOfLabel(use); ok {
			break
		}
		if use.Kind == language.Label && v.editing().Label != nil {
			return nil, refused("the type of the label `%s` is built in or not known", v.text(use.Span))
		}
		return nil, refused("the program does not introduce the name `%s`", v.text(use.Span))
	case t.Builtin:
		return nil, refused("`%s` is built in", t.Name)
	}
	if _, ok := v.targetOf(t); t != nil && !ok {
		return nil, refused("`%s` is introduced in no file", t.Name)
	}
	return &protocol.PrepareRenamePlaceholder{Range: v.rangeOf(use.Span), Placeholder: v.text(use.Span)}, nil
}

// Rename renames the symbol at a place, in all programs that know it. Each program is analysed with the new name: the
// request is refused unless every name still refers to the same symbol, and there are no new errors.
func (s *server) Rename(ctx context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	fresh := p.NewName
	n, to, _, ok, err := s.targetAt(ctx, p.TextDocumentPositionParams)
	if n != nil {
		defer n.leave()
	}
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, refused("no name of the program is there")
	}
	if l := n.project.Inputs.Languages.For(n.path, ""); l.Editing != nil &&
		strings.ContainsAny(to.name[:1], l.Editing.Signs) && !strings.HasPrefix(fresh, to.name[:1]) {
		fresh = to.name[:1] + fresh // the new name may be given without its sign
	}
	if fresh == to.name {
		return &protocol.WorkspaceEdit{}, nil
	}
	changes := make(map[string]*change)
	err = s.concern(ctx, n, to.path, brief, func(v *view) error {
		spans := v.usesOf(to, true)
		if to.isLabel {
			l, ok := v.placesOf(to)
			if ok && len(l.Unclear) > 0 {
				return refused("because of an error it is not known to which type the label `%s` at %s of %s belongs",
					to.name, v.in.File.Position(l.Unclear[0].Start), words.Quote(name(v.path)))
			}
			spans = slices.DeleteFunc(l.Same, func(s lang.Span) bool { return !v.inMain(s) })
		}
		if len(spans) == 0 {
			return nil
		}
		c := &change{version: v.version, uri: v.uri, visited: v.visited}
		changes[v.path] = c
		for _, u := range spans {
			local := v.in.File.Home().Local(u)
			c.edits = append(c.edits, lang.Edit{Span: local, Text: fresh})
			c.out = append(c.out, protocol.TextEdit{Range: v.rangeOf(u), NewText: fresh})
		}
		slices.SortFunc(c.edits, func(a, b lang.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		c.text = lang.AppendEdited(nil, v.lines.src, lang.Span{End: int32(len(v.lines.src))}, c.edits)
		return nil
	})
	if err != nil {
		return nil, err
	}
	after, err := s.renamed(changes)
	if err != nil {
		return nil, err
	}
	err = s.concern(ctx, n, to.path, brief, func(v *view) error {
		if c := changes[v.path]; c != nil && c.version != v.version {
			return protocol.ErrContentModified
		}
		return v.sameBut(after, to, fresh)
	})
	if err != nil {
		return nil, err
	}
	return s.edit(changes), nil
}

// A change is a change of one text.
type change struct {
	version int32
	uri     uri.URI
	visited bool // the file is not a document
	edits   []lang.Edit
	out     []protocol.TextEdit
	text    []byte // after the change
}

// renamed is the project with some texts changed.
func (s *server) renamed(changes map[string]*change) (*project, error) {
	program := *s.program
	program.Unsaved = func(path string) ([]byte, bool) {
		if c := changes[path]; c != nil {
			return c.text, true
		}
		return s.text(path)
	}
	b, c, err := s.flags.Batch(&program)
	if err != nil {
		return nil, err
	}
	return &project{Configuration: c, workers: b.Workers}, nil
}

// sameBut refuses a renaming that would change the meaning of the program.
func (v *view) sameBut(after *project, to target, fresh string) error {
	old, text := to.name, v.lines.src
	if changed, ok := after.Inputs.Unsaved(v.path); ok {
		text = changed
	}
	extension := ""
	if v.language != nil {
		extension = v.language.Extensions[0]
	}
	source := after.source(v.path, extension, text)
	var in report.Input
	if _, err := v.server.batch(after, v.depth, &in).Check(v.ctx, &source); err != nil { // the diagnostics depend on the depth
		return protocol.ErrContentModified
	}
	defer v.server.pool(&in, v.depth)
	if in.Result == nil {
		return refused("with `%s` instead of `%s`, %s cannot be read", fresh, old, words.Quote(name(v.path)))
	}
	before, then := v.in.Diagnostics, in.Diagnostics
	for i := range then {
		if i >= len(before) || then[i].Code != before[i].Code {
			if then[i].Severity == lang.Error || len(then) > len(before) {
				return refused("with `%s` instead of `%s`, %s would have the %s %s: %s (%s)",
					fresh, old, words.Quote(name(v.path)), then[i].Severity, then[i].Code, then[i].Message,
					in.File.Position(then[i].Span.Start))
			}
		}
	}
	if len(then) < len(before) {
		return refused("with `%s` instead of `%s`, %s would not have %d of its errors any more, so it would be another program",
			fresh, old, words.Quote(name(v.path)), len(before)-len(then))
	}
	was, is := v.namesOf(), v.editing().Names(in.Result)
	if len(was.Uses) != len(is.Uses) {
		return refused("with `%s` instead of `%s`, %s would be read in another way", fresh, old, words.Quote(name(v.path)))
	}
	if to.isLabel && !v.sameLabel(to, &in) {
		return refused("`%s` would be the name of another label of the same value in %s", fresh, words.Quote(name(v.path)))
	}
	means := make(map[int32]int32) // symbols of the new program by those of the old one
	for i := range was.Uses {
		a, b := &was.Uses[i], &is.Uses[i]
		known, ok := means[a.Symbol]
		if a.Symbol >= 0 && !ok {
			known, ok = b.Symbol, true
			means[a.Symbol] = b.Symbol
		}
		if a.Kind != b.Kind || a.Symbol < 0 != (b.Symbol < 0) || ok && known != b.Symbol ||
			a.Symbol >= 0 && !sameThing(&was.Symbols[a.Symbol], &is.Symbols[b.Symbol], old, fresh) {
			return refused("`%s` would stand for something else at %s of %s", v.in.File.Text(a.Span),
				v.in.File.Position(a.Span.Start), words.Quote(name(v.path)))
		}
	}
	back := make(map[int32]bool)
	for _, b := range means {
		if back[b] {
			return refused("`%s` would be the name of two things in %s", fresh, words.Quote(name(v.path)))
		}
		back[b] = true
	}
	return nil
}

// sameLabel reports whether a label has the same places in a program after it was renamed. Both have the same uses.
func (v *view) sameLabel(to target, after *report.Input) bool {
	was, is := v.namesOf(), v.editing().Names(after.Result)
	// places numbers the uses in the main file that are among some places.
	places := func(names *language.Names, spans []lang.Span) (list []int) {
		among := make(map[lang.Span]bool)
		for _, s := range spans {
			among[s] = true
		}
		for i := range names.Uses {
			if among[names.Uses[i].Span] {
				list = append(list, i)
			}
		}
		return list
	}
	l, ok := v.placesOf(to)
	before := places(was, l.Same)
	if !ok || len(before) == 0 {
		return true
	}
	l, ok = v.editing().Label(after.Result, is.Uses[before[0]].Span)
	return ok && slices.Equal(before, places(is, l.Same))
}

func sameThing(a, b *language.Symbol, old, fresh string) bool {
	return a.Kind == b.Kind && a.Builtin == b.Builtin && (a.Name == b.Name || a.Name == old && b.Name == fresh)
}

// edit converts changes to the protocol.
func (s *server) edit(changes map[string]*change) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{}
	paths := make([]string, 0, len(changes))
	for path := range changes {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		c := changes[path]
		if !s.able.changes {
			if out.Changes == nil {
				out.Changes = make(map[uri.URI][]protocol.TextEdit)
			}
			out.Changes[c.uri] = c.out
			continue
		}
		t := protocol.OptionalVersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: c.uri}}
		if !c.visited {
			t.Version = &c.version
		}
		e := &protocol.TextDocumentEdit{TextDocument: t}
		for i := range c.out {
			e.Edits = append(e.Edits, &c.out[i])
		}
		out.DocumentChanges = append(out.DocumentChanges, e)
	}
	return out
}
