package tutorial

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
)

// A Folder has the programs of lessons, which the user edits, and the name of the current lesson. Whether a lesson is
// solved is not stored: its program shows it.
type Folder string

// DefaultFolder is in the working directory.
const DefaultFolder = "patgraph-tutorial"

// progress is the file with the name of the current lesson.
const progress = "patgraph-progress"

// Path is the path of a lesson's program.
func (f Folder) Path(l *Lesson) string { return filepath.Join(string(f), l.File) }

// Progress is the path of the file with the name of the current lesson.
func (f Folder) Progress() string { return filepath.Join(string(f), progress) }

// Begin writes the program of a lesson, unless there is a file of this name.
func (f Folder) Begin(l *Lesson) (written bool, err error) {
	if err := os.MkdirAll(string(f), 0o777); err != nil {
		return false, err
	}
	if is, err := os.Lstat(f.Path(l)); !errors.Is(err, fs.ErrNotExist) {
		if err == nil && is.IsDir() {
			err = &fs.PathError{Op: "read", Path: f.Path(l), Err: syscall.EISDIR}
		}
		return false, err
	}
	err = atomicfile.WriteFile(f.Path(l), []byte(l.Program))
	return err == nil, err
}

// Current is the number of the current lesson, from 0. It is -1 if the folder has none; then damaged reports that the
// file with its name has something else.
func (f Folder) Current(lessons []Lesson) (current int, damaged bool, err error) {
	text, err := os.ReadFile(f.Progress())
	if errors.Is(err, fs.ErrNotExist) {
		return -1, false, nil
	} else if err != nil {
		return -1, false, err
	}
	name := strings.TrimSpace(string(text))
	current = slices.IndexFunc(lessons, func(l Lesson) bool { return l.Name == name })
	return current, current < 0, nil
}

// SetCurrent stores the current lesson.
func (f Folder) SetCurrent(l *Lesson) error {
	return atomicfile.WriteFile(f.Progress(), []byte(l.Name+"\n"))
}
