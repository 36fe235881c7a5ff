package k

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/lang/k"
)

// Forms of other languages: definitions of functions with their parameters, functions and branches with an arrow,
// decisions, and comparisons that close a merge. The errors within one of them are one mistake, and so are the uses of
// a name that it defines.

// A foreignForm is a form and its place.
type foreignForm struct {
	sign  string // the word or sign that shows it
	help  string
	at    lang.Span // its place
	whole lang.Span
	name  string // that it defines
}

// foreignForms finds texts that no form begins in, and the beginnings of forms.
var foreignForms = regexp.MustCompile(
	`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|//[^\n]*|#[^\n]*|%[^\n]*|--[^\n]*|/\*(?s:.*?)\*/` +
		`|[\w!?]+(?:[ \t]+\w+)?[ \t]*\(|=>|->|\bif[ \t]|[ \t]>=?[ \t]`)

const (
	sayArrow = "a branch of a merge has no arrow between what it reads and its result: leave it out"
	sayForm  = "a function is `name = expression;`, without names of arguments: `.x` reads a field of its input"
)

// hint says how the form is written in k.
func (a *program) hint(f *foreignForm) string {
	switch {
	case f.help != "":
		return f.help
	case slices.Contains(functionWords, f.sign):
		return sayForm
	case f.sign[0] == '>' && a.tree.Dialect == k.K6:
		return sayCases
	case f.sign[0] == '>':
		return sayGreater
	}
	return foreign[f.sign]
}

// otherwise is what continues a decision with braces.
var otherwise = regexp.MustCompile(`^\s*else\s*(?:if\s*\([^{;]*\)\s*)?\{`)

var (
	functionWords = []string{"def", "function", "func", "fun", "fn"}
	formSigns     = append([]string{"=>", "->", "if", " > ", " >= "}, functionWords...)
)

// longForm is the maximum number of bytes that are read on each side of the beginning of a form.
const longForm = 2000

// formsOf finds the forms of other languages in a text. A word that the program defines begins none.
func (a *program) formsOf(src []byte) (forms []foreignForm) {
	if !slices.ContainsFunc(formSigns, func(sign string) bool { return bytes.Contains(src, []byte(sign)) }) {
		return nil
	}
	end := 0 // of the last form
	for at := 0; ; {
		m := foreignForms.FindIndex(src[at:])
		if m == nil {
			return forms
		}
		start := at + m[0]
		a.watch.Steps(m[1])
		at += m[1]
		f := foreignForm{sign: string(src[start:at]), at: lang.Span{Start: int32(start), End: int32(at)}}
		switch {
		case f.sign == "=>" || f.sign == "->":
			from := statementStart(src, end, start)
			f.whole = lang.Span{Start: int32(min(from, start)), End: int32(statementEnd(src, at))}
			if branchBefore.Match(src[from:start]) {
				f.help = sayArrow
			}
		case strings.ContainsAny(f.sign[len(f.sign)-1:], " \t"):
			if f.trim(); a.isFunction(f.sign) || !f.compares(src, end) {
				continue
			}
		case !f.begins(src, at-1) || a.isFunction(f.sign):
			continue
		}
		end = int(f.whole.End)
		at = end
		forms = append(forms, f)
	}
}

// branchBefore finds the beginning of a branch of a merge that reads something.
var branchBefore = regexp.MustCompile(`<(?s:.*,)?\s*[./|][^<,]*$`)

// trim leaves out the blanks around the sign.
func (f *foreignForm) trim() {
	left := len(f.sign) - len(strings.TrimLeft(f.sign, blanks))
	f.sign = strings.Trim(f.sign, blanks)
	f.at.Start += int32(left)
	f.at.End = f.at.Start + int32(len(f.sign))
}

// compares completes a form with `if` or a comparison, up to the end of its definition. It reports whether it is one:
// the `>` of a merge has a `<` before it.
func (f *foreignForm) compares(src []byte, end int) bool {
	start := int(f.at.Start)
	f.whole = lang.Span{Start: f.at.Start, End: int32(statementEnd(src, int(f.at.End)))}
	rest := src[f.at.End:f.whole.End]
	if f.sign == "if" {
		return (start == 0 || strings.IndexByte("./|", src[start-1]) < 0) && condition.Match(rest)
	}
	all := src[statementStart(src, end, start):f.whole.End]
	return operand.Match(rest) && bytes.Count(all, []byte(">")) > bytes.Count(all, []byte("<"))
}

var (
	condition = regexp.MustCompile(`\bthen\b|[<>=]=|[ \t][<>][ \t]`)
	operand   = regexp.MustCompile(`^[ \t]*[.\d"\[-]`)
)

func (a *program) isFunction(name string) bool {
	s := a.tree.Syms.Lookup(name)
	return s != lang.NoSym && int(s) < len(a.names.Func) && a.names.Func[s] >= 0
}

