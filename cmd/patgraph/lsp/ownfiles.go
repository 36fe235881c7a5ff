package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/examples"
	"github.com/patgraph/patgraph/internal/nowait"
)

// Bounds of a file list: a session may be started in a very large folder.
const (
	mostListed = 5_000   // programs
	mostWalked = 200_000 // folder entries that are examined
)

// A listedFile is a program of a folder.
type listedFile struct {
	URI      uri.URI `json:"uri"`
	Path     string  `json:"path"` // within the folder
	Language string  `json:"language"`
}

// answered encodes the answer of an own request.
func answered(v any) (any, error) {
	b, err := json.Marshal(v)
	return protocol.LSPAny(b), err
}

// listFiles lists the programs of the folders.
func (s *server) listFiles(ctx context.Context, _ *own) (any, error) {
	s.mu.Lock()
	p, folders := s.project, slices.Clone(s.folders)
	s.mu.Unlock()
	releaseNext(ctx)
	answer := struct {
		Files []listedFile `json:"files"`
		Cut   bool         `json:"cut"` // the list may be incomplete
	}{Files: []listedFile{}}
	o := p.Inputs
	walked := 0
	leaves := o.LeavesOut
	o.LeavesOut = func(path string, folder bool) bool {
		if walked++; walked > mostWalked || ctx.Err() != nil {
			answer.Cut = true
			return true
		}
		return leaves(path, folder)
	}
	for _, dir := range folders {
		for _, source := range inputs.Gather(o, []string{dir}) {
			rel, err := filepath.Rel(dir, source.Path)
			if source.Problem != nil || err != nil {
				continue
			}
			if len(answer.Files) == mostListed {
				answer.Cut = true
				break
			}
			l := s.program.Languages.For(source.Path, "")
			answer.Files = append(answer.Files, listedFile{s.uriOf(source.Path), filepath.ToSlash(rel), l.Name})
		}
	}
	return answered(answer)
}

// versionOf identifies the text of a file.
func versionOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// within opens the folder that contains a path, and returns the relative path. The caller must close the folder.
func (s *server) within(path string) (root *os.Root, rel string, err error) {
	s.mu.Lock()
	folders := slices.Clone(s.folders)
	s.mu.Unlock()
	for _, dir := range folders {
		rel, err := filepath.Rel(dir, path)
		if err == nil && filepath.IsLocal(rel) {
			root, err := os.OpenRoot(dir)
			return root, rel, err
		}
	}
	return nil, "", fs.ErrNotExist
}

// load reads a program or a configuration of the folders; other files are refused.
func (s *server) load(path string) ([]byte, error) {
	root, rel, err := s.within(path)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if !s.isProgram(path) && filepath.Base(path) != configName {
		return nil, fs.ErrNotExist
	}
	f, err := nowait.OpenIn(root, rel)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no file")
	}
	text, err := io.ReadAll(io.LimitReader(f, inputs.DefaultLimit+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > inputs.DefaultLimit:
		return nil, errors.New("it has more than " + words.Size(inputs.DefaultLimit))
	case !utf8.Valid(text):
		return nil, errors.New("it is not a text in UTF-8")
	}
	return text, nil
}

// isProgram reports whether a file is a program by its name.
func (s *server) isProgram(path string) bool {
	return slices.ContainsFunc(s.program.Languages.Extensions(), func(e string) bool { return strings.HasSuffix(path, e) })
}

// readFile returns the text of a file.
func (s *server) readFile(ctx context.Context, p *own) (any, error) {
	path, ok := s.pathOf(p.URI)
	releaseNext(ctx)
	if !ok {
		return nil, refused("there is no file %q in the folder", p.URI)
	}
	text, err := s.load(path)
	if err != nil {
		return nil, refused("cannot read %s: %s", words.Quote(name(path)), inputs.Cause(err))
	}
	return answered(struct {
		Text    string `json:"text"`
		Version string `json:"version"`
	}{string(text), versionOf(text)})
}

// saveFile writes a program, if writing is allowed.
func (s *server) saveFile(ctx context.Context, p *own) (any, error) {
	path, ok := s.pathOf(p.TextDocument.URI)
	releaseNext(ctx)
	switch {
	case s.folder == nil || !s.folder.Write:
		return nil, refused("files are read-only here: patgraph explore --write lets the page save them")
	case !ok || !s.isProgram(path) || p.Text == nil:
		return nil, refused("there is no program %q in the folder", p.TextDocument.URI)
	}
	if _, ok := s.folder.within(path); !ok {
		return nil, refused("there is no program %q in the folder", p.TextDocument.URI)
	}
	s.folder.saving.Lock()
	defer s.folder.saving.Unlock()
	old, err := s.load(path)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, refused("cannot write %s: %s", words.Quote(name(path)), inputs.Cause(err))
	case p.Version != "" && (err != nil || versionOf(old) != p.Version):
		return nil, refused("%s has changed since it was read", words.Quote(name(path)))
	}
	if err := atomicfile.WriteFile(path, []byte(*p.Text)); err != nil {
		return nil, refused("cannot write %s: %s", words.Quote(name(path)), inputs.Cause(err))
	}
	return answered(struct {
		Version string `json:"version"`
	}{versionOf([]byte(*p.Text))})
}

// gallery returns the examples.
func (s *server) gallery(ctx context.Context, _ *own) (any, error) {
	releaseNext(ctx)
	return answered(examples.Gallery())
}
