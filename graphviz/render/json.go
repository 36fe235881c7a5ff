package render

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

// Notes about losses that cleanJSON cannot restore.
const (
	lostOperations = "Graphviz lost parts of a table in which a cell is dashed or dotted"
	lostText       = "Graphviz lost the end of a text that has backslashes in a row"
)

// cleanJSON makes the JSON output valid and deterministic, and returns notes on what is missing.
//
//   - Control characters within strings are written raw; JSON requires escapes.
//   - Graphviz names an unnamed element after a counter of the whole process: the same graph is "%1" at first and "%9"
//     later. Such names are renumbered, unless the input contains the same text, which may be a given name.
//   - The text of an operation has each backslash twice, and loses a character for each backslash that follows another.
//   - For a cell of an HTML-like table that is dashed or dotted, Graphviz reads beyond the word: the text after "(" is
//     some of its memory, and the operations after it are lost. That text is cut off.
func cleanJSON(data, dot []byte) (clean []byte, notes []string) {
	out := make([]byte, 0, len(data))
	anonymous := make(map[string]string)
	lost := make(map[string]bool)
	for i := 0; i < len(data); {
		if data[i] != '"' {
			out = append(out, data[i])
			i++
			continue
		}
		// A string; its place in the document is still at the end of out.
		end := i + 1
		for end < len(data) && data[end] != '"' {
			if data[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(data))
		s := data[i+1 : end]
		switch {
		case bytes.HasSuffix(out, []byte(`"name": `)) && counted.Match(s) && !bytes.Contains(dot, s):
			to, ok := anonymous[string(s)]
			if !ok {
				to = "%" + strconv.Itoa(len(anonymous)+1)
				anonymous[string(s)] = to
			}
			s = []byte(to)
		case isText(out):
			if bytes.Contains(s, []byte(`\\\\\\\\`)) {
				lost[lostText] = true
			}
			s = bytes.ReplaceAll(s, []byte(`\\\\`), []byte(`\\`))
		case isStyle(out):
			if name, _, ok := bytes.Cut(s, []byte("(")); ok && string(name) != "setlinewidth" {
				lost[lostOperations] = true
				s = name
			}
		}
		out = append(out, '"')
		for _, c := range s {
			if c < ' ' {
				out = fmt.Appendf(out, `\u%04x`, c)
			} else {
				out = append(out, c)
			}
		}
		if end < len(data) {
			out = append(out, '"')
		}
		i = end + 1
	}
	for _, n := range []string{lostOperations, lostText} {
		if lost[n] {
			notes = append(notes, n)
		}
	}
	return bytes.ToValidUTF8(out, []byte("\uFFFD")), notes
}

// counted matches a name that Graphviz generates.
var counted = regexp.MustCompile(`^%[0-9]+$`)

// isStyle and isText report whether the next string is the style or the text of a draw operation, and not an attribute
// of the same name. The line before distinguishes them.
func isStyle(out []byte) bool { return lineBefore(out, `"style": `, `"op": "S",`) }

// The width of a text is a number; the width of an attribute is a string.
func isText(out []byte) bool {
	return lineBefore(out, `"text": `, `"width": `) && !lineBefore(out, `"text": `, `"width": "`)
}

func lineBefore(out []byte, key, before string) bool {
	rest, ok := bytes.CutSuffix(out, []byte(key))
	if !ok {
		return false
	}
	rest = bytes.TrimRight(rest, " \n")
	return bytes.HasPrefix(bytes.TrimLeft(rest[bytes.LastIndexByte(rest, '\n')+1:], " "), []byte(before))
}