// begins completes a form that begins with a word and an opening parenthesis. It reports whether that is one.
func (f *foreignForm) begins(src []byte, paren int) bool {
	words := strings.Fields(strings.TrimSuffix(f.sign, "("))
	f.sign = words[0]
	f.at.End = f.at.Start + int32(len(f.sign))
	f.whole.Start = f.at.Start
	isIf := f.sign == "if" && len(words) == 1
	if !isIf && !slices.Contains(functionWords, f.sign) {
		return false
	}
	if len(words) > 1 {
		f.name = words[1]
	}
	end := closing(src, paren)
	at := skipBlanks(src, end)
	switch {
	case at < len(src) && src[at] == '{':
		end = closing(src, at)
		for isIf {
			m := otherwise.FindIndex(src[end:min(len(src), end+longForm)])
			if m == nil {
				break
			}
			end = closing(src, end+m[1]-1)
		}
	case isIf:
		return false
	case at < len(src) && src[at] == ':':
		end = lineEnd(src, at)
		for end < len(src) && end-at < longForm && strings.IndexByte(" \t\r\n", src[end]) >= 0 {
			end = lineEnd(src, end+1)
		}
	default:
		end = statementEnd(src, end)
	}
	if at := skipBlanks(src, end); at < len(src) && src[at] == ';' {
		end = at + 1
	}
	f.whole.End = int32(end)
	return true
}

// skipBlanks returns the offset of the next byte that is not a blank.
func skipBlanks(src []byte, at int) int {
	for at < len(src) && strings.IndexByte(blanks, src[at]) >= 0 {
		at++
	}
	return at
}

// lineEnd returns the offset after the line.
func lineEnd(src []byte, at int) int {
	if n := bytes.IndexByte(src[min(at, len(src)):], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(src)
}

// statementStart returns the offset of the first byte of the definition around an offset, not before another one.
func statementStart(src []byte, from, at int) int {
	from = max(from, at-longForm)
	return skipBlanks(src, from+bytes.LastIndexByte(src[from:at], ';')+1)
}

// statementEnd returns the offset after the next semicolon, or else the end of the line.
func statementEnd(src []byte, at int) int {
	if n := bytes.IndexByte(src[at:min(len(src), at+longForm)], ';'); n >= 0 {
		return at + n + 1
	}
	return lineEnd(src, at)
}

// closing returns the offset after the bracket that closes the one at an offset, or else the end of the line.
func closing(src []byte, open int) int {
	closer := byte(')')
	if src[open] == '{' {
		closer = '}'
	}
	depth := 0
	for i := open; i < min(len(src), open+longForm); i++ {
		switch src[i] {
		case src[open]:
			depth++
		case closer:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return lineEnd(src, open)
}

// joinForeign makes one error of those in each form of another language, and leaves out those that follow from it.
func (a *program) joinForeign() {
	isOf := func(d *lang.Diagnostic) bool {
		return d.Severity == lang.Error && !d.Secondary && (d.Code < lang.UnknownFunction || isUnknownName(d.Code) ||
			d.Code == lang.AfterMain)
	}
	if !slices.ContainsFunc(a.diagnostics, func(d lang.Diagnostic) bool { return isOf(&d) }) {
		return
	}
	isType := make(map[string]bool) // names of functions that look like types
	for _, d := range a.diagnostics {
		if d.Code == lang.UnknownFunction && len(d.Help) == 1 && d.Help[0].String() == foreign["type"] {
			isType[d.Definition] = true
		}
	}
	forms := a.formsOf(a.tree.File.Src)
	at, defined := make([]*lang.Diagnostic, len(forms)), make(map[string]bool)
	kept := a.diagnostics[:0]
	for i := range a.diagnostics {
		d := a.diagnostics[i]
		place := d.Span.Start
		if d.Code == lang.AfterMain { // the end of the main expression
			place = int32(len(bytes.TrimRight(a.tree.File.Src[:place], blanks))) - 1
		}
		n, ok := slices.BinarySearchFunc(forms, place, func(f foreignForm, at int32) int {
			switch {
			case f.whole.End <= at:
				return -1
			case f.whole.Start > at:
				return 1
			}
			return 0
		})
		switch {
		case !isOf(&d) || !ok:
			kept = append(kept, d)
		case at[n] == nil:
			f := &forms[n]
			at[n] = &lang.Diagnostic{
				Code: lang.UnexpectedToken, Severity: lang.Error, Span: f.at, Definition: d.Definition,
				Label: lang.Text("not a word or sign of k"), Message: lang.Say("there is no `%s` in k", f.sign),
				Help: lang.Texts(a.hint(f)),
			}
			if f.sign[0] == '>' {
				at[n].Label, at[n].Message = lang.Text("a bracket in k"), lang.Say("`%s` does not compare in k", f.sign)
			}
			if f.name != "" {
				defined[f.name] = true
			}
		}
	}
	a.diagnostics = slices.DeleteFunc(kept, func(d lang.Diagnostic) bool {
		return d.Code == lang.UnknownFunction && defined[a.tree.File.Text(d.Span)] ||
			d.Code == lang.UnknownType && isType[a.tree.File.Text(d.Span)]
	})
	said := make(map[string]bool)
	for _, d := range at {
		if d == nil {
			continue
		}
		if help := d.Help[0].String(); said[help] {
			d.Help = nil
		} else {
			said[help] = true
		}
		a.diagnostics = append(a.diagnostics, *d)
	}
}
