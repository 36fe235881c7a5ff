package lsp

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/uri"

	"github.com/patgraph/patgraph/cmd/patgraph/config"
	"github.com/patgraph/patgraph/cmd/patgraph/lsp/protocol"
	"github.com/patgraph/patgraph/lang"
)

// A state identifies the content of a file: equal states mean equal texts.
type state struct {
	size    int64 // -1: the file does not exist
	changed int64 // nanoseconds
}

func stateOf(path string) state {
	info, err := os.Stat(path)
	if err != nil {
		return state{size: -1}
	}
	return state{info.Size(), info.ModTime().UnixNano()}
}

// WillRenameFiles updates the paths of renamed library files in the configurations that name them.
func (s *server) WillRenameFiles(ctx context.Context, p *protocol.RenameFilesParams) (*protocol.WorkspaceEdit, error) {
	renames := make([][2]string, 0, len(p.Files))
	for _, f := range p.Files {
		from, ok := pathOf(uri.URI(f.OldURI))
		to, too := pathOf(uri.URI(f.NewURI))
		if ok && too {
			renames = append(renames, [2]string{from, to})
		}
	}
	s.mu.Lock()
	project := s.project
	s.mu.Unlock()
	protocol.ReleaseNext(ctx)
	changes := make(map[string]*change)
	for _, c := range configsAbove(project, renames) {
		l := newLines(c.Text.Src, s.able.bytes)
		var list []protocol.TextEdit
		from := c.Place("library").Start
		for _, entry := range c.Library {
			at, ok := literal(c.Text.Src, from, entry)
			if !ok {
				continue
			}
			from = at.End
			if to, ok := follow(c.Dir, entry, renames); ok {
				list = append(list, protocol.TextEdit{Range: l.rangeOf(at), NewText: to})
			}
		}
		if list != nil {
			changes[c.Path] = &change{uri: s.uriOf(c.Path), visited: true, out: list}
		}
	}
	if len(changes) == 0 {
		return nil, nil
	}
	return s.edit(changes), nil
}

// configsAbove are the configurations in the folders above some files, each once.
func configsAbove(p *project, renames [][2]string) (list []*config.Config) {
	seen := make(map[string]bool)
	for _, r := range renames {
		for dir := filepath.Dir(r[0]); ; dir = filepath.Dir(dir) {
			c := p.Folder(dir)
			if c.Path != "" && !c.Broken() && c.Text != nil && !seen[c.Path] {
				seen[c.Path] = true
				list = append(list, c)
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return list
}

// literal finds the text of an entry between its quotes, after a place.
func literal(src []byte, from int32, entry string) (lang.Span, bool) {
	for _, quote := range []string{`"`, `'`} {
		if i := strings.Index(string(src[from:]), quote+entry+quote); i >= 0 {
			start := from + int32(i+1)
			return lang.Span{Start: start, End: start + int32(len(entry))}, true
		}
	}
	return lang.Span{}, false
}

// follow is an entry of a configuration after files, or folders around it, were renamed.
func follow(dir, entry string, renames [][2]string) (string, bool) {
	path := filepath.FromSlash(entry)
	absolute := filepath.IsAbs(path)
	if !absolute {
		path = filepath.Join(dir, path)
	}
	for _, r := range renames {
		rest, ok := strings.CutPrefix(path, r[0])
		if !ok || rest != "" && rest[0] != filepath.Separator {
			continue
		}
		path = r[1] + rest
		if !absolute {
			rel, err := filepath.Rel(dir, path)
			if err != nil {
				return "", false
			}
			path = rel
		}
		return filepath.ToSlash(path), true
	}
	return "", false
}
