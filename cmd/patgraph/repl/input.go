package repl

import (
	"encoding/json"
	"strings"
)

// Unfinished reports whether an input continues on the next line: within a bracket, a string, a comment, a definition
// without its ";", after the arrow of a value, or in a block that :{ began.
func (s *Session) Unfinished(input string) bool {
	trimmed := strings.TrimSpace(input)
	if strings.HasPrefix(trimmed, blockStart) {
		_, whole := blockOf(trimmed)
		return !whole
	}
	if strings.HasPrefix(trimmed, ":") {
		c, rest, _ := commandOf(trimmed)
		if c == nil || !c.expression {
			return false
		}
		x := call{command: c, input: rest, flags: make(map[string]string)}
		if x.takeFlags() != "" {
			return false
		}
		input = x.rest()
	}
	if g, ok := s.notation(input).givenOf(input); ok {
		if input = input[g.end:]; strings.TrimSpace(input) == "" {
			return true
		}
	}
	return s.outline(input).Unfinished
}

// A block is an input of several lines, which may be blank.
const (
	blockStart = ":{"
	blockEnd   = ":}"
)

// inBlock reports whether an unfinished input is a block, in which blank lines are allowed.
func inBlock(input string) bool { return strings.HasPrefix(strings.TrimSpace(input), blockStart) }

// blockOf is the text of a finished block, whose end is on its own line.
func blockOf(trimmed string) (text string, ok bool) {
	if !strings.HasPrefix(trimmed, blockStart) {
		return "", false
	}
	at := strings.LastIndexByte(trimmed, '\n')
	if at < 0 || strings.TrimSpace(trimmed[at:]) != blockEnd {
		return "", false
	}
	return strings.TrimPrefix(trimmed[len(blockStart):at], "\n"), true
}

// A given is the value before the arrow of an input.
type given struct {
	it    bool   // the last value
	value string // its text, if it is not the last value
	end   int    // offset after the arrow
}

const arrow = "->"

// givenOf parses the value of an input such as {"x": 1} -> .x, in a notation, or the name of the last value. In
// expressions of k an arrow occurs only where a name ends in "-", and there no value precedes it.
func (n *notation) givenOf(input string) (g given, ok bool) {
	if rest, found := strings.CutPrefix(strings.TrimLeft(input, " \t\r\n"), "it"); found {
		g = given{it: true, end: len(input) - len(rest)}
	} else if n.Dialect != "" {
		at := strings.Index(input, arrow)
		if at < 0 {
			return given{}, false
		}
		g = given{value: input[:at], end: at}
		if _, wrong := n.reader.Read([]byte(g.value)); wrong != nil {
			return given{}, false
		}
	} else {
		d := json.NewDecoder(strings.NewReader(input))
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return given{}, false
		}
		g = given{value: string(raw), end: int(d.InputOffset())}
	}
	rest := input[g.end:]
	blank := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	if !strings.HasPrefix(rest[blank:], arrow) {
		return given{}, false
	}
	g.end += blank + len(arrow)
	return g, true
}
