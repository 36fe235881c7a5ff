package corpus

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"unicode/utf8"
)

// Written summarizes what was written.
type Written struct {
	Programs int   `json:"programs"`
	Bytes    int64 `json:"bytes"` // of source text
	IllTyped int   `json:"illTyped"`
	Broken   int   `json:"broken"`
	Copies   int   `json:"copies"`
	Unfit    int   `json:"unfit"` // broken programs that a record cannot represent
}

func (w *Written) add(p *Program, i int) {
	w.Programs++
	w.Bytes += int64(len(p.Source))
	switch p.Kind {
	case IllTyped:
		w.IllTyped++
	case Broken:
		w.Broken++
	}
	if p.Of != i {
		w.Copies++
	}
}

// Tree writes the programs 0 … n-1 into a tree of folders below a folder. It keeps existing files.
func (c Corpus) Tree(dir string, n int) (Written, error) {
	var w Written
	folder := ""
	err := c.each(n, func(i int, p *Program) error {
		path := filepath.Join(dir, filepath.FromSlash(c.Path(i)))
		if d := filepath.Dir(path); d != folder {
			if err := os.MkdirAll(d, 0o777); err != nil {
				return err
			}
			folder = d
		}
		w.add(p, i)
		return os.WriteFile(path, p.Source, 0o666)
	})
	return w, err
}

// A Record is a program as a line of NDJSON.
type Record struct {
	ID     string `json:"id"`
	Source string `json:"source"`
}

// Records writes the programs 0 … n-1 as lines of NDJSON. JSON cannot represent invalid UTF-8: each such byte becomes
// U+FFFD, and the program stays a broken one, because no token begins with that character.
func (c Corpus) Records(out io.Writer, n int) (Written, error) {
	var w Written
	b := bufio.NewWriterSize(out, 1<<16)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	err := c.each(n, func(i int, p *Program) error {
		w.add(p, i)
		if !utf8.Valid(p.Source) {
			w.Unfit++
		}
		return e.Encode(Record{c.ID(i), string(p.Source)})
	})
	if err != nil {
		return w, err
	}
	return w, b.Flush()
}

// each makes the programs 0 … n-1 on all processors and passes them to do in order.
func (c Corpus) each(n int, do func(i int, p *Program) error) error {
	const ahead = 64
	workers := runtime.GOMAXPROCS(0)
	made := make([]chan Program, workers)
	stop := make(chan struct{})
	defer close(stop)
	for w := range workers {
		made[w] = make(chan Program, ahead)
		go func() {
			for i := w; i < n; i += workers {
				select {
				case made[w] <- c.Program(i):
				case <-stop:
					return
				}
			}
		}()
	}
	for i := range n {
		p := <-made[i%workers]
		if err := do(i, &p); err != nil {
			return err
		}
	}
	return nil
}
