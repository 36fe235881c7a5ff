// Command site writes the pages of patgraph into a folder, as static files: the manual, the tutorial, the gallery and
// the pages of errors, with a search over all of them. They link to each other relatively, so the folder can be opened
// as it is, or be served under any path. The playground is in the subfolder play, where `make site` builds it first;
// its large files get compressed copies, which some servers send.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: site DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// write writes the site into a folder, and compresses what is in its subfolder play.
func write(dir string) error {
	s, err := build()
	if err != nil {
		return err
	}
	for name, text := range s.files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return compressFolder(filepath.Join(dir, "play"))
}
