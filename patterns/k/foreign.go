package k

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// Hints for notations of other languages, each with the notation of k. Each is given only once.

const (
	sayFunction   = "a function does not name its argument: it is a composition, in which `.x` reads a field of the input"
	sayDefinition = "a definition is `name = expression;`, without a word before it"
	sayDecision   = "a decision is a merge: `<condition result, otherwise>` gives what the first branch gives that is defined"
	sayBoth       = "conditions follow each other: `f g` is defined where `f` is and then `g` is"
	sayNot        = "`<f no, () yes>` gives `no` where `f` is defined, and else `yes`"
	sayReturn     = "a function gives what the last part of its composition gives"
	sayConcat     = "texts are joined by `[a, b] CONCAT`"
	sayEither     = "alternatives are written as a merge: `<f, g>` is `g` where `f` is undefined"
	sayTag        = "a tag without a value has the unit before it: `{} "
	sayOrder      = "the value of a field comes before its label, or after the label and a colon: `{string name}` or `{name: string}`"
	sayNumbers    = "k6 has no numbers, strings and booleans: a program defines types of its own, as `$nat = <{} 0, nat +1>`"
	sayVariant    = "in k4 a variant is `{e tag}` and a projection `.tag`"
	sayLetter     = "in k4 a name begins with a letter or `_`"
)

