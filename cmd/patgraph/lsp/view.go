package lsp

import (
	"context"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns"
	"github.com/patgraph/patgraph/patterns/language"
)

// ask answers a request about a program. For a document that is not a program, or a file that cannot be read, the
// answer is empty without an error.
func ask[T any](ctx context.Context, s *server, u uri.URI, d depth, answer func(*view) (T, error)) (T, error) {
	result, _, err := consult(ctx, s, u, d, func(v *view) (result T, err error) {
		if v.in.File == nil || v.in.Result == nil || v.in.Language == nil {
			return result, nil
		}
		return answer(v)
	})
	return result, err
}

// consult answers a request about a document, if there is one: it takes the snapshot at once, and then releases the
// next message.
func consult[T any](ctx context.Context, s *server, u uri.URI, d depth, answer func(*view) (T, error)) (
	result T, found bool, err error) {
	n := s.snapshotOf(u)
	protocol.ReleaseNext(ctx)
	if n == nil {
		return result, false, nil
	}
	defer n.leave()
	v, err := n.view(ctx, d)
	if err != nil {
		return result, true, err
	}
	defer v.close()
	given, err := answer(v)
	switch {
	case ctx.Err() != nil:
		return result, true, protocol.ErrRequestCancelled
	case n.ctx.Err() != nil:
		return result, true, protocol.ErrContentModified
	}
	return given, true, err
}

// askAt is ask for a position.
func askAt[T any](ctx context.Context, s *server, p protocol.TextDocumentPositionParams, d depth,
	answer func(v *view, at int32) (T, error)) (T, error) {
	return ask(ctx, s, p.TextDocument.URI, d, func(v *view) (T, error) { return answer(v, v.offset(p.Position)) })
}

// snapshotOf is the snapshot of a document, or of a file that is not open; nil if there is none.
func (s *server) snapshotOf(u uri.URI) *snapshot {
	s.mu.Lock()
	d, p := s.documentOf(u), s.project
	s.mu.Unlock()
	path, ok := s.pathOf(u)
	switch {
	case d != nil && !s.isSupported(d):
		return nil
	case d != nil:
		return s.current(d)
	case !ok:
		return nil
	}
	return s.visit(p, path)
}

// current is the current snapshot of a document.
func (s *server) current(d *document) *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return d.snapshot
}

// visit makes a snapshot of a file that is not a document; nil if it cannot be read. Its diagnostics are not published,
// and it is analysed when it is first used. The caller must leave it.
func (s *server) visit(p *project, path string) *snapshot {
	d := &document{uri: uri.File(path), path: path}
	if !s.isSupported(d) || s.stage.Load() != running {
		return nil
	}
	if s.folder != nil {
		if _, ok := s.folder.within(path); !ok {
			return nil
		}
	}
	at := stateOf(path)
	source := p.source(path, "", nil)
	file, problem := source.Read(nil)
	if problem != nil {
		return nil
	}
	n := s.makeSnapshot(d, p, 0, newLines(file.Src, s.able.bytes))
	n.visited, n.at = true, at
	return n
}

// leave releases a snapshot that was made for one request.
func (n *snapshot) leave() {
	if n.visited {
		n.release()
	}
}

// offset is the offset of a position of the document.
func (v *view) offset(p protocol.Position) int32 { return v.mainStart() + v.lines.offset(p) }

// mainStart is the offset of the document after its libraries.
func (v *view) mainStart() int32 { return v.in.File.Home().Start }

// rangeOf is a place in the document as a range.
func (v *view) rangeOf(s lang.Span) protocol.Range {
	return v.lines.rangeOf(v.in.File.Home().Local(s))
}

// location is a place in the document or in one of its libraries.
func (v *view) location(s lang.Span) protocol.Location {
	if v.inMain(s) {
		return protocol.Location{URI: v.uri, Range: v.rangeOf(s)}
	}
	part := v.in.File.PartAt(s.Start)
	return protocol.Location{URI: v.partURI(part.File),
		Range: v.project.linesOf(part.File, v.server.able.bytes).rangeOf(part.Local(s))}
}

// partURI is the URI of a library file.
func (v *view) partURI(f *lang.File) uri.URI {
	if p := v.in.Language.Prelude; p != nil && p() == f {
		return uri.URI(scheme + ":/prelude/" + f.Name)
	}
	return v.server.uriOf(named(f.Name))
}

func (v *view) result() *patterns.Result { return v.in.Result }

func (v *view) editing() *language.Editing { return v.in.Language.Editing }

// noNames is the value for a language without name information.
var noNames = &language.Names{}

// namesOf are the names of the program, computed once.
func (v *view) namesOf() *language.Names {
	if v.names == nil {
		v.names = noNames
		if e := v.editing(); e != nil {
			v.names = e.Names(v.result())
		}
	}
	return v.names
}

// symbolAt is the symbol that the name at a place refers to, with that use; nil if there is none.
func (v *view) symbolAt(at int32) (*language.Symbol, *language.Use) {
	names := v.namesOf()
	u := names.UseAt(at)
	if u == nil || u.Symbol < 0 {
		return nil, u
	}
	return &names.Symbols[u.Symbol], u
}

// definitionAt is the definition of the document around a place, or -1.
func (v *view) definitionAt(at int32) int32 {
	for i := range v.result().Definitions {
		if s := v.result().Definitions[i].Span; s.Start <= at && at <= s.End {
			return int32(i)
		}
	}
	return -1
}

// text is the text at a place.
func (v *view) text(s lang.Span) string { return v.in.File.Text(s) }

// signature writes a definition's input and output, in about so many bytes.
func (v *view) signature(d int32, most int) string {
	r := v.result()
	s, in, out, bytes := r.Solver.View(d).Within(most)
	return lang.Signature(r.Front.ShortSignature(s, in, out, bytes))
}

// given writes the output pattern of an expression.
func (v *view) given(e *patterns.Expression, most int) string {
	r := v.result()
	s := r.Solver.Quotient(e.In, e.Out)
	_, gives := r.Front.ShortSignature(s, s.Roots[0], s.Roots[len(s.Roots)-1], most)
	return gives
}
