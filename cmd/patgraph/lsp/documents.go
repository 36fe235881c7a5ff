package lsp

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/patterns/language"
)

// A document is a text that is open in the editor. Its snapshot changes and is guarded by the server's lock.
type document struct {
	uri      uri.URI            // as written by the editor
	path     string             // absolute; for a document that is not a file yet, where it could be saved
	language *language.Language // nil: determined by its name
	snapshot *snapshot

	slow       atomic.Bool // the full analysis takes more than a moment
	publishing sync.Mutex  // makes diagnostics be sent in order
}

// pathOf is the path of the file that a URI names.
func pathOf(u uri.URI) (string, bool) {
	if !u.IsFile() {
		return "", false
	}
	path := u.FsPath()
	return filepath.Clean(path), filepath.IsAbs(path)
}

// place is the path of a document. A document that is not a file gets an unused path in the first folder.
func (s *server) place(u uri.URI, l *language.Language) string {
	if path, ok := s.pathOf(u); ok {
		return path
	}
	dir := "."
	if len(s.folders) > 0 {
		dir = s.folders[0]
	}
	name := strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == 0 || r == ':' {
			return '-'
		}
		return r
	}, string(u))
	if l != nil && filepath.Ext(name) != l.Extensions[0] {
		name += l.Extensions[0]
	}
	path, err := filepath.Abs(filepath.Join(dir, name))
	if err != nil {
		return name
	}
	return path
}

// uriOf is the URI of a path, in the editor's form if the document is open.
func (s *server) uriOf(path string) uri.URI {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.docs[path]; d != nil {
		return d.uri
	}
	return uri.File(path)
}

// text is the editor's text for a path, which replaces the file. It takes no lock, so the caller may hold one.
func (s *server) text(path string) ([]byte, bool) {
	text, ok := s.texts.Load(path)
	if !ok {
		return nil, false
	}
	return text.([]byte), true
}

// languageNamed is the language with an editor's language id, or nil.
func (s *server) languageNamed(id string) *language.Language {
	i := slices.IndexFunc(s.program.Languages, func(l *language.Language) bool { return strings.EqualFold(l.Name, id) })
	if i < 0 {
		return nil
	}
	return s.program.Languages[i]
}

// isSupported reports whether a document is a program, by its name or the editor's language id.
func (s *server) isSupported(d *document) bool {
	return d.language != nil ||
		slices.ContainsFunc(s.program.Languages.Extensions(), func(e string) bool { return strings.HasSuffix(d.path, e) })
}

// DidOpen opens a document.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	t := &p.TextDocument
	d := &document{uri: t.URI, language: s.languageNamed(string(t.LanguageID))}
	s.mu.Lock()
	defer s.mu.Unlock()
	d.path = s.place(d.uri, d.language)
	if _, of := s.program.Languages.Extension(d.path); of != nil {
		d.language = nil // its name determines the language, also of files of relations, which editors take for Relay
	}
	if old := s.docs[d.path]; old != nil {
		old.snapshot.release()
	}
	s.docs[d.path] = d
	s.setText(d, t.Version, []byte(t.Text))
	return nil
}

// DidChange changes a document.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documentOf(p.TextDocument.URI)
	if d == nil {
		return nil
	}
	l := d.snapshot.lines
	for _, c := range p.ContentChanges {
		src := []byte(c.Text)
		if c.Range != nil {
			at := l.span(*c.Range)
			src = slices.Concat(l.src[:at.Start], src, l.src[at.End:])
		}
		l = newLines(src, s.able.bytes)
	}
	if bytes.Equal(l.src, d.snapshot.lines.src) {
		l = d.snapshot.lines
	}
	s.renewLines(d, p.TextDocument.Version, l)
	return nil
}

// documentOf is the open document with a URI, or nil. The caller holds the lock.
func (s *server) documentOf(u uri.URI) *document {
	if path, ok := s.pathOf(u); ok {
		return s.docs[path]
	}
	for _, d := range s.docs {
		if d.uri == u {
			return d
		}
	}
	return nil
}

