package lang

import (
	"bytes"
	"regexp"
	"slices"
)

// silencing is a comment, or a part of one, that silences codes.
var silencing = regexp.MustCompile(`\bpatgraph:[ \t]*ignore((?:[ \t,]+P[0-9]{4}\b)*)`)

var codeInText = regexp.MustCompile(`P[0-9]{4}`)

// Silence separates diagnostics into those to report and those that comments silence. A comment such as
//
//	-- patgraph: ignore P0302, P0308
//
// silences these codes on its line, or on the next line with code if it is alone on its line. Only Silenceable codes
// can be silenced. A code in a comment that silences nothing gets a warning, if the file is checked as a whole and the
// code does not depend on what the user asks for. The comments are in order. It takes time in the text and the
// comments, and a search among the comments for each diagnostic.
func Silence(ds []Diagnostic, f *File, comments []Span) (kept, silenced []Diagnostic) {
	type code struct {
		line Span // where it silences
		text Span // in the comment
		used bool
	}
	var codes []code
	of := make(map[Code][]int) // the codes in comments with a text, in order
	var needless []Diagnostic
	var lines []Span
	for i, c := range comments {
		text := f.Src[c.Start:c.End]
		if !bytes.Contains(text, []byte("patgraph:")) {
			continue
		}
		for _, at := range silencing.FindAllSubmatchIndex(text, -1) {
			if lines == nil {
				lines = silencedLines(f, comments)
			}
			list := codeInText.FindAllIndex(text[at[2]:at[3]], -1)
			for _, x := range list {
				s := Span{c.Start + int32(at[2]+x[0]), c.Start + int32(at[2]+x[1])}
				of[Code(f.Text(s))] = append(of[Code(f.Text(s))], len(codes))
				codes = append(codes, code{line: lines[i], text: s})
			}
			if len(list) == 0 {
				s := Span{c.Start + int32(at[0]), c.Start + int32(at[1])}
				Collect(&needless, Diagnostic{Code: NeedlessSilence, Severity: Warning, Span: s,
					Message: Text("this comment silences nothing: it names no code"), Label: Text("without a code"),
					Help: Texts("a code follows, as in `patgraph: ignore P0302`")})
			}
		}
	}
	if len(codes) == 0 {
		return append(ds, needless...), nil
	}
	whole := true // no error hides others
	kept = slices.DeleteFunc(ds, func(d Diagnostic) bool {
		list, found := of[d.Code], false
		if d.Code.Silenceable() {
			at, _ := slices.BinarySearchFunc(list, d.Span.Start, func(i int, at int32) int { return int(codes[i].line.End - at) })
			if found = at < len(list) && codes[list[at]].line.Start <= d.Span.Start; found {
				codes[list[at]].used = true
				silenced = append(silenced, d)
			}
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
		d := Diagnostic{Code: NeedlessSilence, Severity: Warning, Span: c.text, Label: Text("needless"),
			Message: Say("this comment silences nothing: there is no %s on its line", string(name))}
		if !name.Silenceable() {
			d.Message = Say("%s cannot be silenced", string(name))
		}
		Collect(&needless, d)
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
