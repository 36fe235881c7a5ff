package cli

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// pageOf is the page that an argument names: the page of a rule, or the pages of a code, which several languages may
// have, or the page of the mistake that a message of another tool means.
func pageOf(p *Program, style *report.Style, arg string) ([]byte, bool) {
	code := lang.Code(strings.ToUpper(strings.Trim(arg, "[]"))) // in the form that people type
	var text []byte
	for _, page := range style.Pages {
		switch {
		case page.Code != code:
			continue
		case text != nil:
			text = append(text, '\n')
		}
		text = style.AppendPage(text, page)
	}
	if text != nil {
		return text, true
	}
	name := strings.ToLower(strings.TrimSuffix(arg, ":"))
	for _, page := range p.Languages.Rules() {
		if name == page.Name || name == strings.ToLower(page.Number) {
			return style.AppendRulePage(nil, page), true
		}
	}
	if m, language, ok := p.Languages.ToolMessage(arg); ok {
		if page, ok := style.Pages.In(language, m.Code); ok {
			page.Meaning = m.Tool + " prints the message: " + m.Says + ".\n\n" + page.Meaning
			return style.AppendPage(nil, page), true
		}
	}
	return nil, false
}

// unknownPage is the error for an unknown page, which suggests similar names: as given, or with the P of a code
// corrected.
func unknownPage(arg string, pages lang.Pages, rules []lang.RulePage) error {
	var codes, names []string
	for _, page := range pages {
		codes = append(codes, string(page.Code))
	}
	codes = slices.Compact(codes) // several languages may have a page for one code
	for _, rule := range rules {
		names = append(names, rule.Name)
	}
	message := "there is no code, no rule and no file " + words.Quote(arg)
	upper := strings.ToUpper(arg)
	if rest := strings.TrimLeft(upper, "PE"); rest != "" && strings.Trim(rest, "0123456789") == "" {
		message = "there is no code " + words.Quote(arg)
	}
	hints := lang.Nearest(upper, slices.Values(codes), 3)
	if hints == nil {
		hints = lang.Nearest(strings.ToLower(arg), slices.Values(names), 1)
	}
	if hints == nil {
		hints = lang.Nearest("P"+strings.TrimLeft(upper, "PE"), slices.Values(codes), 3)
	}
	return Wrong(message, hints...)
}

// offerPages offers the rules and the codes for completion.
func offerPages(p *Program, offer func(text, says string)) {
	for _, page := range p.Languages.Rules() {
		offer(page.Name, page.Title)
	}
	for _, page := range p.Languages.Pages() {
		offer(string(page.Code), page.Title)
	}
}
