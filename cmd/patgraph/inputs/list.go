//go:build !js

package inputs

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/words"
)

// maxPath is the maximum length of an entry in bytes; systems allow much less.
const maxPath = 1 << 20

// ReadLists reads lists of paths, one path per line, or terminated by NUL. The path - in a list is standard input.
// Empty lines, CRLF and a byte order mark are ignored; blanks are not. A list that cannot be read to its end is a
// problem, and the paths before it are still used.
func ReadLists(lists []string, null bool, stdin io.Reader) (paths []string, problems []Source) {
	problem := func(shown, path, message string, help ...string) {
		problems = append(problems, Source{Name: shown, Path: path, Problem: unreadable(shown, message, help...)})
	}
	for _, list := range lists {
		r := stdin
		if list != "-" {
			f, err := os.Open(list)
			if err != nil {
				problem(Shown(list), list, Cause(err))
				continue
			}
			if info, err := f.Stat(); err == nil && info.IsDir() {
				f.Close()
				problem(Shown(list), list, "it is a folder, not a list of paths")
				continue
			}
			defer f.Close()
			r = f
		}
		err := eachPath(r, null, func(p string) {
			if p == "-" && list == "-" {
				problem("-", "./-", "standard input is the list that it is in")
				return
			}
			paths = append(paths, p)
		})
		switch {
		case errors.Is(err, errNUL):
			problem(Shown(list), list, "there is a NUL in this list of paths", "with --null, paths end in NUL instead of lines")
		case errors.Is(err, bufio.ErrTooLong):
			problem(Shown(list), list, "an entry of this list of paths has more than "+words.Size(maxPath))
		case err != nil:
			problem(Shown(list), list, Cause(err))
		}
	}
	return paths, problems
}

var errNUL = errors.New("a NUL in a line")

// eachPath calls a function for each path of a list.
func eachPath(r io.Reader, null bool, do func(string)) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxPath)
	if null {
		s.Split(splitNUL)
	}
	for first := true; s.Scan(); first = false {
		p := s.Text()
		if first {
			p = strings.TrimPrefix(p, "\ufeff")
		}
		if !null {
			if strings.Contains(p, "\x00") {
				return errNUL
			}
			if strings.TrimSpace(p) == "" {
				continue
			}
		}
		if p != "" {
			do(p)
		}
	}
	return s.Err()
}

func splitNUL(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
