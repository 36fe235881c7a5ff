package k

import (
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// What people write who come from other languages, and how k says it. Each is said once.

const (
	sayFunction   = "a function names no argument: it is a composition, in which `.x` reads a field of what comes in"
	sayDefinition = "a definition is `name = expression;`, without a word before it"
	sayDecision   = "a decision is a merge: `<condition result, otherwise>` gives what the first branch gives that is defined"
	sayBoth       = "conditions follow each other: `f g` is defined where `f` is and then `g` is"
	sayEither     = "alternatives stand in a merge: `<f, g>` is `g` where `f` is undefined"
	sayTag        = "a tag that carries nothing has the unit before it: `{} "
)

// foreign are such words and operators; "" is what only k4 says.
var foreign = map[string]string{
	"->": sayFunction, "=>": sayFunction, `\`: sayFunction, "fun": sayFunction, "fn": sayFunction, "function": sayFunction, "lambda": sayFunction,
	"let": sayDefinition, "var": sayDefinition, "const": sayDefinition, "def": sayDefinition, "val": sayDefinition, "type": "a type is defined by `$name = <…>;` or `$name = {…};`",
	"if": sayDecision, "then": sayDecision, "else": sayDecision, "case": sayDecision, "match": sayDecision, "when": sayDecision, "?": sayDecision,
	"&&": sayBoth, "and": sayBoth, "or": sayEither,
	"==": "", "!=": "", "===": "", ">": "", ">=": "", "<=": "",
}

const (
	sayEqual   = "`[.x, .y] EQ` gives its vector where the two are equal, and is undefined elsewhere"
	sayGreater = "`[.x, .y] GT` gives its vector where the first is greater, and is undefined elsewhere"
	sayCases   = "k6 compares no values: a merge of projections tells tags apart, as in `</yes a, /no b>`"
)

// advise adds to diagnostics of the text and the names how k says what stands there.
func (a *program) advise() {
	said := make(map[string]bool)
	for i := range a.diagnostics {
		dg := &a.diagnostics[i]
		if dg.Severity != lang.Error {
			continue
		}
		help := a.advice(dg)
		switch {
		case help == "":
		case said[help]:
			dg.Help = nil // it is said before, and what was said else is about k's own signs
		default:
			said[help] = true
			dg.Help = []lang.Phrase{lang.Text(help)}
		}
	}
}

func (a *program) advice(dg *lang.Diagnostic) string {
	src := a.tree.File.Src
	k6 := a.tree.Dialect == k.K6
	at := int(dg.Span.Start)
	switch dg.Code {
	case lang.MissingLabel:
		if tag := a.tree.File.Text(dg.Span); !k6 && a.inUnion(at) && len(tag) <= maxBraces && isName(tag) {
			return sayTag + tag + "`"
		}
	case lang.UnknownFunction:
		name := a.tree.File.Text(dg.Span)
		if help := foreign[name]; help != "" {
			return help
		}
		if k6 && contains(k.Builtins, name) {
			return "`" + name + "` is built into k4; k6 has no built-in functions but `_log!`"
		}
	default:
		if dg.Code >= lang.UnknownFunction {
			return ""
		}
		sign := operatorAt(src, at)
		switch help, ok := foreign[sign]; {
		case help != "":
			return help
		case ok && k6:
			return sayCases
		case ok && strings.Trim(sign, "=!") == "":
			return sayEqual
		case ok:
			return sayGreater
		}
		return foreign[wordBefore(src, at)]
	}
	return ""
}

func contains(list []string, x string) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// longOperator is the most bytes that are looked at around an operator.
const longOperator = 4

// operatorAt is the run of operator signs around an offset.
func operatorAt(src []byte, at int) string {
	is := func(i int) bool { return i >= 0 && i < len(src) && strings.IndexByte(`=<>!&|-\?`, src[i]) >= 0 }
	if !is(at) {
		return ""
	}
	from, to := at, at
	for is(from-1) && at-from < longOperator {
		from--
	}
	for is(to) && to-at < longOperator {
		to++
	}
	return string(src[from:to])
}

// wordBefore is the word that stands directly before an offset, after blanks.
func wordBefore(src []byte, at int) string {
	to := min(at, len(src))
	for to > 0 && src[to-1] == ' ' {
		to--
	}
	from := to
	for from > 0 && to-from < 10 && src[from-1] >= 'a' && src[from-1] <= 'z' {
		from--
	}
	return string(src[from:to])
}

func isName(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	}) < 0
}

// inUnion reports whether an offset is directly in the angle brackets of a type definition.
func (a *program) inUnion(at int) bool {
	depth := 0
	bracket := byte(0)
	for i := at - 1; i >= max(0, at-10*maxLine); i-- {
		switch c := a.tree.File.Src[i]; c {
		case '>', '}', ')', ']':
			depth++
		case '<', '{', '(', '[':
			if depth == 0 && bracket == 0 {
				bracket = c
			}
			depth = max(0, depth-1)
		case ';', '\n':
			if c == ';' || i == 0 {
				return false
			}
		case '=':
			if bracket == '<' {
				line := a.tree.File.Src[max(0, i-maxLine):i]
				line = line[strings.LastIndexAny(string(line), ";\n")+1:]
				return strings.HasPrefix(strings.TrimSpace(string(line)), "$")
			}
		}
	}
	return false
}

const maxLine = 200
