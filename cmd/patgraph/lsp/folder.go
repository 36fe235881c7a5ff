package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"go.lsp.dev/uri"
)

// A Folder is where the files are that a client may see, whatever it asks for. Links that lead out
// of it lead nowhere.
type Folder struct {
	path  string // absolute
	root  *os.Root
	Write bool   // they may be written, too
	First string // the path of the program that is shown first; "": none

	saving sync.Mutex // of one file after the other, by all sessions
}

// OpenFolder opens a folder, which is to be closed.
func OpenFolder(path string) (*Folder, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Folder{path: path, root: root}, nil
}

// Close ends the use of the folder.
func (f *Folder) Close() error { return f.root.Close() }

// within is a path within the folder; false for one that leads out of it. What a path leads to need
// not be there.
func (f *Folder) within(path string) (string, bool) {
	rel, err := filepath.Rel(f.path, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	if _, err := f.root.Stat(rel); err != nil && !os.IsNotExist(err) {
		return "", false
	}
	return rel, true
}

// nowhere begins the paths of documents of a confined client that are no files, such as
// examples. Nothing is read there.
const nowhere = "/patgraph/"

// pathOf is the path of a file that a URI names, and that the client may see.
func (s *server) pathOf(u uri.URI) (string, bool) {
	path, ok := pathOf(u)
	if ok && s.folder != nil {
		_, ok = s.folder.within(path)
		ok = ok || strings.HasPrefix(filepath.ToSlash(path), nowhere)
	}
	return path, ok
}

// experimental is what the server does that only the client of an explorer knows.
func (s *server) experimental() protocol.LSPAny {
	var able struct {
		Patgraph struct {
			Files bool     `json:"files"` // there are some
			Write bool     `json:"write"` // they may be written
			First *uri.URI `json:"first"` // which is to be shown first
		} `json:"patgraph"`
	}
	e := &able.Patgraph
	e.Files = len(s.folders) > 0
	if f := s.folder; f != nil {
		e.Write = f.Write
		if f.First != "" {
			first := uri.File(f.First)
			e.First = &first
		}
	}
	b, _ := json.Marshal(able) // it has nothing that could not be written
	return protocol.LSPAny(b)
}
