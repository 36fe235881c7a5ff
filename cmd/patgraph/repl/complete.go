package repl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// Complete completes the word before a position in a line: it returns the text before the word, the candidates, and the
// text after the position. The position counts code points, as line editors do.
func (s *Session) Complete(line string, place int) (head string, candidates []string, tail string) {
	runes := []rune(line)
	place = min(max(place, 0), len(runes))
	before, tail := string(runes[:place]), string(runes[place:])
	offers, argument := s.offered(before)
	if offers == offersFiles || offers == offersBoth && strings.ContainsAny(strings.TrimLeft(argument, " "), " \t") {
		word := strings.TrimLeft(argument, " \t")
		if offers == offersBoth {
			_, word = cutWord(word)
			word = strings.TrimLeft(word, " \t")
		}
		return before[:len(before)-len(word)], files(word), tail
	}
	start := len(before)
	words := s.Language.Typing.Words(s.dialect(""))
	for start > 0 && words.InName(before[start-1]) {
		start--
	}
	word := before[start:]
	var list []string
	switch {
	case offers == offersNothing:
		if strings.HasPrefix(before, ":") && !strings.ContainsAny(before, " \t") {
			start, word = 0, before
			for i := range commands {
				list = append(list, ":"+commands[i].name)
			}
		}
	case offers == offersCommands:
		for i := range commands {
			list = append(list, commands[i].name)
		}
	case words.TypeMark != "" && strings.HasSuffix(before[:start], words.TypeMark):
		list = slices.Clone(words.Types)
		for _, e := range s.entries {
			if e.typ {
				list = append(list, strings.TrimPrefix(e.name, words.TypeMark))
			}
		}
	case start > 0 && strings.IndexByte(words.LabelMarks, before[start-1]) >= 0:
		list = s.labels()
	default:
		list = slices.Clone(words.Functions)
		for _, e := range s.entries {
			if !e.typ {
				list = append(list, e.name)
			}
		}
		list = append(list, s.labels()...)
	}
	slices.Sort(list)
	for _, c := range slices.Compact(list) {
		if strings.HasPrefix(c, word) && c != word {
			candidates = append(candidates, c)
		}
	}
	return before[:start], candidates, tail
}

// offered says what completes a line, and returns the begun argument of a command.
func (s *Session) offered(before string) (o offer, argument string) {
	trimmed := strings.TrimLeft(before, " \t")
	if !strings.HasPrefix(trimmed, ":") {
		return offersNames, ""
	}
	c, rest, _ := commandOf(trimmed)
	if c == nil || rest == "" {
		return offersNothing, ""
	}
	for {
		word, after := cutWord(strings.TrimLeft(rest, " \t"))
		if !strings.HasPrefix(word, "--") || after == "" {
			return c.offers, rest
		}
		rest = after
	}
}

// labels are the labels of the session that can be typed like names.
func (s *Session) labels() []string {
	f := lang.NewFile(Name, []byte(text(s.entries)))
	return s.Language.Typing.Outline(f, s.Dialect).Labels()
}

// files are the paths with a prefix; folders end in a slash.
func files(word string) []string {
	dir, base := filepath.Split(word)
	at := expandHome(dir)
	if at == "" {
		at = "."
	}
	entries, _ := os.ReadDir(at) // an unreadable folder has no candidates
	var list []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, base) || base == "" && strings.HasPrefix(name, ".") {
			continue
		}
		if info, err := os.Stat(filepath.Join(at, name)); err == nil && info.IsDir() {
			name += "/"
		}
		list = append(list, dir+name)
	}
	return list
}