// setText sets the text of a document. The caller holds the lock.
func (s *server) setText(d *document, version int32, text []byte) {
	s.renewLines(d, version, newLines(text, s.able.bytes))
}

// noteChange wakes all that wait for a change. The caller holds the lock.
func (s *server) noteChange() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// renewLines is renew for a text whose lines are known. Documents that depend on it are checked again. The caller holds
// the lock.
func (s *server) renewLines(d *document, version int32, l *lines) {
	s.noteChange()
	if old := d.snapshot; old != nil {
		old.release()
	}
	s.texts.Store(d.path, l.src)
	users := s.users(d.path)
	if len(users) > 0 || s.project.isLibrary(d.path) || filepath.Base(d.path) == configName {
		s.replaceProject()
	}
	d.snapshot = s.newSnapshot(d, version, l)
	s.recheck(users)
}

// recheck checks documents whose own texts have not changed. The caller holds the lock.
func (s *server) recheck(list []*document) {
	for _, d := range list {
		d.snapshot.release()
		d.snapshot = s.newSnapshot(d, d.snapshot.version, d.snapshot.lines)
	}
	if len(list) > 0 {
		s.refresh()
	}
}

// users are the documents that may have a file as a library.
func (s *server) users(path string) (list []*document) {
	for _, d := range s.docs {
		if d.path != path && d.snapshot != nil && d.snapshot.mayUse(path) {
			list = append(list, d)
		}
	}
	return list
}

// DidClose closes a document. From then on its file on disk is used.
func (s *server) DidClose(ctx context.Context, p *protocol.TextDocumentParams) error {
	s.mu.Lock()
	d := s.documentOf(p.TextDocument.URI)
	if d == nil {
		s.mu.Unlock()
		return nil
	}
	d.snapshot.release()
	s.noteChange()
	users := s.users(d.path)
	delete(s.docs, d.path)
	s.texts.Delete(d.path)
	if len(users) > 0 || s.project.isLibrary(d.path) {
		s.replaceProject()
		s.recheck(users)
	}
	s.mu.Unlock()
	d.publishing.Lock()
	defer d.publishing.Unlock()
	return s.conn.Notify("textDocument/publishDiagnostics",
		&protocol.PublishDiagnosticsParams{URI: d.uri, Diagnostics: []protocol.Diagnostic{}})
}

// DidSave reloads a configuration that was saved.
func (s *server) DidSave(_ context.Context, p *protocol.TextDocumentParams) error {
	if path, ok := pathOf(p.TextDocument.URI); ok && filepath.Base(path) == configName {
		s.reloadAll()
	}
	return nil
}

// DidChangeWatchedFiles checks all documents again if files have changed that are not open.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	again := false
	for _, c := range p.Changes {
		path, ok := pathOf(c.URI)
		if _, open := s.docs[path]; ok && !open {
			again = true
		}
	}
	s.mu.Unlock()
	if again {
		s.reloadAll()
	}
	return nil
}

// DidRenameFiles reloads everything.
func (s *server) DidRenameFiles(context.Context, *protocol.RenameFilesParams) error {
	s.reloadAll()
	return nil
}

// DidChangeWorkspaceFolders changes the folders.
func (s *server) DidChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	if s.folder != nil {
		return refused("the folder is the one that patgraph was started with")
	}
	s.mu.Lock()
	for _, f := range p.Event.Removed {
		if path, ok := pathOf(f.URI); ok {
			s.folders = slices.DeleteFunc(s.folders, func(have string) bool { return have == path })
		}
	}
	for _, f := range p.Event.Added {
		s.addFolder(f.URI)
	}
	s.mu.Unlock()
	s.reloadAll()
	return nil
}

// reloadAll reloads configurations and libraries, and checks all documents again.
func (s *server) reloadAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.noteChange()
	s.replaceProject()
	s.recheck(slices.Collect(maps.Values(s.docs)))
}
