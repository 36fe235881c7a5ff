package lang

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// silencing is a comment, or a part of one, that silences codes.
var silencing = regexp.MustCompile(`\bpatgraph:[ \t]*ignore((?:[ \t,]+P[0-9]{4}\b)*)`)

var codeInText = regexp.MustCompile(`P[0-9]{4}`)

// Silence separates diagnostics into those to report and those that comments silence. A comment such as
//
//	-- patgraph: ignore P0302, P0308
//
// silences these codes on its line, or on the next line with code if it is alone on its line. Only Silenceable codes can
// be silenced. A code in a comment that silences nothing gets a warning, if the file is checked as a whole and the code
// does not depend on what the user asks for. The comments are in order. It takes time in the text of the comments and,
// if one silences, in the number of diagnostics.
func Silence(ds []Diagnostic, f *File, comments []Span) (kept, silenced []Diagnostic) {
	type code struct {
		line Span // where it silences
		text Span // in the comment
		code Code
		used bool
	}
	var codes []code
	var needless []Diagnostic
	for i, c := range comments {
		text := f.Src[c.Start:c.End]
		if !bytes.Contains(text, []byte("patgraph:")) {
			continue
		}
		for _, at := range silencing.FindAllSubmatchIndex(text, -1) {
			line := silencedLine(f, comments[i:])
			list := codeInText.FindAllIndex(text[at[2]:at[3]], -1)
			for _, x := range list {
				s := Span{c.Start + int32(at[2]+x[0]), c.Start + int32(at[2]+x[1])}
				codes = append(codes, code{line: line, text: s, code: Code(f.Text(s))})
			}
			if len(list) == 0 {
				s := Span{c.Start + int32(at[0]), c.Start + int32(at[1])}
				needless = append(needless, Diagnostic{Code: NeedlessSilence, Severity: Warning, Span: s,
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
		found := false
		for i := range codes {
			c := &codes[i]
			if c.code == d.Code && c.line.Start <= d.Span.Start && d.Span.Start <= c.line.End && d.Code.Silenceable() {
				c.used, found = true, true
			}
		}
		if found {
			silenced = append(silenced, d)
		}
		whole = whole && (found || d.Severity != Error || d.Code.Silenceable() && d.Code.Class() != ClassNames)
		return found
	})
	for i := range codes {
		c := &codes[i]
		if c.used || !whole || !f.InMain(c.text) || c.code.onRequest() {
			continue
		}
		d := Diagnostic{Code: NeedlessSilence, Severity: Warning, Span: c.text, Label: Text("needless"),
			Message: Say("this comment silences nothing: there is no %s on its line", string(c.code))}
		if !c.code.Silenceable() {
			d.Message = Say("%s cannot be silenced", string(c.code))
		}
		needless = append(needless, d)
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

// silencedLine returns the line of the first of some comments, or the next line that has more than comments if the
// comment is alone on its line.
func silencedLine(f *File, comments []Span) Span {
	start := comments[0].Start
	line := Span{int32(bytes.LastIndexByte(f.Src[:start], '\n') + 1), start}
	if strings.TrimSpace(f.Text(line)) == "" {
		for ; len(comments) > 0; comments = comments[1:] {
			if strings.TrimSpace(f.Text(Span{line.End, max(line.End, comments[0].Start)})) != "" {
				break
			}
			line.End = comments[0].End
		}
		rest := f.Src[line.End:]
		line.Start = line.End + int32(len(rest)-len(bytes.TrimLeft(rest, " \t\r\n")))
		line.End = line.Start
	}
	if end := bytes.IndexByte(f.Src[line.End:], '\n'); end >= 0 {
		line.End += int32(end)
	} else {
		line.End = f.End().End
	}
	return line
}
