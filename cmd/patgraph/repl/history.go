package repl

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/cmd/patgraph/atomicfile"
)

// The bounds of a history: the number of lines that are read, the number of lines of a file above which the oldest are
// removed, and the length of a line in bytes.
const (
	mostLines    = 1000
	tooManyLines = 2 * mostLines
	longestLine  = 4000
)

// A History is a file of the lines typed in all sessions. Each line is appended when it is typed, so that nothing is
// lost if a session is killed, and concurrent sessions keep all their lines. A nil History keeps nothing.
type History struct {
	path string
	last string
}

// HistoryPath is the path of the user's history: in XDG_STATE_HOME on systems that use it, else in the folder for
// settings.
func HistoryPath() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "patgraph", "history"), nil
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "patgraph", "history"), err
	}
	dir, err := os.UserHomeDir()
	return filepath.Join(dir, ".local", "state", "patgraph", "history"), err
}

// OpenHistory reads a history, which need not exist, and returns its last lines. Only the user may read it.
func OpenHistory(path string) (h *History, lines []string, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, nil, err
	}
	for line := range bytes.Lines(data) {
		text := strings.TrimRight(string(line), "\r\n")
		if text != "" && len(text) <= longestLine && utf8.ValidString(text) {
			lines = append(lines, text)
		}
	}
	lines = lines[max(0, len(lines)-mostLines):]
	h = &History{path: path}
	if bytes.Count(data, []byte("\n")) > tooManyLines {
		if err := atomicfile.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n")); err != nil {
			return nil, nil, err
		}
	}
	if len(lines) > 0 {
		h.last = lines[len(lines)-1]
	}
	if data == nil {
		return h, lines, nil
	}
	return h, lines, os.Chmod(path, 0o600)
}

// Add appends a line unless it equals the last one, is blank or too long.
func (h *History) Add(line string) error {
	if h == nil || strings.TrimSpace(line) == "" || line == h.last || len(line) > longestLine ||
		strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
		return nil
	}
	h.last = line
	f, err := os.OpenFile(h.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line + "\n")
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
