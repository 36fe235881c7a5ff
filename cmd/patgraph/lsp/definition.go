package lsp

import (
	"context"
	"slices"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// definitionOf finds the definition of the name at a place.
func (v *view) definitionOf(at int32) (any, error) {
	list := []protocol.Location{}
	t, use := v.symbolAt(at)
	if t != nil && !t.Builtin {
		list = append(list, v.location(t.At))
	}
	if l, ok := v.labelAt(use); ok {
		for _, s := range l.Declared {
			list = append(list, v.location(s))
		}
	}
	return list, nil
}

// labelAt finds the places that belong to a label; false if they are not known, or the word is something else.
func (v *view) labelAt(use *language.Use) (language.LabelPlaces, bool) {
	if use == nil || use.Kind != language.Label || use.Symbol >= 0 || v.editing().Label == nil {
		return language.LabelPlaces{}, false
	}
	return v.editing().Label(v.result(), use.Span)
}

// typeDefinition finds the definitions of the types in the pattern at a place: in the output of the expression there,
// or the type of a constructor.
func (v *view) typeDefinition(at int32) (any, error) {
	list := []protocol.Location{}
	names := v.namesOf()
	if t, _ := v.symbolAt(at); t != nil && t.Kind == language.Constructor && t.In >= 0 {
		return append(list, v.location(names.Symbols[t.In].At)), nil
	}
	for _, word := range v.typesAt(at) {
		for i := range names.Symbols {
			if t := &names.Symbols[i]; t.Kind == language.TypeName && !t.Builtin && t.Name == word {
				list = append(list, v.location(t.At))
			}
		}
	}
	return list, nil
}

// typesAt are the words in the output pattern of the innermost expression at a place; names of types are among them.
func (v *view) typesAt(at int32) []string {
	e := v.innermost(at)
	if e == nil {
		return nil
	}
	r := v.result()
	s := r.Solver.Quotient(e.In, e.Out)
	p, ok := r.PatternWithin(s, 2000, s.Roots[0], s.Roots[len(s.Roots)-1])
	if !ok {
		return nil
	}
	var list []string
	add := func(name string) {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	from := []int32{p.Roots[len(p.Roots)-1]}
	seen := make(map[int32]bool)
	for len(from) > 0 && len(list) == 0 {
		n := &p.Nodes[from[0]]
		seen[from[0]] = true
		from = from[1:]
		if n.Type != patterns.NoType {
			if name, ok := r.TypeName(n.Type); ok {
				add(name)
			}
			add(n.Constructor)
			continue
		}
		add(n.Constructor)
		for _, edge := range n.Edges {
			if !seen[edge.To] {
				from = append(from, edge.To)
			}
		}
	}
	return list
}

// innermost is the smallest derived expression around a place, or nil.
func (v *view) innermost(at int32) *patterns.Expression {
	d := v.definitionAt(at)
	if d < 0 {
		return nil
	}
	var best *patterns.Expression
	for _, e := range v.result().Front.Expressions(d) {
		if e.Span.Start <= at && at <= e.Span.End &&
			(best == nil || e.Span.End-e.Span.Start < best.Span.End-best.Span.Start ||
				e.Span.Start == at && e.Span.End-e.Span.Start == best.Span.End-best.Span.Start) {
			best = &e
		}
	}
	return best
}

// highlights lists the uses of the name at a place in the document; for a label, its occurrences with the same text.
func (v *view) highlights(at int32) ([]protocol.DocumentHighlight, error) {
	list := []protocol.DocumentHighlight{}
	names := v.namesOf()
	use := names.UseAt(at)
	if use == nil {
		return list, nil
	}
	for i := range names.Uses {
		u := &names.Uses[i]
		if u.Kind != use.Kind || u.Symbol != use.Symbol || u.Symbol < 0 && v.text(u.Span) != v.text(use.Span) {
			continue
		}
		kind := protocol.DocumentHighlightKindRead
		if u.Binds {
			kind = protocol.DocumentHighlightKindWrite
		}
		list = append(list, protocol.DocumentHighlight{Range: v.rangeOf(u.Span), Kind: kind})
	}
	return list, nil
}

// A target identifies a symbol in all programs, by its definition; or a label, by one of its places.
type target struct {
	path    string
	at      lang.Span // in the file at path
	name    string
	isLabel bool
}

// targetOf is the target of a symbol; it reports false for a symbol that no file defines.
func (v *view) targetOf(t *language.Symbol) (target, bool) {
	if t == nil || t.Builtin || t.At.Empty() {
		return target{}, false
	}
	return v.targetIn(t.At, t.Name)
}

// targetIn is the target with a place and a name; it reports false for a place that is in no file.
func (v *view) targetIn(at lang.Span, name string) (target, bool) {
	part := v.in.File.PartAt(at.Start)
	path := v.path
	if !v.inMain(at) {
		if _, isFile := pathOf(v.partURI(part.File)); !isFile {
			return target{}, false
		}
		path = named(part.File.Name)
	}
	return target{path: path, at: part.Local(at), name: name}, true
}

// targetOfLabel is the target of a label: the first place where its type is declared, or else its first place.
func (v *view) targetOfLabel(use *language.Use) (to target, ok bool) {
	l, ok := v.labelAt(use)
	if !ok {
		return to, false
	}
	to, ok = v.targetIn(slices.Concat(l.Declared, l.Same)[0], v.text(use.Span))
	to.isLabel = true
	return to, ok
}

// placesOf finds the places of a target that is a label; false if the program does not have it.
func (v *view) placesOf(to target) (language.LabelPlaces, bool) {
	for _, part := range v.in.File.Parts() {
		if path := named(part.File.Name); path == to.path || part == v.in.File.Home() && v.path == to.path {
			at := lang.Span{Start: part.Start + to.at.Start, End: part.Start + to.at.End}
			return v.labelAt(&language.Use{Span: at, Kind: language.Label, Symbol: -1})
		}
	}
	return language.LabelPlaces{}, false
}

// usesOf are the places in a program that refer to a target; for a label also those in its libraries.
func (v *view) usesOf(to target, binding bool) (list []lang.Span) {
	if to.isLabel {
		l, _ := v.placesOf(to)
		return slices.DeleteFunc(l.Uses, func(s lang.Span) bool { return !binding && slices.Contains(l.Declared, s) })
	}
	names := v.namesOf()
	is := make(map[int32]bool)
	for i := range names.Symbols {
		if t := &names.Symbols[i]; t.Name == to.name {
			if x, ok := v.targetOf(t); ok && x == to {
				is[int32(i)] = true
			}
		}
	}
	for i := range names.Uses {
		if u := &names.Uses[i]; is[u.Symbol] && (binding || !u.Binds) {
			list = append(list, u.Span)
		}
	}
	return list
}

// A concerned handles one program that may use a target.
type concerned func(v *view) error

// concern visits the programs that may use the symbols of a file: the file itself, and the programs that have it as a
// library. The caller must not hold a view of one of them.
func (s *server) concern(ctx context.Context, n *snapshot, file string, d depth, do concerned) error {
	visit := func(of *snapshot) error {
		v, err := of.view(ctx, d)
		if err != nil {
			return err
		}
		defer v.close()
		if v.in.Result == nil {
			return nil
		}
		return do(v)
	}
	seen := map[string]bool{n.path: true}
	list := s.open(func(of *snapshot) bool {
		seen[of.path] = true
		return of.document != n.document && (of.path == file || n.project.standsOn(of.path, file))
	})
	for _, of := range append([]*snapshot{n}, list...) {
		if err := visit(of); err != nil {
			return err
		}
	}
	if !n.project.isLibrary(file) {
		return nil
	}
	paths := s.programs(n.project)
	if !slices.Contains(paths, file) {
		paths = append(paths, file)
	}
	for _, path := range paths {
		if seen[path] || path != file && !n.project.standsOn(path, file) {
			continue
		}
		seen[path] = true
		of := s.visit(n.project, path)
		if of == nil {
			continue
		}
		err := visit(of)
		of.leave()
		if err != nil {
			return err
		}
	}
	return nil
}

// targetAt finds the target at a position. The caller must leave the snapshot that it returns.
func (s *server) targetAt(ctx context.Context,
	p protocol.TextDocumentPositionParams) (n *snapshot, to target, at protocol.Range, ok bool, err error) {
	n = s.snapshotOf(p.TextDocument.URI)
	position := p.Position
	protocol.ReleaseNext(ctx)
	if n == nil {
		return nil, to, at, false, nil
	}
	v, err := n.view(ctx, brief)
	if err != nil {
		n.leave()
		return nil, to, at, false, err
	}
	defer v.close()
	if v.in.Result != nil {
		thing, use := v.symbolAt(v.offset(position))
		if to, ok = v.targetOf(thing); !ok {
			to, ok = v.targetOfLabel(use)
		}
		if ok {
			at = v.rangeOf(use.Span)
		}
	}
	return n, to, at, ok, nil
}

// References lists the uses of the name at a place, in all programs that know it.
func (s *server) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	n, to, _, ok, err := s.targetAt(ctx, p.TextDocumentPositionParams)
	if n != nil {
		defer n.leave()
	}
	list := []protocol.Location{}
	if !ok || err != nil {
		return list, err
	}
	err = s.concern(ctx, n, to.path, brief, func(v *view) error {
		for _, u := range v.usesOf(to, p.Context.IncludeDeclaration) {
			if l := v.location(u); !to.isLabel || !slices.Contains(list, l) {
				list = append(list, l)
			}
		}
		return nil
	})
	return list, err
}

// Call hierarchy: an item is identified by its place.

// callHierarchy finds the function that the name at a place refers to.
func (v *view) callHierarchy(at int32) ([]protocol.CallHierarchyItem, error) {
	t, _ := v.symbolAt(at)
	if t == nil || t.Builtin || t.Definition < 0 {
		return nil, nil
	}
	return []protocol.CallHierarchyItem{v.item(t)}, nil
}

func (v *view) item(t *language.Symbol) protocol.CallHierarchyItem {
	all, at := v.location(t.Span), v.location(t.At)
	i := protocol.CallHierarchyItem{Name: label(t), Kind: symbolKinds[t.Kind], URI: at.URI, Range: all.Range,
		SelectionRange: at.Range}
	if t.Definition >= 0 && v.result().Definitions[t.Definition].OK {
		text := lang.Cut(v.signature(t.Definition, 2*longHint), 2*longHint)
		i.Detail = &text
	}
	return i
}

// IncomingCalls lists the definitions that refer to an item, in all programs that know it.
func (s *server) IncomingCalls(ctx context.Context,
	p *protocol.CallHierarchyCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	n, to, _, ok, err := s.targetAt(ctx, itemAt(&p.Item))
	if n != nil {
		defer n.leave()
	}
	list := []protocol.CallHierarchyIncomingCall{}
	if !ok || err != nil {
		return list, err
	}
	err = s.concern(ctx, n, to.path, brief, func(v *view) error {
		names := v.namesOf()
		at := make(map[int32]int)
		for _, u := range v.usesOf(to, false) {
			from := v.around(names, u)
			if from < 0 {
				continue
			}
			i, ok := at[from]
			if !ok {
				i = len(list)
				at[from] = i
				list = append(list, protocol.CallHierarchyIncomingCall{From: v.item(&names.Symbols[from])})
			}
			list[i].FromRanges = append(list[i].FromRanges, v.rangeOf(u))
		}
		return nil
	})
	return list, err
}

// around is the index of the symbol whose definition contains a place, or -1.
func (v *view) around(names *language.Names, s lang.Span) int32 {
	return int32(slices.IndexFunc(names.Symbols,
		func(t language.Symbol) bool { return t.Definition >= 0 && t.Span.Contains(s) }))
}

// OutgoingCalls lists the definitions that an item refers to.
func (s *server) OutgoingCalls(ctx context.Context,
	p *protocol.CallHierarchyCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	return askAt(ctx, s, itemAt(&p.Item), brief, func(v *view, at int32) ([]protocol.CallHierarchyOutgoingCall, error) {
		list := []protocol.CallHierarchyOutgoingCall{}
		names := v.namesOf()
		from, _ := v.symbolAt(at)
		if from == nil {
			if i := v.around(names, lang.Span{Start: at, End: at}); i >= 0 {
				from = &names.Symbols[i] // a main expression has no name in the text
			}
		}
		if from == nil {
			return list, nil
		}
		places := make(map[int32]int)
		for i := range names.Uses {
			u := &names.Uses[i]
			if u.Symbol < 0 || u.Binds || !from.Span.Contains(u.Span) || names.Symbols[u.Symbol].Definition < 0 ||
				names.Symbols[u.Symbol].Builtin {
				continue
			}
			j, ok := places[u.Symbol]
			if !ok {
				j = len(list)
				places[u.Symbol] = j
				list = append(list, protocol.CallHierarchyOutgoingCall{To: v.item(&names.Symbols[u.Symbol])})
			}
			list[j].FromRanges = append(list[j].FromRanges, v.rangeOf(u.Span))
		}
		return list, nil
	})
}

// itemAt is the place of an item's name.
func itemAt(i *protocol.CallHierarchyItem) protocol.TextDocumentPositionParams {
	return protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: i.URI}, Position: i.SelectionRange.Start}
}
