package report

import (
	"bytes"

	"github.com/patgraph/patgraph/lang"
)

// AppendDiff writes a unified diff, coloured if the style has colours. A context line that a CI runner would interpret
// as a command is written as removed and added again.
func (s *Style) AppendDiff(b, diff []byte) []byte {
	if bytes.Contains(diff, []byte("::")) {
		var safe []byte
		for line := range bytes.Lines(diff) {
			if line[0] == ' ' && lang.IsCommand(string(line)) {
				safe = append(append(safe, '-'), line[1:]...)
				safe = append(safe, '+')
				line = line[1:]
			}
			safe = append(safe, line...)
		}
		diff = safe
	}
	if s.Palette == NoColor {
		return append(b, diff...)
	}
	for line := range bytes.Lines(diff) {
		text := bytes.TrimSuffix(line, []byte("\n"))
		r := plain
		switch {
		case bytes.HasPrefix(text, []byte("diff ")), bytes.HasPrefix(text, []byte("--- ")),
			bytes.HasPrefix(text, []byte("+++ ")):
			r = heading
		case bytes.HasPrefix(text, []byte("@@")):
			r = faint
		case bytes.HasPrefix(text, []byte("-")):
			r = primary
		case bytes.HasPrefix(text, []byte("+")):
			r = secondary
		}
		b = s.paint(b, r, string(text))
		b = append(b, line[len(text):]...)
	}
	return b
}
