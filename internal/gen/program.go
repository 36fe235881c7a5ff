// Package gen makes random inputs for tests.
package gen

import (
	"strings"

	"pgregory.net/rapid"
)

// Program draws the text of a program of dialect k4 without syntax errors. It uses every construct in every notation:
// blanks, line ends and comments of all styles occur wherever they are allowed. Its names and types are arbitrary, but
// the labels within one bracket differ.
func Program(t *rapid.T) string { return text(t, false) }

// LaterProgram is Program for dialect k6.
func LaterProgram(t *rapid.T) string { return text(t, true) }

func text(t *rapid.T, later bool) string {
	g := &program{t: t, later: later, fuel: rapid.IntRange(5, 120).Draw(t, "size")}
	n := rapid.IntRange(0, 6).Draw(t, "definitions")
	if g.oneIn(12) {
		if later {
			g.put("~")
		} else {
			g.put("+++")
		}
	}
	for range n {
		if g.oneIn(3) {
			g.put("$")
			g.name()
			g.put("=")
			g.code(4, true)
		} else {
			g.name()
			g.put("=")
			g.composition(5)
		}
		g.put(";")
	}
	if n == 0 || g.oneIn(2) {
		g.composition(5)
	}
	g.gap(false)
	return g.b.String()
}

type program struct {
	t     *rapid.T
	b     strings.Builder
	later bool // of dialect k6
	fuel  int  // constructs that may still be nested
	last  byte
}

func (g *program) oneIn(n int) bool { return rapid.IntRange(0, n-1).Draw(g.t, "choice") == 0 }

func (g *program) pick(of ...string) string { return rapid.SampledFrom(of).Draw(g.t, "word") }

// put writes a token, with blanks before it at least where two tokens would otherwise merge.
func (g *program) put(token string) {
	fraction := g.last >= '0' && g.last <= '9' && token[0] == '.' // as in 1.5, which is an error
	g.gap(g.inName(g.last) && g.inName(token[0]) || fraction)
	g.b.WriteString(token)
	g.last = token[len(token)-1]
}

func (g *program) inName(c byte) bool {
	return g.later && (c == '+' || c == '-') || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '_' || c == '?' || c == '!'
}

// gap writes blanks and comments.
func (g *program) gap(needed bool) {
	choice := rapid.IntRange(0, 23).Draw(g.t, "gap")
	if (g.last == '/' || g.last == '\\') && (choice == 2 || choice == 3) {
		choice = 4 // else the sign would become part of a comment
	}
	switch choice {
	case 0:
		g.b.WriteString("\n")
	case 1:
		g.b.WriteString(g.pick("\t", "\r\n", "\n\n\n", "  ", "\u00a0", "\f"))
	case 2:
		g.b.WriteString(g.pick(" // a line\n", "# another;\n", "%{\n", " -- 'dashes'\r\n", "\n-- own line\n",
			"//\n", "#*\n", "%\n"))
	case 3:
		g.b.WriteString(g.pick("/* block */", " /**/ ", "/*/ */", "\n/* two\n   lines */\n", "/* é; */\n",
			"\n/* own */ "))
	case 4, 5, 6, 7, 8, 9:
		if needed {
			g.b.WriteString(" ")
		}
	default:
		g.b.WriteString(" ")
	}
}

func (g *program) name() {
	if g.later && g.oneIn(3) {
		g.put(g.pick("0", "1", "007", "+1", "-x", "a--b", "list?", "+++", "_log!", "5-3"))
		return
	}
	g.put(g.pick("a", "b", "f", "g", "nat", "list", "x1", "_", "a_long_name_of_many_letters", "ready?", "go!", "int",
		"PLUS", "X", "constructor"))
}

func (g *program) integer() {
	g.put(g.pick("0", "1", "7", "42", "-1", "-305", "123456789012345678901234567890"))
}

func (g *program) text() {
	g.put(g.pick(`""`, `"a"`, `'b'`, `"it's"`, `'say "x"'`, `"a\nb"`, `"\\\/\b\f\r\t\"\'"`, `"\u00e9\uD83D\uDE00"`,
		`"\ud83d alone"`, "\"two\nlines\"", `"日本 ; } // no comment"`, `"5"`, `"x1"`, `'\u0007'`, `"__proto__"`))
}

// label writes a label that does not occur in used.
func (g *program) label(used map[string]bool) {
	l := g.pick("a", "b", "c", "x", "y", "l1", "0", "1", "2", "-3", `"a b"`, `"é"`, `"q\"t"`, `''`,
		"a_rather_long_label", "toString")
	for used[l] {
		switch l[0] {
		case '"', '\'':
			l = l[:1] + "+" + l[1:]
		case '0':
			l = "10"
		default:
			l += "1"
		}
	}
	used[l] = true
	g.put(l)
}

