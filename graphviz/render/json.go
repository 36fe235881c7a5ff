package render

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
)

// What cleanJSON cannot bring back.
const (
	lostOperations = "Graphviz lost parts of a table in which a cell is dashed or dotted"
	lostText       = "Graphviz lost the end of a text that has backslashes in a row"
)

// cleanJSON makes the JSON output valid and a function of the input, and returns
// notes of what is missing in it.
//
//   - Control characters within strings are as they are; JSON wants them escaped.
//   - What has no name is named after a counter of the whole process: the same
//     graph is "%1" at first and "%9" later. Such names are counted anew, unless
//     the input has the same text, when it may be a name that was given.
//   - The text of an operation has each backslash twice, and loses a character for
//     each that follows another.
//   - Where a cell of an HTML-like table is dashed or dotted, Graphviz reads beyond
//     the word: what follows "(" is some of its memory, and the operations after
//     it are lost. The memory is cut off.
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
		// A string, with the place it stands in still in out.
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

// counted is a name that Graphviz makes.
var counted = regexp.MustCompile(`^%[0-9]+$`)

// isStyle and isText say whether the next string is the style or the text of a
// draw operation, and not an attribute of these names: the line before tells.
func isStyle(out []byte) bool { return lineBefore(out, `"style": `, `"op": "S",`) }

// The width of a text is a number; as an attribute it would be a string.
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
