package relation

import (
	"strings"
	"unicode/utf8"

	"github.com/patgraph/patgraph/lang"
)

type kind uint8

const (
	atEnd kind = iota
	aName
	aNumber
	aFloat
	aText
	aSign
	aWord // a keyword
	aBad  // bytes that do not begin a token
)

// A token is a token with its place and text.
type token struct {
	kind kind
	span lang.Span
	text string
	line bool // the first of its line
	op   Op   // of a binary operator
}

// keywords cannot be names.
var keywords = map[string]bool{
	"relation": true, "propagate": true, "finally": true, "let": true, "op": true, "with": true, "where": true,
	"if": true, "then": true, "else": true, "for": true,
	"in": true, "and": true, "or": true, "not": true, "div": true, "mod": true, "all": true, "any": true,
	"true": true, "false": true, "none": true,
}

// signs lists longer signs first.
var signs = []string{":-", "++", "==", "!=", "<=", ">=", "->", "...", "(", ")", "[", "]", "{", "}", "<", ">", "=",
	"+", "-", "*", "|", ",", ":", ".", "@", "?"}

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// scan splits a range of a text into tokens, which end with atEnd. It takes linear time. Comments begin with #,
// // or -- and end with their line.
func scan(text string, within lang.Span) []token {
	var tokens []token
	line := true
	for i := int(within.Start); ; {
		end := int(within.End)
		for i < end && strings.IndexByte(" \t\r\n", text[i]) >= 0 {
			line = line || text[i] == '\n'
			i++
		}
		if i < end && (text[i] == '#' || strings.HasPrefix(text[i:end], "//") || strings.HasPrefix(text[i:end], "--")) {
			for i < end && text[i] != '\n' {
				i++
			}
			continue
		}
		t := token{span: lang.Span{Start: int32(i), End: int32(i)}, line: line}
		line = false
		if i == end {
			return append(tokens, t)
		}
		n := 1
		rest := text[i:end]
		switch c := text[i]; {
		case isLetter(c):
			for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
				n++
			}
			t.kind = aName
			if keywords[rest[:n]] {
				t.kind = aWord
			} else if n == 1 && c == '_' {
				t.kind = aSign
			}
		case isDigit(c):
			t.kind = aNumber
			for n < len(rest) && isDigit(rest[n]) {
				n++
			}
			if n+1 < len(rest) && rest[n] == '.' && isDigit(rest[n+1]) {
				t.kind = aFloat
				for n++; n < len(rest) && isDigit(rest[n]); n++ {
				}
			}
			if n < len(rest) && rest[n] == 'e' {
				m := n + 1
				if m < len(rest) && rest[m] == '-' {
					m++
				}
				if m < len(rest) && isDigit(rest[m]) {
					t.kind = aFloat
					for n = m; n < len(rest) && isDigit(rest[n]); n++ {
					}
				}
			}
		case c == '"':
			t.kind = aText
			for n < len(rest) && rest[n] != '"' && rest[n] != '\n' {
				if rest[n] == '\\' && n+1 < len(rest) && rest[n+1] != '\n' {
					n++
				}
				n++
			}
			if n < len(rest) && rest[n] == '"' {
				n++
			} else {
				t.kind = aBad
			}
		default:
			t.kind = aBad
			for _, s := range signs {
				if strings.HasPrefix(rest, s) {
					t.kind, n = aSign, len(s)
					break
				}
			}
			if t.kind == aBad {
				_, n = utf8.DecodeRuneInString(rest)
			}
		}
		if t.text = rest[:n]; t.kind == aSign || t.kind == aWord {
			t.op = operations[t.text]
		}
		i += n
		t.span.End = int32(i)
		tokens = append(tokens, t)
	}
}
