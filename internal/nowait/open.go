package nowait

import "os"

// Open opens the file at a path for reading.
func Open(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDONLY|flag, 0) }

// OpenIn opens the file at a path within a folder for reading.
func OpenIn(root *os.Root, path string) (*os.File, error) {
	return root.OpenFile(path, os.O_RDONLY|flag, 0)
}
