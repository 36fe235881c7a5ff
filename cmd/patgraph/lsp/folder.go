package lsp

import (
	"os"
	"path/filepath"

	"go.lsp.dev/uri"
)

// A Folder is where the files are that a client may see, whatever it asks for. Links that lead out
// of it lead nowhere.
type Folder struct {
	path  string // absolute
	root  *os.Root
	Write bool   // they may be written, too
	First string // the path of the program that is shown first; "": none
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

// pathOf is the path of a file that a URI names, and that the client may see.
func (s *server) pathOf(u uri.URI) (string, bool) {
	path, ok := pathOf(u)
	if ok && s.folder != nil {
		_, ok = s.folder.within(path)
	}
	return path, ok
}
