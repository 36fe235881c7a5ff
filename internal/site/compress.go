package main

import (
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

// leastCompressed is the size in bytes from which a file is worth a compressed copy.
const leastCompressed = 64 << 10

// compressFolder writes FILE.br and FILE.gz beside each large file of a folder, which may be absent. The best
// compression of the analyzer takes a minute.
func compressFolder(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if path == dir && errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || e.IsDir() || strings.HasSuffix(path, ".br") || strings.HasSuffix(path, ".gz") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || len(text) < leastCompressed {
			return err
		}
		err = compressFile(path+".gz", text, func(w io.Writer) (io.WriteCloser, error) {
			return gzip.NewWriterLevel(w, gzip.BestCompression)
		})
		if err != nil {
			return err
		}
		return compressFile(path+".br", text, func(w io.Writer) (io.WriteCloser, error) {
			return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24}), nil
		})
	})
}

func compressFile(path string, text []byte, compress func(io.Writer) (io.WriteCloser, error)) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w, err := compress(f)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return f.Close()
}
