package syntaxtest

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Pieces are lines of programs, cut into tokens.
type Pieces [][]string

var token = regexp.MustCompile(`[%@$.|]?\w+|\s+|->|=>|::|.`)

// PiecesOf returns the lines of the programs in a folder that have one of some extensions, except for long lines.
func PiecesOf(t testing.TB, dir string, extensions []string) (list Pieces) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !slices.Contains(extensions, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			if tokens := token.FindAllString(line, -1); len(tokens) < 30 {
				list = append(list, tokens)
			}
		}
		return err
	})
	if err != nil || len(list) == 0 {
		t.Fatal("no programs in ", dir, err)
	}
	return list
}

// Damaged returns a text of some lines that follow each other in a program and some others, with one token in so many
// left out, repeated or replaced.
func (p Pieces) Damaged(r *rand.Rand, following, others, oneIn int) string {
	var b strings.Builder
	line := func(tokens []string) {
		for _, token := range tokens {
			switch r.IntN(3 * oneIn) {
			case 0:
				token = ""
			case 1:
				token += token
			case 2:
				other := p[r.IntN(len(p))]
				token = other[r.IntN(len(other))]
			}
			b.WriteString(token)
		}
	}
	at := r.IntN(len(p))
	for _, tokens := range p[at:min(len(p), at+following)] {
		line(tokens)
	}
	for range others {
		line(p[r.IntN(len(p))])
	}
	return b.String()
}
