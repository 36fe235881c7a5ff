package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
)

// A Folder confines a client to the files of one folder. Links that leave it cannot be followed.
type Folder struct {
	path  string // absolute
	root  *os.Root
	Write bool   // the files may be written, too
	First string // the path of the program to show first; "": none

	saving sync.Mutex // serialises saving in all sessions
}

// OpenFolder opens a folder; the caller must close it.
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

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }

// within is a path relative to the folder; it reports false for one that leaves it. The file need not exist.
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

// unsavedPrefix is the prefix of the paths of a confined client's documents that are not files, such as examples. No
// file there is read.
const unsavedPrefix = "/patgraph/"

// pathOf is the path of a file that a URI names and that the client may access.
func (s *server) pathOf(u uri.URI) (string, bool) {
	path, ok := pathOf(u)
	if ok && s.folder != nil {
		_, ok = s.folder.within(path)
		ok = ok || strings.HasPrefix(filepath.ToSlash(path), unsavedPrefix)
	}
	return path, ok
}

// experimental are the capabilities for the client of an explorer.
func (s *server) experimental() protocol.LSPAny {
	var able struct {
		Patgraph struct {
			Files bool     `json:"files"` // there are files
			Write bool     `json:"write"` // they may be written
			First *uri.URI `json:"first"` // the file to show first
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
	b, _ := json.Marshal(able) // all its values can be written as JSON
	return protocol.LSPAny(b)
}
