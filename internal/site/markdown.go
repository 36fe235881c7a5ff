package main

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/patgraph/patgraph/cmd/patgraph/languages"
)

// A section is a part of a page that the search finds by itself.
type section struct {
	id, title string // both are empty before the first heading
	text      string
}

// A markdown converts pages to HTML. Links to pages of the manual lead to their files, and programs are coloured.
type markdown struct {
	root string // of the site, as seen from the page
	// code is the language of code that names none, without links to the playground; empty: such code is not a program.
	code string
}

// convert converts a page without its title.
func (m *markdown) convert(page string) (template.HTML, []section) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(m, 100))))
	src := []byte(page)
	doc := md.Parser().Parse(text.NewReader(src))
	sections := []section{{}}
	start := 0
	flush := func(end int) {
		sections[len(sections)-1].text = unmarked.Replace(page[start:end])
	}
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if name, ok := bytes.CutSuffix(n.Destination, []byte(".md")); ok && entering {
				n.Destination = append(name, ".html"...)
			}
		case *ast.Heading:
			if line := n.Lines().At(0); entering {
				flush(line.Start)
				id, _ := n.AttributeString("id")
				title := unmarked.Replace(string(line.Value(src)))
				sections = append(sections, section{id: fmt.Sprintf("%s", id), title: strings.TrimSpace(title)})
				start = line.Stop
			}
		}
		return ast.WalkContinue, nil
	})
	flush(len(page))
	var b bytes.Buffer
	md.Renderer().Render(&b, src, doc) // into memory
	return template.HTML(b.String()), sections
}

// unmarked removes the marks of Markdown.
var unmarked = strings.NewReplacer("`", "", "*", "", "|", " ", "#", "", "---", "")

// RegisterFuncs makes m the renderer of fenced code.
func (m *markdown) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, m.fenced)
}

// fenced renders code.
func (m *markdown) fenced(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	block := n.(*ast.FencedCodeBlock)
	name := m.code
	if l := block.Language(src); len(l) > 0 {
		name = string(l)
	}
	code := string(block.Lines().Value(src))
	w.WriteString(string(m.program(name, code)))
	return ast.WalkSkipChildren, nil
}

// program is code as HTML: a program with its words coloured and a link to the playground, or the text of a terminal.
func (m *markdown) program(languageName, code string) template.HTML {
	for _, l := range languages.All {
		if l.Name == languageName {
			in := analyzed("program"+l.Extensions[0], code)
			shown := template.HTML(scrolled) + highlighted(in) + "</pre>\n"
			if m.code == "" {
				shown += "<p class=\"try\"><a href=\"" + template.HTML(html.EscapeString(m.root+playLink(in))) +
					"\">Open in the playground</a></p>\n"
			}
			return shown
		}
	}
	var b strings.Builder
	b.WriteString(scrolled)
	for line := range strings.Lines(code) {
		escaped := html.EscapeString(line)
		if languageName == "console" && strings.HasPrefix(line, "$ ") {
			escaped = "<b>" + strings.TrimSuffix(escaped, "\n") + "</b>\n"
		}
		b.WriteString(escaped)
	}
	return template.HTML(b.String() + "</pre>\n")
}

// prose is a text whose code is between backquotes, as HTML. Empty lines separate its paragraphs.
func prose(text string) template.HTML {
	var b strings.Builder
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		b.WriteString("<p>" + string(inline(paragraph)) + "</p>\n")
	}
	return template.HTML(b.String())
}

// inline is prose within a paragraph. A backquote without a partner is part of the text.
func inline(text string) template.HTML {
	parts := strings.Split(text, "`")
	if len(parts)%2 == 0 {
		return template.HTML(html.EscapeString(text))
	}
	var b strings.Builder
	for i, p := range parts {
		if p = html.EscapeString(p); i%2 == 1 {
			p = "<code>" + p + "</code>"
		}
		b.WriteString(p)
	}
	return template.HTML(b.String())
}
