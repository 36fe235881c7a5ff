package repl

import (
	"encoding/json"
	"strings"
)

// Unfinished reports whether an input goes on in the next line: within a bracket, a
// string, a comment, a definition that has no ";" yet, behind the arrow of a value, or
// in a block that :{ began.
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
	if g, ok := givenOf(input); ok {
		if input = input[g.end:]; strings.TrimSpace(input) == "" {
			return true
		}
	}
	return s.outline(input).Unfinished
}

// A block is several lines that are one input, blank ones included.
const (
	blockStart = ":{"
	blockEnd   = ":}"
)

// inBlock reports whether an unfinished input is a block, in which blank lines mean
// nothing.
func inBlock(input string) bool { return strings.HasPrefix(strings.TrimSpace(input), blockStart) }

// blockOf is what stands in a block that has ended: its end has a line of its own.
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

// A given is the value that stands before the arrow of an input.
type given struct {
	it   bool
	json string // unless it is it
	end  int    // of the arrow
}

const arrow = "->"

// givenOf finds the value of an input, as in {"x": 1} -> .x. What stands before the
// arrow is JSON, or the name of the last value; no expression of k has an arrow.
func givenOf(input string) (g given, ok bool) {
	if rest, found := strings.CutPrefix(strings.TrimLeft(input, " \t\r\n"), "it"); found {
		g = given{it: true, end: len(input) - len(rest)}
	} else {
		d := json.NewDecoder(strings.NewReader(input))
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return given{}, false
		}
		g = given{json: string(raw), end: int(d.InputOffset())}
	}
	rest := input[g.end:]
	blank := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	if !strings.HasPrefix(rest[blank:], arrow) {
		return given{}, false
	}
	g.end += blank + len(arrow)
	return g, true
}
