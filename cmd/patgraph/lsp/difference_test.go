package lsp

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The edits of a difference change one text into the other, and split no character.
func TestDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.StringOfN(rapid.SampledFrom([]rune("ab\nä€😀")), 0, 12, -1)
		before, after := texts.Draw(t, "before"), texts.Draw(t, "after")
		v := &view{snapshot: &snapshot{lines: newLines([]byte(before), false)}}
		text := []byte(before)
		for _, e := range slices.Backward(v.difference([]byte(after))) {
			start, end := v.lines.offset(e.Range.Start), v.lines.offset(e.Range.End)
			text = slices.Replace(text, int(start), int(end), []byte(e.NewText)...)
		}
		if string(text) != after {
			t.Fatalf("%q becomes %q, not %q", before, text, after)
		}
	})
}
