package report

import (
	"strings"
	"unicode"

	"github.com/patgraph/patgraph/lang"
)

// ruleOf describes a code by its page.
func ruleOf(pages lang.Pages, code lang.Code) sarifRule {
	p, ok := pages.Of(code)
	out := sarifRule{ID: code}
	out.Configuration.Level = p.Severity.String()
	if !ok {
		return out
	}
	out.Name = ruleName(p.Title)
	out.ShortDescription = &sarifMessage{Text: sarifText(sentence(p.Title))}
	out.FullDescription = &sarifMessage{Text: sarifText(strings.Join(paragraphs(p.Meaning), "\n\n"))}
	var text []byte
	var marked []string
	for i, p := range pages.All(code) {
		if i > 0 {
			text = append(text, '\n')
		}
		text = (&Style{Pages: pages}).AppendPage(text, p)
		marked = append(marked, markdownPage(pages, p))
	}
	out.Help = &sarifMessage{Text: sarifText(text), Markdown: sarifText(strings.Join(marked, "\n"))}
	return out
}

// ruleName converts a title into an identifier: "a type that is not defined" becomes TypeThatIsNotDefined.
func ruleName(title string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(title,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		switch word {
		case "a", "an", "the":
			continue
		}
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// paragraphs are the paragraphs of a page's text, each as one line.
func paragraphs(text string) []string {
	var out []string
	for _, part := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if line := strings.Join(strings.Fields(part), " "); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// markdownPage is the page of a code in Markdown.
func markdownPage(pages lang.Pages, p lang.Page) string {
	var blocks []string
	text := func(start, text string) {
		for i, line := range paragraphs(text) {
			if line = markdown(line); i == 0 {
				line = start + line
			}
			blocks = append(blocks, line)
		}
	}
	program := func(title, source string) {
		if source = strings.Trim(source, "\n"); source != "" {
			blocks = append(blocks, "**"+title+"**", "```"+p.Language+"\n"+source+"\n```")
		}
	}
	text("", p.Meaning)
	program("For example:", p.Bad)
	program("Fixed:", p.Good)
	text("**Why:** ", p.Why)
	var related []string
	for _, c := range p.Related {
		line := "* `" + string(c) + "`"
		if r, ok := pages.In(p.Language, c); ok {
			line += " " + markdown(r.Title)
		}
		related = append(related, line)
	}
	if related != nil {
		blocks = append(blocks, "**Related:**", strings.Join(related, "\n"))
	}
	return strings.Join(append(blocks, "`patgraph explain "+string(p.Code)+"` shows this page."), "\n\n") + "\n"
}

// markdown escapes characters with a meaning in Markdown, among them the dollar sign, which begins a formula for some
// readers.
func markdown(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		if strings.IndexByte("\\`*_[]<>&$~|", c) >= 0 || i == 0 && strings.IndexByte("#+-", c) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}
