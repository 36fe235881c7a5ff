package explaining

import (
	"slices"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/command"
	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// Page is the page that an argument names: of a rule, or of a code, which each language
// that has it may have one of.
func Page(p *command.Program, style *report.Style, arg string) ([]byte, bool) {
	code := lang.Code(strings.ToUpper(strings.Trim(arg, "[]"))) // as people type it
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
	return nil, false
}

// unknownPage says which pages a wrong name is close to: as it stands, or with
// the P of a code put right.
func unknownPage(arg string, pages lang.Pages, rules []lang.RulePage) error {
	var codes, names []string
	for _, page := range pages {
		codes = append(codes, string(page.Code))
	}
	codes = slices.Compact(codes) // several languages may have pages of one
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
	return command.Wrong(message, hints...)
}

// offerPages names the rules and the codes.
func offerPages(p *command.Program, offer func(text, says string)) {
	for _, page := range p.Languages.Rules() {
		offer(page.Name, page.Title)
	}
	for _, page := range p.Languages.Pages() {
		offer(string(page.Code), page.Title)
	}
}
