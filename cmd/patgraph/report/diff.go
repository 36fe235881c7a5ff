package report

import "bytes"

// AppendDiff writes a unified diff, in colour where there is any.
func (s *Style) AppendDiff(b, diff []byte) []byte {
	if s.Palette == NoColor {
		return append(b, diff...)
	}
	for line := range bytes.Lines(diff) {
		text := bytes.TrimSuffix(line, []byte("\n"))
		r := plain
		switch {
		case bytes.HasPrefix(text, []byte("diff ")), bytes.HasPrefix(text, []byte("--- ")), bytes.HasPrefix(text, []byte("+++ ")):
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
