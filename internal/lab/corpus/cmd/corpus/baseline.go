package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// baseline reads all programs below a folder and hashes or parses them, the given number of times, and writes the
// rates: the lower bound of the cost of any command on a corpus.
func baseline(dir string, parse bool, workers, times int, out io.Writer) error {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && strings.HasSuffix(path, ".k") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	for range times {
		begin := time.Now()
		r, err := readAll(paths, parse, workers)
		if err != nil {
			return err
		}
		s := time.Since(begin).Seconds()
		_, err = fmt.Fprintf(out, "%d files, %d bytes, %016x, %.3f s, %.0f files/s, %.1f MB/s\n",
			len(paths), r.bytes.Load(), r.sum.Load(), s, float64(len(paths))/s, float64(r.bytes.Load())/s/1e6)
		if err != nil {
			return err
		}
	}
	return nil
}

// tally is the result of readAll; sum depends on all contents and not on their order.
type tally struct{ bytes, sum atomic.Uint64 }

func readAll(paths []string, parse bool, workers int) (*tally, error) {
	r := &tally{}
	var next atomic.Int64
	var group errgroup.Group
	for range workers {
		group.Go(func() error {
			var old *k.Tree
			for i := next.Add(1) - 1; i < int64(len(paths)); i = next.Add(1) - 1 {
				text, err := os.ReadFile(paths[i])
				if err != nil {
					return err
				}
				r.bytes.Add(uint64(len(text)))
				if parse {
					tree, ds := k.ParseReuse(lang.NewFile(paths[i], text), k.K4, old, nil)
					r.sum.Add(uint64(len(tree.Nodes) + len(ds)))
					old = tree
					continue
				}
				h := sha256.Sum256(text)
				r.sum.Add(binary.LittleEndian.Uint64(h[:]))
			}
			return nil
		})
	}
	return r, group.Wait()
}
