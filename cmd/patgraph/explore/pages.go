package explore

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"path"
	"strings"
)

//go:embed all:page/dist
var dist embed.FS

// A pageFile is a file of the page.
type pageFile struct {
	text []byte
	kind string // its media type
	tag  string // for HTTP caches
}

// kinds are the media types of the page's files. The system's table depends on the machine.
var kinds = map[string]string{
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".png": "image/png", ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8",
	".wasm": "application/wasm", ".woff2": "font/woff2",
}

// pageFiles are the files of the page by URL path. Only these are served, so a path cannot reach other files.
func pageFiles() (map[string]pageFile, error) {
	files := make(map[string]pageFile)
	const root = "page/dist"
	err := fs.WalkDir(dist, root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := dist.ReadFile(name)
		kind, ok := kinds[path.Ext(name)]
		if !ok {
			kind = "application/octet-stream"
		}
		sum := sha256.Sum256(text)
		files[strings.TrimPrefix(name, root)] = pageFile{text, kind, `"` + hex.EncodeToString(sum[:8]) + `"`}
		return err
	})
	return files, err
}
