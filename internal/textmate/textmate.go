// Package textmate runs TextMate grammars, as far as ours need it: match, begin and end, captures, nested patterns and
// includes of the repository. It follows the behaviour of vscode-textmate and rejects everything else, so that a
// grammar that passes here means the same in editors.
//
// Editors use Oniguruma, and this package Go's regexp. It allows the common subset: classes, groups, quantifiers, ^ and
// \A, $, and a lookahead at the end of a regexp or of one of its outermost alternatives.
package textmate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/lang"
)

// A Grammar is a grammar that Read has accepted.
type Grammar struct {
	lang.Grammar
	root       *lang.Rule
	flat       map[*lang.Rule][]*lang.Rule // the patterns of a rule with includes resolved
	first, end map[*lang.Rule]*expression  // of match or begin, and of end
}

// A Token is a part of a text, within a line, and its scopes from the outermost one.
type Token struct {
	Start, End int // in bytes
	Scopes     []string
}

// Read reads a grammar. It fails for unsupported keys and regexps, for includes of missing rules, and for rules that
// are never included.
func Read(text []byte) (*Grammar, error) {
	g := &Grammar{flat: map[*lang.Rule][]*lang.Rule{}, first: map[*lang.Rule]*expression{},
		end: map[*lang.Rule]*expression{}}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&g.Grammar); err != nil {
		return nil, err
	}
	g.root = &lang.Rule{Patterns: g.Patterns}
	used := map[string]bool{}
	var compile func(r *lang.Rule) error
	compile = func(r *lang.Rule) error {
		var err error
		switch {
		case r.Include != "":
			name, ok := strings.CutPrefix(r.Include, "#")
			if !ok || g.Repository[name] == nil {
				return fmt.Errorf("there is nothing to include as %q", r.Include)
			}
			used[name] = true
		case r.Match != "":
			g.first[r], err = newExpression(r.Match, r.Captures)
		case r.Begin != "":
			if g.first[r], err = newExpression(r.Begin, r.BeginCaptures); err == nil {
				g.end[r], err = newExpression(r.End, r.EndCaptures)
			}
		case len(r.Patterns) == 0:
			return fmt.Errorf("a rule without contents")
		}
		if err == nil && g.first[r] != nil && g.first[r].empty {
			err = fmt.Errorf("%q can match nothing at all, for ever", r.Match+r.Begin)
		}
		for _, p := range r.Patterns {
			if err == nil {
				err = compile(p)
			}
		}
		return err
	}
	if err := compile(g.root); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(g.Repository)) {
		if err := compile(g.Repository[name]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for name := range g.Repository {
		if !used[name] {
			return nil, fmt.Errorf("%s is never included", name)
		}
	}
	return g, nil
}

// patterns returns the patterns that are tried within a rule, in their order.
func (g *Grammar) patterns(r *lang.Rule) []*lang.Rule {
	if list, ok := g.flat[r]; ok {
		return list
	}
	list := []*lang.Rule{}
	seen := map[*lang.Rule]bool{}
	var add func(r *lang.Rule)
	add = func(r *lang.Rule) {
		for _, p := range r.Patterns {
			if p.Include != "" {
				p = g.Repository[p.Include[1:]]
			}
			switch {
			case g.first[p] != nil:
				list = append(list, p)
			case !seen[p]:
				seen[p] = true
				add(p)
			}
		}
	}
	add(r)
	g.flat[r] = list
	return list
}

// A frame is a begin whose end has not been found yet.
type frame struct {
	rule   *lang.Rule
	scopes []string // of its contents
	outer  []string // of its end
}

// Tokens divides a text into consecutive tokens, which exclude line ends. Lines end in \n, \r or both. A Grammar is for
// one goroutine at a time.
func (g *Grammar) Tokens(text string) []Token {
	var out []Token
	found := map[*expression]match{} // the first match of each in the rest of the line
	stack := []frame{{rule: g.root, scopes: []string{g.ScopeName}}}
	for start := 0; start <= len(text); {
		end, next := len(text), len(text)+1
		if n := strings.IndexAny(text[start:], "\r\n"); n >= 0 {
			end = start + n
			next = end + 1
			if strings.HasPrefix(text[end:], "\r\n") {
				next++
			}
		}
		line := text[start:end]
		whole := line + "\n"
		emit := func(from, to int, scopes []string) {
			if to = min(to, len(line)); from < to {
				out = append(out, Token{start + from, start + to, scopes})
			}
		}
		clear(found)
		for pos := 0; pos <= len(line); {
			top := stack[len(stack)-1]
			var best *lang.Rule
			var m match
			atEnd := false
			try := func(r *lang.Rule, e *expression, isEnd bool) {
				// The leftmost match wins, then the first pattern.
				f, ok := found[e]
				if !ok || f.groups != nil && f.start < pos {
					f = e.find(whole, pos, start == 0)
					found[e] = f
				}
				if f.groups != nil && (m.groups == nil || f.start < m.start) {
					best, m, atEnd = r, f, isEnd
				}
			}
			if g.end[top.rule] != nil {
				try(top.rule, g.end[top.rule], true)
			}
			for _, r := range g.patterns(top.rule) {
				try(r, g.first[r], false)
			}
			if m.groups == nil {
				emit(pos, len(line), top.scopes)
				break
			}
			emit(pos, m.start, top.scopes)
			switch {
			case atEnd:
				capture(emit, m, best.EndCaptures, top.outer)
				stack = stack[:len(stack)-1]
			case g.end[best] != nil:
				outer := with(top.scopes, best.Name)
				capture(emit, m, best.BeginCaptures, outer)
				stack = append(stack, frame{best, with(outer, best.ContentName), outer})
			default:
				capture(emit, m, best.Captures, with(top.scopes, best.Name))
			}
			pos = m.end
		}
		start = next
	}
	return out
}

// capture emits a match, in parts where its groups have names.
func capture(emit func(int, int, []string), m match, captures map[string]*lang.Capture, scopes []string) {
	// Groups are sorted by their beginnings; one may be nested in another.
	type open struct {
		end    int
		scopes []string
	}
	stack := []open{{m.end, scopes}}
	pos := m.start
	pop := func(before int) {
		for len(stack) > 1 && stack[len(stack)-1].end <= before {
			top := stack[len(stack)-1]
			emit(pos, top.end, top.scopes)
			pos = max(pos, top.end)
			stack = stack[:len(stack)-1]
		}
	}
	for i, g := range m.groups {
		c := captures[strconv.Itoa(i)]
		if c == nil || g.start < 0 || g.start == g.end {
			continue
		}
		pop(g.start)
		top := stack[len(stack)-1]
		emit(pos, g.start, top.scopes)
		pos = g.start
		stack = append(stack, open{min(g.end, top.end), with(top.scopes, c.Name)})
	}
	pop(m.end)
	emit(pos, m.end, scopes)
}

// with returns scopes and those of a name, which may be several.
func with(scopes []string, name string) []string {
	if name == "" {
		return scopes
	}
	return append(slices.Clip(scopes), strings.Fields(name)...)
}

// An expression is a regexp of a grammar.
type expression struct {
	first, start, rest *regexp.Regexp // at the start of the text, of a line, and elsewhere
	groups             []int          // by its number in the grammar, the number of each group
	ahead              []int          // the groups that are lookaheads
	empty              bool           // it matches the empty text first
}

type span struct{ start, end int }

// A match has no groups if there is none.
type match struct {
	span
	groups []span
}

// nothing never matches.
const nothing = `[^\x00-\x{10FFFF}]`

// known are the escapes that mean the same in Oniguruma and in Go.
const known = `\.[]{}()<>*+?^$|/-"x tvfnrA`

func newExpression(text string, captures map[string]*lang.Capture) (*expression, error) {
	if text == "" {
		return nil, fmt.Errorf("a regexp is missing")
	}
	e := &expression{}
	var first, start, rest strings.Builder
	put := func(s string) {
		first.WriteString(s)
		start.WriteString(s)
		rest.WriteString(s)
	}
	depth, class := 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\':
			i++
			if i == len(text) || !strings.ContainsRune(known, rune(text[i])) {
				return nil, fmt.Errorf("%q: an escape at %d that regexps differ about", text, i)
			}
			if text[i] == 'A' {
				first.WriteString(`\A`)
				start.WriteString(nothing)
				rest.WriteString(nothing)
				continue
			}
			put(text[i-1 : i+1])
		case class:
			if c == '[' || c == '&' {
				return nil, fmt.Errorf("%q: %q in a class", text, c)
			}
			class = c != ']'
			put(text[i : i+1])
		case c == '[':
			class = true
			put("[")
			if strings.HasPrefix(text[i+1:], "^") {
				i++
				put("^")
			}
		case c == '^':
			first.WriteString(`\A`)
			start.WriteString(`\A`)
			rest.WriteString(nothing)
		case strings.HasPrefix(text[i:], "(?="):
			n := closing(text[i:])
			if depth > 0 || n < 0 || i+n < len(text) && text[i+n] != '|' {
				return nil, fmt.Errorf("%q: a lookahead that is not at an end", text)
			}
			put(fmt.Sprintf("(?P<a%d>(?:", i)) // names of groups have to differ
			put(text[i+3 : i+n-1])
			put("))")
			i += n - 1
		case c == '(' && strings.HasPrefix(text[i:], "(?") && !strings.HasPrefix(text[i:], "(?:"):
			return nil, fmt.Errorf("%q: a group that regexps differ about", text)
		default:
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			}
			put(text[i : i+1])
		}
	}
	for _, c := range []struct {
		to **regexp.Regexp
		of *strings.Builder
	}{{&e.first, &first}, {&e.start, &start}, {&e.rest, &rest}} {
		var err error
		if *c.to, err = regexp.Compile("(?m)" + c.of.String()); err != nil {
			return nil, err
		}
	}
	for i, name := range e.first.SubexpNames() {
		if name != "" {
			e.ahead = append(e.ahead, i)
		} else {
			e.groups = append(e.groups, i)
		}
	}
	for key := range captures {
		if n, err := strconv.Atoi(key); err != nil || n < 0 || n >= len(e.groups) {
			return nil, fmt.Errorf("%q has no group %q", text, key)
		}
	}
	m := e.find("\n", 0, true)
	e.empty = m.groups != nil && m.end == 0
	return e, nil
}

// closing returns the offset after the parenthesis that closes the one at the beginning of a text, or -1.
func closing(text string) int {
	depth, class := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// find returns the first match in a line from a position on.
func (e *expression) find(line string, pos int, firstLine bool) match {
	re := e.rest
	switch {
	case pos == 0 && firstLine:
		re = e.first
	case pos == 0:
		re = e.start
	}
	at := re.FindStringSubmatchIndex(line[pos:])
	if at == nil {
		return match{}
	}
	m := match{groups: make([]span, len(e.groups))}
	for i, g := range e.groups {
		m.groups[i] = span{-1, -1}
		if at[2*g] >= 0 {
			m.groups[i] = span{pos + at[2*g], pos + at[2*g+1]}
		}
	}
	for _, g := range e.ahead {
		if at[2*g] >= 0 {
			m.groups[0].end = pos + at[2*g]
		}
	}
	m.span = m.groups[0]
	return m
}
