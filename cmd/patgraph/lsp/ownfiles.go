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

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
	"github.com/patgraph/patgraph/cmd/patgraph/inputs"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/examples"
	"github.com/patgraph/patgraph/internal/nowait"
	"github.com/patgraph/patgraph/patterns/language"
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
	protocol.ReleaseNext(ctx)
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

// load reads a program or a configuration of the folders; other files are refused. A binary program becomes a text.
func (s *server) load(path string) (text []byte, binary bool, err error) {
	root, rel, err := s.within(path)
	if err != nil {
		return nil, false, err
	}
	defer root.Close()
	if !s.isProgram(path) && filepath.Base(path) != configName {
		return nil, false, fs.ErrNotExist
	}
	f, err := nowait.OpenIn(root, rel)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, false, err
	case !info.Mode().IsRegular():
		return nil, false, errors.New("it is not a file")
	}
	folder, err := fs.Sub(root.FS(), filepath.ToSlash(filepath.Dir(rel)))
	if err != nil {
		return nil, false, err
	}
	return s.readText(path, f, info.Size(), folder)
}

// readText reads a program of size bytes. A binary one becomes a text, with the small files of a folder that belong to
// it, if there is one.
func (s *server) readText(
	path string, src io.ReaderAt, size int64, folder fs.FS,
) (text []byte, binary bool, err error) {
	head := make([]byte, min(size, language.BinaryHead))
	if n, err := src.ReadAt(head, 0); n < len(head) {
		return nil, false, err
	}
	if b := s.program.Languages.Binary(path, head); b != nil {
		f, bad := b.Read(src, size, name(path), folder)
		if bad != nil {
			return nil, true, errors.New(bad.Message.String())
		}
		return f.Src, true, nil
	}
	text, err = io.ReadAll(io.NewSectionReader(src, 0, min(size, inputs.DefaultLimit+1)))
	switch {
	case err != nil:
		return nil, false, err
	case len(text) > inputs.DefaultLimit:
		return nil, false, errors.New("it has more than " + words.Size(inputs.DefaultLimit))
	case !utf8.Valid(text):
		return nil, false, errors.New("it is not a text in UTF-8")
	}
	return text, false, nil
}

// A clientFile is a file that the client has: its bytes are asked for as far as they are needed.
type clientFile struct {
	ctx  context.Context
	conn *protocol.Conn
	file int
}

// ReadAt asks for some bytes.
func (f *clientFile) ReadAt(b []byte, offset int64) (int, error) {
	result, err := f.conn.Call(f.ctx, "patgraph/bytes", map[string]any{"file": f.file, "offset": offset, "size": len(b)})
	var answer struct {
		Data []byte `json:"data"`
	}
	if err == nil {
		err = json.Unmarshal(result, &answer)
	}
	n := copy(b, answer.Data)
	if err == nil && n < len(b) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// textOf returns a file that the client has, as text, with its language.
func (s *server) textOf(ctx context.Context, p *own) (any, error) {
	protocol.ReleaseNext(ctx)
	if !s.isProgram(p.Name) {
		return nil, refused("%s is not a program: its name ends in none of %s", words.Quote(p.Name),
			strings.Join(s.program.Languages.Extensions(), ", "))
	}
	text, _, err := s.readText(p.Name, &clientFile{ctx, s.conn, p.File}, p.Size, nil)
	if err != nil {
		return nil, refused("cannot read %s: %s", words.Quote(name(p.Name)), inputs.Cause(err))
	}
	return answered(struct {
		Text     string `json:"text"`
		Language string `json:"language"`
	}{string(text), s.program.Languages.For(p.Name, "").Name})
}

// isProgram reports whether a file is a program by its name.
func (s *server) isProgram(path string) bool {
	return slices.ContainsFunc(s.program.Languages.Extensions(), func(e string) bool { return strings.HasSuffix(path, e) })
}

// readFile returns the text of a file.
func (s *server) readFile(ctx context.Context, p *own) (any, error) {
	path, ok := s.pathOf(p.URI)
	protocol.ReleaseNext(ctx)
	if !ok {
		return nil, refused("there is no file %q in the folder", p.URI)
	}
	text, _, err := s.load(path)
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
	protocol.ReleaseNext(ctx)
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
	old, binary, err := s.load(path)
	switch {
	case binary:
		return nil, refused("%s is binary, and is not written as a text", words.Quote(name(path)))
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
	protocol.ReleaseNext(ctx)
	return answered(examples.Gallery())
}
