package lang

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// silencing is a comment, or a part of one, that silences codes. Without a colon, or with a small p, it silences
// nothing and gets a warning.
var silencing = regexp.MustCompile(`\bpatgraph(:[ \t]*|[ \t]+)ignore((?:[ \t,]+[Pp][0-9]{4}\b)*)`)

var codeInText = regexp.MustCompile(`[Pp][0-9]{4}`)

// Silence separates diagnostics into those to report and those that comments silence. A comment such as
//
//	-- patgraph: ignore P0302, P0308
//
// silences these codes on its line, or on the next line with code if it is alone on its line. Only Silenceable codes
// can be silenced. An error that shares a Mistake with others is silenced on the line of one of its sides: on the line
// of the mistake, a comment would silence all of them. Gather joins the remaining ones afterwards. A code in a comment
// that silences nothing gets a warning, if the file is checked as a whole and the code does not depend on what the user
// asks for. The comments are in order. It takes time in the text and the comments, and a search among the comments for
// each diagnostic.
func Silence(ds []Diagnostic, f *File, comments []Span) (kept, silenced []Diagnostic) {
	type code struct {
		line  Span // where it silences
		text  Span // in the comment
		used  bool
		cause bool // errors that share a Mistake have their place on the line, but not their sides
	}
	var codes []code
	of := make(map[Code][]int) // the codes in comments with a text, in order
	var needless []Diagnostic
	warn := func(s Span, label, help Phrase, message string, args ...any) {
		d := Diagnostic{Code: NeedlessSilence, Severity: Warning, Span: s, Label: label,
			Message: Say("this comment silences nothing: "+message, args...)}
		if help != nil {
			d.Help = []Phrase{help}
		}
		Collect(&needless, d)
	}
	var lines []Span
	for i, c := range comments {
		text := f.Src[c.Start:c.End]
		if !bytes.Contains(text, []byte("patgraph")) {
			continue
		}
		for _, at := range silencing.FindAllSubmatchIndex(text, -1) {
			if lines == nil {
				lines = silencedLines(f, comments)
			}
			list := codeInText.FindAllIndex(text[at[4]:at[5]], -1)
			s := Span{c.Start + int32(at[0]), c.Start + int32(at[1])}
			switch colon := text[at[2]] == ':'; {
			case len(list) == 0 && colon:
				warn(s, Text("without a code"), Text("a code follows, as in `patgraph: ignore P0302`"),
					"it names no code")
				continue
			case len(list) > 0 && !colon:
				warn(s, Text("without a colon"), nil, "write `patgraph: ignore`")
				continue
			}
			for _, x := range list {
				s := Span{c.Start + int32(at[4]+x[0]), c.Start + int32(at[4]+x[1])}
				name := strings.ToUpper(f.Text(s))
				if name != f.Text(s) {
					warn(s, Text("not a code"), nil, "write `%s`", name)
					continue
				}
				of[Code(name)] = append(of[Code(name)], len(codes))
				codes = append(codes, code{line: lines[i], text: s})
			}
		}
	}
	if len(codes) == 0 {
		return append(ds, needless...), nil
	}
	find := func(c Code, at int32) *code { // the comment for a code at a place
		list := of[c]
		n, _ := slices.BinarySearchFunc(list, at, func(i int, at int32) int { return int(codes[i].line.End - at) })
		if n < len(list) && codes[list[n]].line.Start <= at {
			return &codes[list[n]]
		}
		return nil
	}
	silences := func(d *Diagnostic) (found bool) {
		if !d.Code.Silenceable() {
			return false
		}
		if d.Mistake != 0 {
			if at := find(d.Code, d.Span.Start); at != nil {
				at.cause = true
			}
			for _, w := range []*Witness{d.Clash.A, d.Clash.B} {
				if c := find(d.Code, w.Span.Start); c != nil {
					c.used, found = true, true
				}
			}
			return found
		}
		found = true
		for _, r := range append([]Related{{Span: d.Span}}, d.Besides...) { // all of them, or the report stays
			if at := find(d.Code, r.Span.Start); at != nil {
				at.used = true
			} else {
				found = false
			}
		}
		return found
	}
	whole := true // no error hides others
	kept = slices.DeleteFunc(ds, func(d Diagnostic) bool {
		found := silences(&d)
		if found {
			d.Secondary = d.Secondary && d.Mistake == 0 // it is counted
			silenced = append(silenced, d)
		}
		whole = whole && (found || d.Severity != Error || d.Code.Silenceable() && d.Code.Class() != ClassNames)
		return found
	})
	for i := range codes {
		c := &codes[i]
		name := Code(f.Text(c.text))
		if c.used || !whole || !f.InMain(c.text) || name.onRequest() {
			continue
		}
		switch {
		case !name.Silenceable():
			Collect(&needless, Diagnostic{Code: NeedlessSilence, Severity: Warning, Span: c.text,
				Label: Text("needless"), Message: Say("%s cannot be silenced", string(name))})
		case c.cause:
			warn(c.text, Text("needless"), nil, "several errors have one cause here; silence each on its own line")
		default:
			warn(c.text, Text("needless"), nil, "there is no %s on its line", string(name))
		}
	}
	return append(kept, needless...), silenced
}

// Silenceable reports whether a user may leave a code out of a report: not if what follows in the text was not
// understood, or if the program was not checked as a whole.
func (c Code) Silenceable() bool {
	switch c {
	case NodeLimit, RoundLimit, TimeLimit, DepthLimit, TooManyErrors, NeedlessSilence:
		return false
	}
	class := c.Class()
	return class >= ClassNames && class <= ClassWarning
}

// onRequest reports whether a code is only reported if a user asks for it, at least in some programs.
func (c Code) onRequest() bool {
	return c >= NeverDefined && c <= PartialDefinition || c == SizeNote
}

// silencedLines returns for each comment its line, or the next line that has more than comments if only comments are
// before it on its line. It looks at each text between two comments once.
func silencedLines(f *File, comments []Span) []Span {
	isBlank := func(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }
	alone, starts := make([]bool, len(comments)), make([]int32, len(comments))
	for i, c := range comments {
		before := Span{}
		if i > 0 {
			before = Span{comments[i-1].Start, comments[i-1].End}
		}
		gap := f.Src[before.End:c.Start]
		if line := bytes.LastIndexByte(gap, '\n'); line >= 0 || i == 0 {
			alone[i], starts[i] = isBlank(gap[line+1:]), before.End+int32(line+1)
		} else {
			alone[i], starts[i] = alone[i-1] && isBlank(gap), starts[i-1]
		}
	}
	lines := make([]Span, len(comments))
	end := f.End().End // of the line with the end of the comment
	for i := len(comments) - 1; i >= 0; i-- {
		c, next := comments[i], f.End().End
		if i+1 < len(comments) {
			next = comments[i+1].Start
			if line := bytes.IndexByte(f.Src[next:comments[i+1].End], '\n'); line >= 0 {
				end = next + int32(line)
			}
		}
		gap := f.Src[c.End:next]
		code := bytes.TrimLeft(gap, " \t\r\n") // the text after the comment, which is code unless it is empty
		from := next - int32(len(code))
		after := end // of the line where the code begins
		if line := bytes.IndexByte(code, '\n'); line >= 0 {
			after = from + int32(line)
		}
		if line := bytes.IndexByte(gap, '\n'); line >= 0 {
			end = c.End + int32(line)
		}
		switch {
		case !alone[i]:
			lines[i] = Span{starts[i], end}
		case len(code) > 0 || i+1 == len(comments):
			lines[i] = Span{from, after}
		default:
			lines[i] = lines[i+1]
		}
	}
	return lines
}