// list writes n elements with commas within brackets.
func (g *program) list(brackets string, n int, one func()) {
	g.put(brackets[:1])
	for i := range n {
		if i > 0 {
			g.put(",")
		}
		one()
	}
	g.put(brackets[1:])
}

// field writes an operand with a label after it, or with the label and a colon before it.
func (g *program) field(used map[string]bool, operand func()) {
	if g.oneIn(4) {
		g.label(used)
		g.put(":")
		operand()
		return
	}
	operand()
	g.label(used)
}

func (g *program) count(depth, most int) int {
	if depth <= 0 || g.fuel <= 0 {
		return 0
	}
	n := rapid.IntRange(0, most).Draw(g.t, "count")
	g.fuel -= n
	return n
}

func (g *program) composition(depth int) {
	n := 1 + g.count(depth, 3)
	if g.oneIn(15) {
		n += g.count(depth, 25)
	}
	for range n {
		g.expression(depth)
		if !g.later && g.oneIn(10) {
			g.put("^")
		}
	}
}

func (g *program) expression(depth int) {
	choice := rapid.IntRange(0, 13).Draw(g.t, "expression")
	if g.later {
		switch choice {
		case 0, 1:
			g.put("/")
			g.label(map[string]bool{})
			return
		case 4, 11:
			g.put(g.pick("|", `\`))
			g.label(map[string]bool{})
			return
		case 12:
			g.put(g.pick("@a", "@f", "@0", "@+1"))
			return
		}
	}
	switch choice {
	default:
		g.name()
	case 0:
		g.integer()
	case 1:
		g.text()
	case 2, 3:
		g.put(".")
		g.label(map[string]bool{})
	case 4:
		g.put("|")
	case 5:
		g.put("$")
		g.code(depth-1, false)
	case 6:
		g.put("?")
		g.filter(depth - 1)
	case 7:
		g.put("(")
		if depth > 0 && !g.oneIn(4) {
			g.composition(depth - 1)
		}
		g.put(")")
	case 8, 9:
		used := map[string]bool{}
		g.list("{}", g.count(depth, 4), func() {
			g.field(used, func() { g.composition(depth - 1) })
		})
	case 10, 11:
		g.list([]string{"<>", "[]"}[choice-10], g.count(depth, 4), func() { g.composition(depth - 1) })
	}
}

// code writes a type; a definition of a type needs one in brackets.
func (g *program) code(depth int, bracketed bool) {
	choice := rapid.IntRange(0, 3).Draw(g.t, "code")
	if g.later && (choice == 3 || choice == 0 && bracketed) {
		g.put(g.pick("@a", "@nat", "@0"))
		return
	}
	if choice == 0 && bracketed {
		choice = 1
	}
	used := map[string]bool{}
	field := func() { g.field(used, func() { g.code(depth-1, false) }) }
	switch choice {
	case 0:
		g.name()
	case 1, 2:
		g.list([]string{"{}", "<>"}[choice-1], g.count(depth, 4), field)
	case 3:
		g.list("[]", 1, func() {
			if depth > 0 {
				g.code(depth-1, false)
			} else {
				g.name()
			}
		})
	}
}

func (g *program) filter(depth int) {
	used := map[string]bool{}
	field := func() {
		if g.oneIn(5) {
			g.put("...")
			return
		}
		g.field(used, func() { g.filter(depth - 1) })
	}
	choice := rapid.IntRange(0, 5).Draw(g.t, "filter")
	if g.later && choice == 5 {
		choice = 3
	}
	switch choice {
	case 0:
		g.put(g.pick("X", "Y", "Z", "a"))
		return
	case 1:
		g.put("$")
		g.code(depth-1, false)
	case 2, 3, 4:
		if g.later && choice == 2 {
			g.list("()", 1, func() { g.put("...") })
			break
		}
		g.list([]string{"()", "{}", "<>"}[choice-2], g.count(depth, 4), field)
	case 5:
		g.list("[]", 1, func() {
			if depth > 0 {
				g.filter(depth - 1)
			} else {
				g.put("X")
			}
		})
	}
	if g.oneIn(3) {
		g.put("=")
		g.put(g.pick("X", "Y", "Z"))
	}
}

// Damaged draws at least `least` changes of a text: each cuts a few bytes out at a position and inserts one of the
// words there.
func Damaged(t *rapid.T, text string, least int, words ...string) []byte {
	src := []byte(text)
	for range rapid.IntRange(least, 4).Draw(t, "changes") {
		i := rapid.IntRange(0, len(src)).Draw(t, "at")
		n := min(rapid.IntRange(0, 3).Draw(t, "cut"), len(src)-i)
		insert := rapid.SampledFrom(words).Draw(t, "insert")
		src = append(src[:i:i], append([]byte(insert), src[i+n:]...)...)
	}
	return src
}
