package corpus

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
)

// Tree writes the programs 0 … n-1 into a tree of folders below a folder, and returns the bytes of their texts.
func (c Corpus) Tree(dir string, n int) (bytes int64, err error) {
	for i := range n {
		path, source := filepath.Join(dir, filepath.FromSlash(c.Path(i))), c.Program(i).Source
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return bytes, err
		}
		if err := os.WriteFile(path, source, 0o666); err != nil {
			return bytes, err
		}
		bytes += int64(len(source))
	}
	return bytes, nil
}

// A Record is a program as a line of NDJSON.
type Record struct {
	ID     string `json:"id"`
	Source string `json:"source"`
}

// Records writes the programs 0 … n-1 as lines of NDJSON, and returns the bytes of their texts. JSON cannot represent
// invalid UTF-8: each such byte becomes U+FFFD, and the program stays a broken one, because no token begins with that
// character.
func (c Corpus) Records(out io.Writer, n int) (bytes int64, err error) {
	b := bufio.NewWriterSize(out, 1<<16)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for i := range n {
		source := c.Program(i).Source
		if err := e.Encode(Record{c.ID(i), string(source)}); err != nil {
			return bytes, err
		}
		bytes += int64(len(source))
	}
	return bytes, b.Flush()
}
