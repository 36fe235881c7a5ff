package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/patgraph/patgraph/cmd/patgraph/report"
	"github.com/patgraph/patgraph/cmd/patgraph/words"
	"github.com/patgraph/patgraph/lang"
)

// Explain is the command that explains codes, rules and errors.
func Explain() *Command {
	return &Command{
		Name: "explain", Args: "[CODE | RULE | FILE[:LINE[:COL]]]...",
		Summary: "explain codes, typing rules and the errors of a place",
		Details: "For a code, a rule or a built-in operator, shows its page; for a message of another tool,\n" +
			"the page of the same mistake.\n" +
			"For a file, shows the errors and warnings that touch the place, with their whole derivations.\n" +
			"Without an argument, lists all codes and rules.",
		Examples: [][2]string{
			{"patgraph explain P0302", "what it means, a program with this error, and the fixed program"},
			{"patgraph explain merge", "what a rule states, with an example"},
			{"patgraph explain lib.k:8:32 --tree", "why there is an error at a place"},
		},
		Run:   (*Flags).explain,
		Offer: offerPages,
	}
}

// explain shows the pages of codes and rules, and the diagnostics of places; without arguments, the list of all pages.
func (f *Flags) explain(p *Program, args []string) error {
	style := f.Style(p, p.Stdout)
	if len(args) == 0 {
		text := style.AppendPageList(nil)
		return p.Out.Print(style.AppendRuleList(append(text, '\n'), p.Languages.Rules()))
	}
	view, err := f.viewOf()
	if err != nil {
		return err
	}
	data := f.Format == "json"
	e := explaining{Program: p, flags: f, view: view, style: style}
	// Wrong arguments are reported before any output.
	for _, arg := range args {
		text, found := pageOf(p, &style, arg)
		switch {
		case found && data:
			return Wrong(words.Quote(arg) +
				" is a page, which there is as text only; --format json is for the diagnostics of a file")
		case found:
			e.parts = append(e.parts, part{text: text})
			continue
		case !looksLikePath(arg):
			return unknownPage(arg, style.Pages, p.Languages.Rules())
		}
		l, err := parseLocation(arg)
		if err != nil {
			return err
		}
		if !exists(l.Path) && isMessage(arg) {
			return unknownPage(arg, style.Pages, p.Languages.Rules())
		}
		e.parts = append(e.parts, part{place: l})
	}
	if data {
		return e.data()
	}
	return e.text()
}

// isMessage reports whether an argument looks like a message: it has several blanks.
func isMessage(arg string) bool { return strings.Count(arg, " ") > 1 }

// A part is the result for one argument of explain.
type part struct {
	text  []byte    // a page
	place *location // the place whose diagnostics are requested
}

// explaining is a run of explain.
type explaining struct {
	*Program
	flags *Flags
	view  report.View
	style report.Style
	parts []part
	worst int // exit code
	total report.Summary
}

// text writes pages and diagnostics.
func (e *explaining) text() error {
	for i, x := range e.parts {
		if i > 0 && x.place == nil {
			x.text = append([]byte("\n"), x.text...)
		}
		if x.place != nil {
			var err error
			x.text, err = e.ask(x.place, func(in *report.Input, at, nearest *lang.Diagnostic) []byte {
				if at == nil && in.Result != nil {
					return e.nothing(in, x.place, nearest)
				}
				return e.style.AppendExplained(nil, in, e.view)
			})
			if err != nil {
				return err
			}
		}
		if err := e.Out.Print(x.text); err != nil {
			return err
		}
	}
	return Status(e.worst)
}

// data writes one document with the diagnostics of all places.
func (e *explaining) data() error {
	j := report.JSON{}
	b := j.AppendStart(nil)
	for i, x := range e.parts {
		file, err := e.ask(x.place, func(in *report.Input, _, _ *lang.Diagnostic) []byte {
			return append(j.AppendFile([]byte(j.Before(i == 0)), in), j.After()...)
		})
		if err != nil {
			return err
		}
		b = append(b, file...)
	}
	return ended(e.worst, e.Out.Print(j.AppendEnd(b, e.total)))
}

// ask analyses the file of a place, selects the diagnostics there and returns their rendering.
func (e *explaining) ask(l *location,
	write func(in *report.Input, at, nearest *lang.Diagnostic) []byte) ([]byte, error) {
	var at, nearest *lang.Diagnostic
	o, err := e.flags.One(e.Program, l, func(in *report.Input, span lang.Span) error {
		all := in.Diagnostics
		if l.Line > 0 {
			in.Diagnostics = touching(all, span)
		}
		if len(in.Diagnostics) > 0 {
			at = &in.Diagnostics[0]
		}
		nearest = nearestTo(all, span)
		return nil
	}, func(in *report.Input) []byte { return write(in, at, nearest) })
	if err != nil {
		return nil, err
	}
	e.worst = max(e.worst, o.Exit)
	e.total.Add(o.Summary)
	return o.Out, e.Err.Print(o.Err)
}

// touching are the diagnostics about a place: those that show the place, else those whose derivation passes through it,
// else consequences that show it.
func touching(ds []lang.Diagnostic, place lang.Span) []lang.Diagnostic {
	for _, about := range []func(*lang.Diagnostic) bool{
		func(d *lang.Diagnostic) bool { return !d.Secondary && isShown(d, place) },
		func(d *lang.Diagnostic) bool { return !d.Secondary && isPassed(d, place) },
		func(d *lang.Diagnostic) bool { return d.Secondary && isShown(d, place) },
	} {
		var list []lang.Diagnostic
		for i := range ds {
			if about(&ds[i]) {
				list = append(list, ds[i])
			}
		}
		if list != nil {
			return list
		}
	}
	return nil
}

// nearestTo returns the diagnostic nearest to a place.
func nearestTo(ds []lang.Diagnostic, place lang.Span) *lang.Diagnostic {
	var best *lang.Diagnostic
	var least int32
	for i := range ds {
		d := &ds[i]
		away := max(d.Span.Start-place.End, place.Start-d.Span.End, 0)
		if !d.Secondary && (best == nil || away < least) {
			best, least = d, away
		}
	}
	return best
}

// nothing reports that no diagnostic is at a place, and where the nearest one is.
func (e *explaining) nothing(in *report.Input, l *location, nearest *lang.Diagnostic) []byte {
	place := ""
	if l.Line > 0 && nearest != nil {
		place = ":" + strconv.Itoa(l.Line)
	}
	if l.Column > 0 && nearest != nil {
		place += ":" + strconv.Itoa(l.Column)
	}
	return e.style.AppendNothing(nil, in, place, nearest)
}

// pageOf is the page that an argument names: the page of a rule, or the pages of a code, which several languages may
// have, or the page of the mistake that a message of another tool means, or the page of a built-in operator.
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
	name, _, _ := strings.Cut(strings.ToLower(arg), ":") // as a report names a part of a rule: "comp: chaining"
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
	for _, l := range p.Languages {
		if l.Editing == nil || l.Editing.Page == nil {
			continue
		}
		if page := l.Editing.Page(arg); page != "" {
			return append(bytes.TrimSpace(fences.ReplaceAll([]byte(page), nil)), '\n'), true
		}
	}
	return nil, false
}

// fences are the lines around a block of code in Markdown.
var fences = regexp.MustCompile("(?m)^```.*\n?")

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
	if isMessage(arg) {
		return Wrong("no known message of another tool reads " + words.Quote(arg) + ", and no file has this name")
	}
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