// foreign maps words and operators of other languages to hints; "" marks a comparison, whose hint depends on the
// dialect.
var foreign = map[string]string{
	"->": sayFunction, "=>": sayFunction, `\`: sayFunction, "fun": sayFunction, "fn": sayFunction,
	"function": sayFunction, "lambda": sayFunction,
	"let": sayDefinition, "var": sayDefinition, "const": sayDefinition, "def": sayDefinition, "val": sayDefinition,
	"type": "a type is defined by `$name = <…>;` or `$name = {…};`",
	"if":   sayDecision, "then": sayDecision, "else": sayDecision, "case": sayDecision, "match": sayDecision,
	"when": sayDecision, "?": sayDecision,
	"&&": sayBoth, "and": sayBoth, "or": sayEither, "not": sayNot, "return": sayReturn, "++": sayConcat,
	"==": "", "!=": "", "===": "", ">": "", ">=": "", "<=": "", "<": "",
}

const (
	sayEqual   = "`[.x, .y] EQ` gives its vector where the two are equal, and is undefined elsewhere"
	sayGreater = "`[.x, .y] GT` gives its vector where the first is greater, and is undefined elsewhere"
	sayCases   = "k6 compares no values: a merge of projections tells tags apart, as in `</yes a, /no b>`"
)

// advise adds hints to diagnostics of the syntax and the names, where a program uses a notation of another language. An
// error after another one in the same definition that has the same hint follows from it, and is left out.
func (a *program) advise() {
	said, types := make(map[string]int32), sync.OnceValue(a.typeNames) // by hint: where it was given last
	kept := a.diagnostics[:0]
	for _, dg := range a.diagnostics {
		names := dg.Fixes
		if isUnknownName(dg.Code) {
			dg.Fixes = nil // similar names, which are not meant where the notation is another language's
		}
		help := a.advice(&dg, len(names) > 0, types)
		if help == "" {
			dg.Fixes = names
		} else {
			key := help
			if strings.HasPrefix(help, sayTag) {
				key = sayTag
			}
			at, again := said[key]
			said[key] = dg.Span.Start
			switch {
			case again && bytes.IndexByte(a.tree.File.Src[min(at, dg.Span.Start):max(at, dg.Span.Start)], ';') < 0:
				continue
			case again:
				dg.Help = nil // the other help is about k's own signs
			default:
				dg.Help = []lang.Phrase{lang.Text(help)}
			}
		}
		kept = append(kept, dg)
	}
	a.diagnostics = kept
}

// asType adds a change to the error about a type name in the definition of a function that looks like one of a type, and
// reports whether it does.
func (a *program) asType(dg *lang.Diagnostic, types map[string]bool) bool {
	src, at := a.tree.File.Src, int(dg.Span.Start)
	before := lineBefore(src, at)
	before = before[strings.LastIndexByte(before, ';')+1:]
	name, fields, ok := strings.Cut(before, "=")
	label, sign := wordAfter(src, int(dg.Span.End))
	if fields = strings.TrimLeft(fields, " "); !ok || !isName(strings.TrimSpace(name)) || fields == "" ||
		fields[0] != '{' && fields[0] != '<' || label == "" || strings.IndexByte(",}>", sign) < 0 ||
		!types[a.tree.File.Text(dg.Span)] {
		return false
	}
	rest, _, _ := bytes.Cut(src[dg.Span.End:min(len(src), int(dg.Span.End)+maxLine)], []byte(";"))
	if rest = bytes.TrimRight(rest, " \n"); !bytes.HasSuffix(rest, []byte("}")) && !bytes.HasSuffix(rest, []byte(">")) {
		return false // more follows the bracket
	}
	start := int32(at - len(strings.TrimLeft(before, " ")))
	dg.Fixes = []lang.Fix{{Title: lang.Say("define the type `$%s`", strings.TrimSpace(name)), Grade: "maybe",
		Edits: []lang.Edit{{Span: lang.Span{Start: start, End: start}, Text: "$"}}}}
	return true
}

// advice returns the hint for a diagnostic, or "". similar reports whether there are names similar to an unknown one.
func (a *program) advice(dg *lang.Diagnostic, similar bool, types func() map[string]bool) string {
	src := a.tree.File.Src
	k6 := a.tree.Dialect == k.K6
	at := int(dg.Span.Start)
	if dg.Severity != lang.Error {
		return ""
	}
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
		if a.asType(dg, types()) {
			return foreign["type"]
		}
		switch {
		case k6 && slices.Contains(k.Builtins, name):
			return "`" + name + "` is built into k4; the only built-in function of k6 is `_log!`"
		case k6 && (slices.Contains(k.BuiltinTypes, name) || strings.Trim(name, "0123456789") == ""):
			return sayNumbers
		case !k6 && at > 0 && src[at-1] == '|':
			return sayVariant
		case !k6 && at > 0 && src[at-1] >= '0' && src[at-1] <= '9':
			return sayLetter
		}
	case lang.UnknownType:
		name := a.tree.File.Text(dg.Span)
		after, _ := wordAfter(src, int(dg.Span.End))
		switch {
		case types()[after] && !similar:
			return sayOrder
		case k6 && slices.Contains(k.BuiltinTypes, strings.TrimPrefix(name, "$")):
			return sayNumbers
		}
	case lang.AfterMain:
		if _, sign := wordAfter(src, at); sign == '=' && isName(strings.TrimSpace(lineBefore(src, at))) &&
			foreign[wordBefore(src, at)] == "" {
			return sayFunction
		}
		return foreign[wordBefore(src, at)]
	case lang.MissingExpression:
		if wordBefore(src, at) == "" && strings.HasSuffix(strings.TrimRight(lineBefore(src, at), " "), "?") {
			return sayDecision
		}
		if after := src[min(int(dg.Span.End), len(src)):min(int(dg.Span.End)+maxLine, len(src))]; isArrow(after) {
			return sayFunction
		}
	default:
		if dg.Code >= lang.UnknownFunction {
			return ""
		}
		before := strings.TrimRight(lineBefore(src, at), " ")
		switch sign := operatorAt(src, at); {
		case sign == "=" && strings.HasSuffix(before, ")") &&
			isName(strings.TrimSpace(before[:max(0, strings.IndexByte(before, '('))])):
			return sayFunction
		case src[min(at, len(src)-1)] == '{' && isName(wordBefore(src, at)) && a.inUnion(at):
			return sayOrder
		}
		sign := operatorAt(src, at)
		if sign == "<" && !a.compares(at) {
			return ""
		}
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

// isArrow reports whether a text is a name and an arrow.
func isArrow(text []byte) bool {
	name, rest, ok := strings.Cut(string(text), "=>")
	return ok && len(rest) > 0 && isName(strings.TrimSpace(name))
}

// compares reports whether a `<` has blanks around it and no comma after it, so that it is hardly the beginning of a
// merge.
func (a *program) compares(at int) bool {
	src := a.tree.File.Src
	if at+1 >= len(src) || src[at+1] != ' ' {
		return false
	}
	before := lineBefore(src, at)
	rest := src[at:min(len(src), at+maxLine)]
	if i := bytes.IndexByte(rest, ';'); i >= 0 {
		rest = rest[:i]
	}
	before, spaced := strings.CutSuffix(before, " ")
	return spaced && strings.Trim(before, " ") != "" && !strings.ContainsAny(before[len(before)-1:], "=<{[(,") &&
		bytes.IndexByte(rest, ',') < 0
}

// typeNames returns the set of all names of types.
func (a *program) typeNames() map[string]bool {
	names := make(map[string]bool)
	if a.tree.Dialect != k.K6 {
		for _, name := range k.BuiltinTypes {
			names[name] = true
		}
	}
	for i := range a.tree.Types {
		names[a.tree.Syms.Text(a.tree.Types[i].Name)] = true
	}
	return names
}

// lineBefore returns the text of the line before an offset, at most its last maxLine bytes.
func lineBefore(src []byte, at int) string {
	at = min(at, len(src))
	from := at
	for from > 0 && at-from < maxLine && src[from-1] != '\n' {
		from--
	}
	return string(src[from:at])
}

// wordAfter returns the next word after an offset, skipping blanks, and the sign after the word.
func wordAfter(src []byte, at int) (word string, sign byte) {
	skip := func(is func(c byte) bool) {
		for n := 0; at < len(src) && n < maxLine && is(src[at]); n++ {
			at++
		}
	}
	blank := func(c byte) bool { return c == ' ' }
	letter := func(c byte) bool { return isName(string(c)) }
	skip(blank)
	from := at
	skip(letter)
	word = string(src[from:at])
	skip(blank)
	if at < len(src) {
		sign = src[at]
	}
	return word, sign
}

// longOperator bounds the bytes that are read on each side of an offset in an operator.
const longOperator = 4

// operatorAt returns the run of operator signs around an offset.
func operatorAt(src []byte, at int) string {
	is := func(i int) bool { return i >= 0 && i < len(src) && strings.IndexByte(`=<>!&|-+\?`, src[i]) >= 0 }
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

// wordBefore returns the word directly before an offset, skipping blanks.
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

// inUnion reports whether an offset is directly within the angle brackets of a type definition.
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
