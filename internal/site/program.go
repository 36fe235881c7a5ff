package main

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"html"
	"html/template"
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/lang"
	"github.com/patgraph/patgraph/patterns/language"
)

// analyzed is the result for a program. The name of its file shows the language.
func analyzed(file, text string) *report.Input {
	l := languages.All.For(file, language.AnyDialect)
	f := lang.NewFile(file, []byte(text))
	r := l.Analyze(context.Background(), f, language.Options{})
	return &report.Input{Name: file, File: f, Language: l, Result: r, Diagnostics: r.Diagnostics}
}

// classes are the classes of words of programs, which the style sheet colours.
var classes = map[language.Kind]string{
	language.Function: "fn", language.MainExpression: "fn", language.Operator: "fn", language.TypeName: "ty",
	language.TypeParameter: "ty", language.Constructor: "tag", language.Relation: "tag", language.Number: "lit",
	language.Text: "lit",
}

// highlighted is the text of a program as HTML, with its words in classes.
func highlighted(in *report.Input) template.HTML {
	type mark struct {
		lang.Span
		class string
	}
	var marks []mark
	if e := in.Language.Editing; e != nil && in.Result != nil {
		names := e.Names(in.Result)
		for _, u := range names.Uses {
			if class := classes[u.Kind]; class != "" {
				marks = append(marks, mark{u.Span, class})
			}
		}
		for _, c := range names.Comments {
			marks = append(marks, mark{c, "com"})
		}
		slices.SortStableFunc(marks, func(a, b mark) int { return int(a.Start - b.Start) })
	}
	var b strings.Builder
	end := int32(0)
	plain := func(to int32) { b.WriteString(html.EscapeString(string(in.File.Src[end:to]))); end = to }
	for _, m := range marks {
		if m.Start < end {
			continue
		}
		plain(m.Start)
		b.WriteString(`<span class="` + m.class + `">`)
		plain(m.End)
		b.WriteString("</span>")
	}
	plain(int32(len(in.File.Src)))
	return template.HTML(b.String())
}

// reported is the report of a program as HTML; empty if it has no errors and no warnings.
func reported(in *report.Input) template.HTML {
	h := report.HTML{Pages: languages.All.Pages()}
	b := h.AppendFile(nil, in)
	return template.HTML(bytes.ReplaceAll(b, []byte("<pre>"), []byte(scrolled)))
}

// scrolled begins a text that may be wider than the page: the keyboard reaches it, to scroll it.
const scrolled = `<pre tabindex="0">`

// playLink is the address of a program in the playground, relative to the folder of the site: a view as `link.ts` of
// the explorer reads it.
func playLink(in *report.Input) string {
	view := map[string]string{"name": in.Name, "language": in.Language.Name, "text": string(in.File.Src)}
	text, _ := json.Marshal(view) // it has only texts
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression) // a valid level
	w.Write(text)
	w.Close()
	return "play/index.html#1" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}
